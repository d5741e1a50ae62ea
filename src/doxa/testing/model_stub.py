"""A stub of a model's provider: a real HTTP server on this machine that answers as it is told.

It speaks the chat completions of OpenAI, the messages of Anthropic and Google's generateContent, and
keeps every request, so that a test can read what was sent.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Request:
    """What a client sent; ``text`` is all of it, as one would search it."""

    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def text(self) -> str:
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def tool(self) -> str | None:
        """The name of the tool through which the answer is wanted; None where it is wanted as text."""
        if not self.body.get("tools"):
            return None
        first = self.body["tools"][0]
        if "functionDeclarations" in first:
            return str(first["functionDeclarations"][0]["name"])
        return str(first.get("function", first)["name"])


@dataclass(frozen=True)
class Answer:
    """A call of the tool that was offered; where none was, the same as the text of a message.

    A text instead of arguments is sent as it is, broken or not.
    """

    arguments: Mapping[str, Any] | str


@dataclass(frozen=True)
class Says:
    """A message without a tool call."""

    text: str


@dataclass(frozen=True)
class Status:
    """An HTTP status with this body."""

    code: int
    body: str = '{"error": {"message": "no"}}'
    headers: Mapping[str, str] = field(default_factory=dict)


class Silence:
    """Nothing at all until the stub is closed."""


Reply = Answer | Says | Status | Silence
Script = Reply | Callable[[Request], Reply]


class ModelStub:
    """A context manager; what is asked once the script is over is refused with 418."""

    def __init__(self, *script: Script) -> None:
        self._script = deque(script)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.requests: list[Request] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def url(self, provider: str) -> str:
        base = f"http://127.0.0.1:{self._server.server_address[1]}"
        return f"{base}/v1" if provider == "openai" else base

    def then(self, *script: Script) -> None:
        with self._lock:
            self._script.extend(script)

    def reply_to(self, request: Request) -> Status | None:
        """What goes back for the next request; None for silence, after which there is nothing to say."""
        with self._lock:
            self.requests.append(request)
            reply = self._script.popleft() if self._script else Status(418)
        if not isinstance(reply, (Answer, Says, Status, Silence)):
            reply = reply(request)
        if isinstance(reply, Silence):
            self._closing.wait()
            return None
        if isinstance(reply, Answer) and request.tool is None:
            reply = Says(_as_text(reply))
        return reply if isinstance(reply, Status) else Status(200, _message(request, reply))

    def __enter__(self) -> ModelStub:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(stub: ModelStub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = stub.reply_to(Request(self.path, dict(self.headers.items()), json.loads(body)))
            if reply is None:
                self.close_connection = True
                return
            payload = reply.body.encode("utf-8")
            self.send_response(reply.code)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
            """Nothing is printed."""

    return Handler


def _message(request: Request, reply: Answer | Says) -> str:
    for path, shape in SHAPES.items():
        if path in request.path:
            return json.dumps(shape(request, reply))
    raise ValueError(f"no provider is asked by {request.path}")


def _chat_completion(request: Request, reply: Answer | Says) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None}
    if isinstance(reply, Says):
        message["content"] = reply.text
    else:
        function = {"name": request.tool, "arguments": _as_text(reply)}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "stub",
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "stop" if isinstance(reply, Says) else "tool_calls",
            }
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def _anthropic_message(request: Request, reply: Answer | Says) -> dict[str, Any]:
    if isinstance(reply, Says):
        content: dict[str, Any] = {"type": "text", "text": reply.text}
    else:
        content = {"type": "tool_use", "id": "toolu_1", "name": request.tool, "input": reply.arguments}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "stub",
        "content": [content],
        "stop_reason": "end_turn" if isinstance(reply, Says) else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def _generated_content(request: Request, reply: Answer | Says) -> dict[str, Any]:
    if isinstance(reply, Says):
        part: dict[str, Any] = {"text": reply.text}
    else:
        part = {"functionCall": {"name": request.tool, "args": reply.arguments}}
    return {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
        "modelVersion": "stub",
        "responseId": "r1",
    }


def _as_text(answer: Answer) -> str:
    return answer.arguments if isinstance(answer.arguments, str) else json.dumps(answer.arguments)


SHAPES: dict[str, Callable[[Request, Answer | Says], dict[str, Any]]] = {
    "/chat/completions": _chat_completion,
    "/messages": _anthropic_message,
    ":generateContent": _generated_content,
}
