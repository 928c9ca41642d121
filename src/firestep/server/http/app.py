"""The application: routes, errors and limits together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match

import firestep
from firestep.engine.errors import FirestepError
from firestep.games import parts
from firestep.server.admin import pages
from firestep.server.errors import Refused
from firestep.server.http import api_games, api_seats, api_tables, live
from firestep.server.http.api_docs import docs_page
from firestep.server.http.limits import Limits, RequestLimits
from firestep.server.http.pages import Pages
from firestep.server.http.web import refusal, tagged
from firestep.server.settings import Settings
from firestep.server.tables.manager import TableManager

log = logging.getLogger("firestep.server")
SENTENCES = {
    404: "there is no such address; see /api/docs",
    405: "this address does not take that method; see /api/docs",
    400: "the request cannot be read; see /api/docs",
}


def make_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        manager = app.state.manager = TableManager(settings, app.state.limits.spent)
        await manager.start()
        nowhere = {"type": "http", "method": "GET", "path": "/-", "root_path": "", "headers": [], "app": app}
        for route in app.routes:  # the framework prepares its routes at the first request, which takes 0.1 s
            route.matches(nowhere)
        await run_in_threadpool(int)  # it also loads what threads need at the first route that runs in a thread
        yield
        await manager.stop()

    app = FastAPI(
        title="Firestep",
        version=firestep.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # served below, because making it takes long
        description="Tables of wargames: see docs/protocol.md.",
        redirect_slashes=False,
        # nothing collects this telemetry, and it costs time at every click
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.limits = Limits(settings.rate_limit)
    app.state.settings = settings
    the_pages = Pages(settings.web, {address: path for m in parts("extras") for address, path in m.files().items()})

    @app.exception_handler(Refused)
    async def refused(request: Request, e: Refused) -> Response:
        return refusal(e)

    @app.exception_handler(FirestepError)
    async def engine_error(request: Request, e: FirestepError) -> Response:
        return refusal(Refused(400, str(e)))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, e: RequestValidationError) -> Response:
        first = e.errors()[0]
        where = ".".join(str(p) for p in first["loc"][1:] if not isinstance(p, int) or len(first["loc"]) > 2) or "the body"
        return refusal(Refused(400, f"{where[:80]}: {first['msg'][:200]}"))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, e: HTTPException) -> Response:
        made = refusal(Refused(e.status_code, SENTENCES.get(e.status_code, str(e.detail))))
        made.headers.update(e.headers or {})
        return made

    app.include_router(api_games.router)
    app.include_router(api_tables.router)
    app.include_router(api_seats.router)
    app.include_router(live.router)
    app.include_router(pages.router)

    @cache
    def described() -> bytes:
        return to_json(app.openapi())

    # these two are not `async`: they run in threads
    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi(request: Request) -> Response:
        return tagged(request, described(), "application/json")

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> Response:
        return Response(docs_page(app.openapi()), media_type="text/html")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            other = any(route.matches(request.scope)[0] == Match.PARTIAL for route in app.routes)
            raise HTTPException(405 if other else 404)
        return the_pages.answer(request, path)

    app.add_middleware(GZipMiddleware, minimum_size=4000, compresslevel=1)
    app.add_middleware(RequestLimits, limits=app.state.limits, settings=settings)
    return app
