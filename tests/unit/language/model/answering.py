"""What a model is made to answer, and models that answer it without any server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from doxa.domain.claim import Segment
from doxa.language.model.answers import SaidClaim
from doxa.language.model.asking import Asker
from doxa.language.model.language_model import LanguageModel
from doxa.language.model.passages import Chunk, chunks

SATURDAY = datetime(2026, 3, 7, 9, tzinfo=UTC)
Arguments = Mapping[str, Any]


def turn(text: str, **given: Any) -> Segment:
    return Segment(text, **{"observed_at": SATURDAY, **given})


def reply(text: str) -> Segment:
    return turn(text, speaker="assistant", role="assistant", is_owner=False)


def said_by(speaker: str, text: str) -> Segment:
    return turn(text, speaker=speaker, role="other", is_owner=False)


def claim(quote: str, text: str | None = None, **given: Any) -> dict[str, Any]:
    """As a model writes it: of turn 1, about the owner, unless the test says otherwise."""
    return {
        "turn": 1,
        "quote": quote,
        "text": quote if text is None else text,
        "subject": "user",
        "subject_scope": "primary_user",
        **given,
    }


def said(quote: str, text: str | None = None, **given: Any) -> SaidClaim:
    return SaidClaim.model_validate(claim(quote, text, **given))


def chunk(*segments: Segment) -> Chunk:
    (only,) = chunks(segments)
    return only


def ruling(case: int, held: int, relation: str = "unrelated", **given: Any) -> dict[str, Any]:
    return {"case": case, "held": held, "relation": relation, "reason": "two attributes", **given}


class Scripted:
    """Answers with these arguments, one after the other, and keeps what it was sent."""

    def __init__(self, *answers: Arguments | Callable[[str], Arguments]) -> None:
        self._answers = list(answers)
        self.prompts: list[str] = []

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.prompts.append("\n".join(_texts(messages)))
        answer = self._answers.pop(0)
        arguments = answer(self.prompts[-1]) if callable(answer) else answer
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, dict(arguments))])

    def model(self, attempts: int = 3) -> LanguageModel:
        asker = Asker(lambda: FunctionModel(self), attempts=attempts, sleep=lambda _: None)
        return LanguageModel("openai:scripted", asker)


def _texts(messages: Sequence[ModelMessage]) -> list[str]:
    found: list[str] = []
    for part in (part for message in messages if isinstance(message, ModelRequest) for part in message.parts):
        content = getattr(part, "content", "")
        for item in content if isinstance(content, (list, tuple)) else [content]:
            found.extend([item] if isinstance(item, str) else [])
    return found
