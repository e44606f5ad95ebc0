"""
Serves the page and the moves on 127.0.0.1, to one browser alone.

A request makes the student's code run. So a request must show where it comes from:
- the path begins with a random token that only the printed address has;
- `Host` is this very address, so that other names that lead here (DNS rebinding) are refused;
- each change is a POST of JSON with this `Origin`, which no other site can send.

The standard library's server is enough for three small requests.
"""

from __future__ import annotations

import json
import secrets
import socket
import socketserver
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.game.tree import table
from grader.model.isolation import Isolation
from grader.model.sanitize import sanitize
from grader.render.pages.templating import render
from grader.text.isolation_text import isolation_sentence
from grader.widgets import PlayableBoard

if TYPE_CHECKING:
    from grader.play.game import Message, PlayRoom

LOOPBACK = "127.0.0.1"
MAX_BODY = 200  # bytes; the page sends at most 45
BODY_LENGTHS = frozenset(map(str, range(MAX_BODY + 1)))
READ_SECONDS = 10
"""A connection without a byte for so many wall seconds is dropped."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",  # the page itself states all else
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PlayServer(ThreadingHTTPServer):
    """A server that listens on a free port from its creation. `serve_forever` answers."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, room: PlayRoom, page: bytes, sides: str) -> None:
        """Serve `page`, and ask `room` for the moves of the AI, which plays one of `sides`."""
        self.room, self.page, self.sides = room, page, sides
        self.token = secrets.token_urlsafe(24)
        try:
            super().__init__((LOOPBACK, 0), _Handler)
        except OSError as error:
            raise UserError(f"no page can be served on {LOOPBACK} ({error.strerror})") from error

    @property
    def origin(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}"

    @property
    def url(self) -> str:
        return f"{self.origin}/{self.token}/"

    def server_bind(self) -> None:
        """Bind without the name of the host, whose look-up may take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_port = self.socket.getsockname()[1]

    def handle_error(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Report an error of ours. A closed connection, as on a reload, is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PlayServer
    server_version, sys_version = "grader", ""
    timeout = READ_SECONDS

    def do_GET(self) -> None:
        if self._is_refused(""):
            return
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)

    def do_POST(self) -> None:
        if self._is_refused("start", "ask", "bye"):
            return
        if self.headers.get("Origin") != self.server.origin:
            self.send_error(HTTPStatus.FORBIDDEN, "this request comes from another page")
            return
        body = self._body()
        if body is None:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        action = self.path.rpartition("/")[2]
        message = self._start_or_ask(action, body)
        if message is None:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        self._send(HTTPStatus.OK, "application/json", json.dumps(message).encode())
        if action == "bye":
            self.server.shutdown()

    def _start_or_ask(self, action: str, body: dict[str, object]) -> Message | None:
        if action == "bye":
            return {}
        if action == "start":
            return self.server.room.start()
        game, board = body.get("game"), body.get("board")
        if not isinstance(game, int) or not isinstance(board, str) or board not in table().index:
            return None
        position = table()[board]
        if position.over or position.turn not in self.server.sides:
            return None
        return self.server.room.ask(game, board)

    def _is_refused(self, *actions: str) -> bool:
        """Answer a request that is not one of the page's `actions`; return whether the request is refused."""
        if self.headers.get_all("Host") != [self.server.origin.removeprefix("http://")]:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return True
        start, slash, action = self.path.rpartition("/")
        # `compare_digest` takes all characters only as bytes.
        is_known = secrets.compare_digest((start + slash).encode(), f"/{self.server.token}/".encode())
        if not is_known or action not in actions:
            self.send_error(HTTPStatus.NOT_FOUND)
            return True
        return False

    def _body(self) -> dict[str, object] | None:
        length = self.headers.get("Content-Length", "")
        plain = self.headers.get("Transfer-Encoding") is None and self.headers.get_content_type() == "application/json"
        if not plain or length not in BODY_LENGTHS:
            return None
        try:
            body = json.loads(self.rfile.read(int(length)))
        except (ValueError, OSError):
            return None
        return body if isinstance(body, dict) else None

    def _send(self, status: HTTPStatus, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        """Write no log, because a log would hold the token."""


def play_page(main: str, function: str, sides: str, seconds: float, isolation: Isolation) -> bytes:
    """
    Return the page, as HTML, to play against `function` of the file `main`.

    The AI plays `sides`. A move may take `seconds` of CPU time.
    """
    return render(
        "play_page",
        {
            "main": sanitize(main),
            "function": function,
            "seconds": f"{seconds:g}",
            "playable_board": PlayableBoard(policy="", games=(), sides=sides, is_live=True),
            "isolation": isolation_sentence(isolation),
        },
        scripts=("playable_board.js", "live_opponent.js"),
        styles=("playable_board.css",),
        asks_its_server=True,
    )
