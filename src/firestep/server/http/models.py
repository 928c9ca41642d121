"""Bodies of requests and answers, for validation and for the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from firestep.server.http.tokens import KEY, TOKEN

#: text that every database can store: no NUL, no halves of surrogate pairs
Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
Seq = Annotated[int, Field(ge=0, le=2_000_000_000, strict=True)]
Key = Annotated[str, StringConstraints(pattern=KEY)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Short = Annotated[str, StringConstraints(max_length=64)]
Address = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\s@<>,;:\"\\\x00-\x1f\x7f]+@[A-Za-z0-9.-]+$")]
Token = Annotated[str, StringConstraints(pattern=TOKEN)]
Invitation = Annotated[str, StringConstraints(min_length=8, max_length=80)]
Seconds = Annotated[int, Field(ge=60, le=31_536_000, strict=True)]
SeatName = Annotated[str, StringConstraints(max_length=40)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatChoice(Body):
    kind: Literal["here", "link", "bot"] = "here"
    bot: Short | None = None
    name: Annotated[Text, StringConstraints(max_length=200)] | None = None


class Clock(Body):
    nudge: Seconds | None = None
    claim: Seconds | None = None


#: the text of a position or of a scenario that a person wrote; a worker process reads it
Start = Annotated[Text, StringConstraints(max_length=60_000)]


class Check(Body):
    text: Start


class NewTable(Body):
    game: Annotated[str, StringConstraints(max_length=40)]
    scenario: Short | None = None
    options: dict[Short, Short | bool] | None = None
    seats: Annotated[list[SeatChoice], Field(max_length=16)] | None = None
    seed: Annotated[Text, StringConstraints(min_length=1, max_length=128)] | None = None
    start: Start | None = None
    clock: Clock | None = None


class Fork(Body):
    at: Seq
    seats: Annotated[list[SeatChoice], Field(max_length=16)] | None = None


class Act(Body):
    seq: Seq
    action: Words | None = None
    #: several orders, taken together until a die is rolled, something is revealed or the seat changes
    actions: Annotated[list[Words], Field(min_length=1, max_length=64)] | None = None
    key: Key | None = None


class Restart(Body):
    seq: Seq
    key: Key | None = None


class Undo(Restart):
    #: this many actions, or fewer if undo closes before
    times: Annotated[int, Field(ge=1, le=64, strict=True)] = 1


class Takeback(Body):
    to: Seq


class Answer(Body):
    agree: Annotated[bool, Field(strict=True)]
    #: what is agreed to: the moment, and the table's seq when it was asked for
    to: Seq
    seq: Seq


class HandOver(Body):
    agree: Annotated[bool, Field(strict=True)]
    seq: Seq


class Claim(Body):
    invitation: Invitation
    #: a key that the device made itself: then the request can be repeated safely
    token: Token | None = None


class OfSeat(Body):
    seat: SeatName | None = None


class Renew(Body):
    seat: SeatName | None = None
    token: Token | None = None


class Routine(Body):
    ask: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    bot: Short | None = None
    action: Words | None = None
    #: "phase": only until this phase is over
    until: Literal["phase"] | None = None
    seat: SeatName | None = None


class TakeOver(Body):
    seat: SeatName
    bot: Short | None = None


class Chat(Body):
    text: Annotated[Text, StringConstraints(min_length=1, max_length=500)]
    seat: SeatName | None = None


class Name(Body):
    name: Annotated[Text, StringConstraints(min_length=1, max_length=40)]
    seat: SeatName | None = None


class Notify(Body):
    webhook: Annotated[Text, StringConstraints(max_length=500)] | None = None
    email: Address | None = None
    seat: SeatName | None = None


class RefusalOut(BaseModel):
    rule: str
    text: str


class ErrorOut(BaseModel):
    error: str
    refusals: list[RefusalOut]
    seq: int | None = None


class Opened(BaseModel):
    id: str
    tokens: dict[str, str]
    invitations: dict[str, str]
    spectator: str
    host: str
    commitment: str


class SeqOut(BaseModel):
    seq: int


class TakenOut(BaseModel):
    seq: int
    taken: int


class ClaimOut(BaseModel):
    seat: str
    token: str


class InvitationOut(BaseModel):
    seat: str
    invitation: str


class WhyNotOut(BaseModel):
    legal: bool
    refusals: list[RefusalOut]


class HexesOut(BaseModel):
    hexes: list[str]


class RollOut(BaseModel):
    n: int
    sides: int
    value: int
    at: int


class DiceOut(BaseModel):
    commitment: str
    seed: str | None
    seed_chosen: bool
    rolls: list[RollOut]


Json = dict[str, Any]
