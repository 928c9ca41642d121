/** Everything around the map. Each part listens to the table and draws itself. */
import { Cards } from "./cards.js";
import { Inspect } from "./inspect.js";
import { Log } from "./log.js";
import { OddsPanel } from "./odds.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Prompt } from "./prompt.js";
import { Replay } from "./replay.js";
import { Report } from "./report.js";
import { Routine } from "./routine.js";
import { RuleBook } from "./rules.js";
import { Seats } from "./seats.js";
import { Sequence } from "./sequence.js";
import { Sheets } from "./sheets.js";
import { Ticker } from "./ticker.js";
import { Tale } from "./tale.js";
import { Tools } from "./tools.js";
import { Tracks } from "./tracks.js";
import { Ending } from "./ending.js";
import { Travel } from "./travel.js";
import { Yours } from "./yours.js";

export class Parts {
  /** @param {import("./table.js").Table} t */
  constructor(t) {
    this.cards = new Cards(t);
    this.rules = new RuleBook(t);
    this.panel = new Panel(t);
    this.tracks = new Tracks(t, this.panel);
    this.log = new Log(t, this.panel);
    this.seats = new Seats(t, this.panel);
    this.routine = new Routine(t, this.seats.page);
    this.yours = new Yours(t, this.seats.page);
    this.travel = new Travel(t, this.seats.page);
    this.replay = new Replay(t);
    this.palette = new Palette(t);
    this.prompt = new Prompt(t);
    this.sequence = new Sequence(t);
    this.sheets = new Sheets(t);
    this.inspect = new Inspect(t);
    this.odds = new OddsPanel(t);
    this.report = new Report(t);
    this.tale = new Tale(t);
    this.tools = new Tools(t);
    this.ticker = new Ticker(t);
    this.ending = new Ending(t);
  }
}
