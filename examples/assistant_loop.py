"""An assistant with a memory: read before it answers, write after it was told.

`answer` is a stand-in for a language model: it only looks for what it was handed.  The loop
around it is what a real one looks like.

    python examples/assistant_loop.py

It prints:

    you:       Hi! I'm allergic to peanuts.
    assistant: Noted.
    you:       I use 6 ounces of water per tablespoon of coffee.
    assistant: Noted.
    you:       Actually I've switched to 5 ounces of water per tablespoon of coffee.
    assistant: Noted.
    you:       How much water do I use for my coffee?
    assistant: You told me: "I've switched to 5 ounces of water per tablespoon of coffee." (89% sure)
    you:       Where did I park the car?
    assistant: I don't know. Tell me?
"""

from __future__ import annotations

import doxa

SAID = (
    "Hi! I'm allergic to peanuts.",
    "I use 6 ounces of water per tablespoon of coffee.",
    "Actually I've switched to 5 ounces of water per tablespoon of coffee.",
    "How much water do I use for my coffee?",
    "Where did I park the car?",
)


def answer(question: str, context: str) -> str:
    """What a model would do with the context, by a plain rule."""
    if not question.endswith("?"):
        return "Noted."
    notes = [line.removeprefix("- ") for line in context.splitlines() if line.startswith("- ")]
    return f"You told me: {notes[-1]}" if notes else "I don't know. Tell me?"


def main() -> None:
    with doxa.open(":memory:") as memory:
        ana = memory.owner("ana")
        turns: list[doxa.Turn] = []
        for said in SAID:
            context = ana.context(said, max_tokens=200)
            reply = answer(said, context.text)
            turns += [doxa.Turn("user", said), doxa.Turn("assistant", reply)]
            ana.capture(turns, source="session-1")  # takes only the turns that are new
            print(f"you:       {said}\nassistant: {reply}")


if __name__ == "__main__":
    main()
