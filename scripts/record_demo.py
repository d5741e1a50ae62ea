"""Record `doxa demo` as the picture of the README: docs/images/demo.svg.

    .venv/bin/python scripts/record_demo.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from doxa.faces.cli.demo import run_demo
from doxa.faces.cli.session import out

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "demo.svg"


def main() -> None:
    sys.argv[0] = "doxa"
    out.width, out.record, out.soft_wrap = 116, True, False
    run_demo()
    PICTURE.parent.mkdir(exist_ok=True)
    out.save_svg(str(PICTURE), title="doxa demo")


if __name__ == "__main__":
    main()
