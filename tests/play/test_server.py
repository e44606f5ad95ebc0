"""The server answers one page on this machine, and nobody else."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from typing import cast

import pytest

from grader.play import server as play_server
from grader.play.play_room import PlayRoom
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


def test_a_byte_now_and_then_does_not_keep_a_connection_open(
    server: PlayServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline is one for the whole request."""
    monkeypatch.setattr(play_server._Handler, "timeout", 0.2)  # noqa: SLF001 - the server's own limit
    with socket.create_connection((LOOPBACK, server.server_port), timeout=5) as connection:
        sent_bytes = 0
        try:
            while sent_bytes < 500:
                connection.sendall(b"G")
                sent_bytes += 1
                time.sleep(0.02)
        except ConnectionError:
            pass

    assert sent_bytes < 500


def test_connections_without_a_request_keep_nobody_out(room: FakeRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest of them is dropped for each that comes, so the page is always served."""
    monkeypatch.setattr(play_server, "MAX_REQUESTS", 2)
    with PlayServer(cast("PlayRoom", room), b"the page", "X") as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        waiting = [socket.create_connection((LOOPBACK, server.server_port), timeout=5) for _ in range(6)]
        for connection in waiting:
            connection.sendall(b"G")
        for connection in waiting[:-2]:  # all have arrived when these are dropped
            with contextlib.suppress(ConnectionResetError):
                assert connection.recv(1) == b""

        assert [200] * 4 == [sent(server, "GET", "/TOKEN/").status for _ in range(4)]
        assert {"game": 1} == json.loads(sent(server, "POST", "/TOKEN/start", "{}").read())
        for connection in waiting:
            connection.close()
        server.shutdown()


def test_a_request_of_the_page_is_not_dropped_while_it_is_answered(
    room: FakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search may take long; whoever comes meanwhile and sends nothing waits in vain."""
    monkeypatch.setattr(play_server, "MAX_REQUESTS", 1)
    asked, answer = threading.Event(), threading.Event()

    def ask(_number: int, _board: str) -> dict[str, object]:
        asked.set()
        answer.wait(5)
        return {"cell": 4}

    monkeypatch.setattr(room, "ask", ask)
    with PlayServer(cast("PlayRoom", room), b"the page", "X") as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        answers: list[HTTPResponse] = []
        asking = threading.Thread(target=lambda: answers.append(sent(server, "POST", "/TOKEN/ask", ASK)))
        asking.start()
        asked.wait(5)
        with socket.create_connection((LOOPBACK, server.server_port), timeout=5) as idle:
            assert b"" == idle.recv(100)
        answer.set()
        asking.join(5)

        assert [{"cell": 4}] == [json.loads(one.read()) for one in answers]
        server.shutdown()


def test_the_page_ends_the_server(room: FakeRoom) -> None:
    """With an answer, so that the page can say so."""
    with PlayServer(cast("PlayRoom", room), b"", "X") as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        assert 200 == sent(server, "POST", "/TOKEN/bye", "{}").status
        thread.join(5)

        assert not thread.is_alive()
