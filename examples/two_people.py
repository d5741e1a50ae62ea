"""Two people, one database: neither sees the other, and each may speak of the other.

    python examples/two_people.py

It prints:

    ana: I live in Oslo.
    ben: I live in Bergen.
    ana about Ben: My friend Ben lives in Bergen.
    ben is asked for ana's memory: refused (MemoryNotFound)
    ana forgets Ben; ben still has: ['I live in Bergen.']
"""

from __future__ import annotations

import doxa
from doxa.errors import MemoryNotFound


def main() -> None:
    with doxa.open(":memory:") as memory:
        ana, ben = memory.owner("ana"), memory.owner("ben")
        ana.remember("I live in Oslo.")
        about_ben = ana.remember("My friend Ben lives in Bergen.").memory
        ben.remember("I live in Bergen.")
        assert about_ben is not None

        for name, owner in (("ana", ana), ("ben", ben)):
            print(f"{name}:", owner.verdict("where do I live?").fact)
        print("ana about Ben:", next(item.text for item in ana.list(subject="Ben")))
        try:
            ben.get(about_ben.id)
        except MemoryNotFound as error:
            print("ben is asked for ana's memory: refused", f"({type(error).__name__})")
        ana.forget(about_ben.id)
        print("ana forgets Ben; ben still has:", [item.text for item in ben.list()])


if __name__ == "__main__":
    main()
