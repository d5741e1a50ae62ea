"""Import a chat that another program exported, after a look at what would be kept.

The export below has names of its own for things, as exports do.  The importer maps them to
turns and captures each conversation under its own id, so running it again adds only what
is new.  An update in the second conversation supersedes what the first half of it said.

    python examples/import_chat.py

It prints:

    would keep 3 claim(s)
    support-1: 3 new turn(s), 1 claim(s)
    support-2: 2 new turn(s), 2 claim(s)
    support-1 again: 1 new turn(s)
    support-2 again: 1 new turn(s)
    - I work at Equinor. (asserted)
    - I live in Oslo, near the harbour. (superseded)
    - I moved to Bergen last week. (asserted)
    - I prefer e-mail to phone calls. (asserted)
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import doxa

EXPORT = """
{"conversation": "support-1", "messages": [
  {"from": "ana", "sent": "2026-03-02T09:00Z", "body": "I work at Equinor. Can you reset my badge?"},
  {"from": "agent", "sent": "2026-03-02T09:01Z", "body": "Done. You are in Stavanger, right?"},
  {"from": "ana", "sent": "2026-03-02T09:02Z", "body": "Thanks!"}]}
{"conversation": "support-2", "messages": [
  {"from": "ana", "sent": "2026-04-10T09:00Z", "body": "I live in Oslo, near the harbour."},
  {"from": "ana", "sent": "2026-06-10T09:00Z", "body": "I moved to Bergen last week."}]}
"""


def conversations(export: str) -> Iterator[tuple[str, list[doxa.Turn]]]:
    """Each conversation's id with its turns; the company's agent is no evidence of the customer."""
    decoder, at = json.JSONDecoder(), 0
    while (at := len(export) - len(export[at:].lstrip())) < len(export):
        record, at = decoder.raw_decode(export, at)
        turns = [
            doxa.Turn(
                speaker=message["from"],
                text=message["body"],
                at=message["sent"],
                role="assistant" if message["from"] == "agent" else None,
            )
            for message in record["messages"]
        ]
        yield record["conversation"], turns


def main() -> None:
    with doxa.open(":memory:") as memory:
        ana = memory.owner("ana")
        chats = list(conversations(EXPORT))
        found = [claim for _, turns in chats for claim in ana.extract(turns, me="ana")]
        print(f"would keep {len(found)} claim(s)")
        for source, turns in chats:
            done = ana.capture(turns, source=source, me="ana")
            print(f"{source}: {done.new_turns} new turn(s), {len(done.claims)} claim(s)")
        for source, turns in chats:
            more = [*turns, doxa.Turn("ana", "I prefer e-mail to phone calls.", at="2026-06-11T09:00Z")]
            done = ana.capture(more, source=source, me="ana")
            print(f"{source} again: {done.new_turns} new turn(s)")
        for item in reversed(ana.list()):
            print("-", item.text, f"({item.stance})")


if __name__ == "__main__":
    main()
