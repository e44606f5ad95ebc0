"""The server answers one page on this machine, and nobody else."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from typing import cast

import pytest

from grader.play import server as play_server
from grader.play.game import PlayRoom
from grader.play.server import LOOPBACK, PlayServer

ASK = '{"game": 1, "board": "........."}'


@dataclass
class FakeRoom:
    """Notes what it is asked."""

    asked: list[object] = field(default_factory=list)

    def start(self) -> dict[str, object]:
        """Begin game 1."""
        self.asked.append("start")
        return {"game": 1}

    def ask(self, number: int, board: str) -> dict[str, object]:
        """Play the centre."""
        self.asked.append((number, board))
        return {"cell": 4}


@pytest.fixture
def room() -> FakeRoom:
    """Return a room that runs nothing."""
    return FakeRoom()


@pytest.fixture
def server(room: FakeRoom) -> Iterator[PlayServer]:
    """Return a running server, for an AI that plays X."""
    with PlayServer(cast("PlayRoom", room), b"<!doctype html>the page", "X") as made:
        thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def sent(server: PlayServer, method: str, path: str, body: str | None = None, **headers: str | None) -> HTTPResponse:
    """Send what the page would, but for the headers given; one that is None is left out."""
    usual = {"Host": f"{LOOPBACK}:{server.server_port}"}
    if method == "POST":
        usual |= {"Origin": server.origin, "Content-Type": "application/json", "Content-Length": str(len(body or ""))}
    connection = HTTPConnection(LOOPBACK, server.server_port, timeout=5)
    connection.putrequest(method, path.replace("TOKEN", server.token), skip_host=True, skip_accept_encoding=True)
    for name, value in {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body.encode() if body else None)
    return connection.getresponse()


def test_the_page_is_served_under_its_secret_address(server: PlayServer) -> None:
    """With headers that keep it out of frames, caches and other sites."""
    answer = sent(server, "GET", "/TOKEN/")

    assert (200, b"<!doctype html>the page") == (answer.status, answer.read())
    assert "frame-ancestors 'none'" == answer.getheader("Content-Security-Policy")
    assert ("no-store", "nosniff") == (answer.getheader("Cache-Control"), answer.getheader("X-Content-Type-Options"))
    assert ("grader", "no-referrer") == (answer.getheader("Server", "").strip(), answer.getheader("Referrer-Policy"))
    assert server.url == f"http://127.0.0.1:{server.server_port}/{server.token}/"
    assert len(server.token) >= 32


def test_nothing_listens_but_on_the_loopback_address(server: PlayServer) -> None:
    """Another machine reaches nothing, nor does another address of this one."""
    assert LOOPBACK == server.socket.getsockname()[0]
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", server.server_port), timeout=2)


def test_a_game_is_started_and_a_move_asked_for(server: PlayServer, room: FakeRoom) -> None:
    """As JSON, both ways."""
    assert {"game": 1} == json.load(sent(server, "POST", "/TOKEN/start", "{}"))
    assert {"cell": 4} == json.load(sent(server, "POST", "/TOKEN/ask", ASK))
    assert ["start", (1, "." * 9)] == room.asked


@pytest.mark.parametrize(
    ("status", "request_line", "headers"),
    [
        (404, "GET /", {}),
        (404, "GET /TOKEN", {}),
        (404, "GET /TOKENx/", {}),
        (404, "GET /TOKEN/../TOKEN/", {}),
        (404, "GET /TOKEN/ask", {}),
        (404, "POST /ask", {}),
        (404, "POST /TOKEN/", {}),
        (404, "POST /TOKEN/kill", {}),
        (421, "GET /TOKEN/", {"Host": "evil.example"}),
        (421, "GET /TOKEN/", {"Host": "localhost"}),
        (421, "GET /TOKEN/", {"Host": None}),
        (421, "POST /TOKEN/ask", {"Host": "evil.example", "Origin": "http://evil.example"}),
        (403, "POST /TOKEN/start", {"Origin": "http://evil.example"}),
        (403, "POST /TOKEN/bye", {"Origin": None}),
        (403, "POST /TOKEN/bye", {"Origin": "null"}),
        (403, "POST /TOKEN/ask", {"Origin": "http://127.0.0.1"}),
        (400, "POST /TOKEN/ask", {"Content_Type": "text/plain"}),
        (400, "POST /TOKEN/ask", {"Content_Type": "application/x-www-form-urlencoded"}),
        (400, "POST /TOKEN/ask", {"Content_Type": None}),
        (400, "POST /TOKEN/ask", {"Content_Length": None}),
        (400, "POST /TOKEN/ask", {"Content_Length": "-1"}),
        (400, "POST /TOKEN/ask", {"Content_Length": "201"}),
        (400, "POST /TOKEN/ask", {"Content_Length": "99999999999999999999"}),
        (400, "POST /TOKEN/ask", {"Transfer_Encoding": "chunked"}),
        (501, "PUT /TOKEN/ask", {}),
        (501, "OPTIONS /TOKEN/ask", {}),
        (501, "HEAD /TOKEN/", {}),
        (501, "CONNECT evil.example:443", {}),
    ],
)
def test_what_the_page_would_not_send_is_refused(
    status: int, request_line: str, headers: dict[str, str | None], server: PlayServer, room: FakeRoom
) -> None:
    """Other sites, names that were rebound to this address, forms, other methods; nothing is asked of the room."""
    method, path = request_line.split()
    answer = sent(server, method, path, ASK if method == "POST" else None, **headers)

    assert status == answer.status
    assert b"the page" not in answer.read()
    assert [] == room.asked


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "[" * 199,
        "{}",
        '{"game": "1", "board": "........."}',
        '{"game": 1, "board": null}',
        '{"game": 1, "board": ["."]}',
        '{"game": 1, "board": ""}',
        '{"game": 1, "board": "XXXXXXXXX"}',
        '{"game": 1, "board": "XX.OO...."',
        '{"game": 1, "board": "X........"}',
        '{"game": 1, "board": "XXX.OO..."}',
        '{"game": 1, "board": "XOXXOXOXO"}',
    ],
)
def test_only_open_boards_of_a_game_are_asked_about(body: str, server: PlayServer, room: FakeRoom) -> None:
    """Where it is the AI's turn; all else is no request of the page's."""
    assert 400 == sent(server, "POST", "/TOKEN/ask", body).status
    assert [] == room.asked


def test_a_request_that_never_ends_is_dropped(server: PlayServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes its thread for some seconds and no more."""
    monkeypatch.setattr(play_server._Handler, "timeout", 0.1)  # noqa: SLF001 - the server's own limit
    with socket.create_connection((LOOPBACK, server.server_port), timeout=5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ")

        assert b"" == connection.recv(100)


@pytest.mark.parametrize(
    "line", [b"GET /\xe9/ HTTP/1.1", b"GET /\x00\x1b HTTP/1.1", b"\xff" * 300, b"GET / HTTP/9.9", b"\r\n"]
)
def test_nonsense_is_answered_with_an_error(
    line: bytes, server: PlayServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or with nothing; and nothing of it reaches the terminal."""
    with socket.create_connection((LOOPBACK, server.server_port), timeout=5) as connection:
        host = f"127.0.0.1:{server.server_port}".encode()
        connection.sendall(line + b"\r\nHost: " + host + b"\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        answer = connection.makefile("rb").read()

    assert b"the page" not in answer
    assert b" 200 " not in answer
    assert ("", "") == capsys.readouterr()


def test_the_page_ends_the_server(room: FakeRoom) -> None:
    """With an answer, so that the page can say so."""
    with PlayServer(cast("PlayRoom", room), b"", "X") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        assert 200 == sent(server, "POST", "/TOKEN/bye", "{}").status
        thread.join(5)

        assert not thread.is_alive()
