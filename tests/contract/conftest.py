from __future__ import annotations

import pytest

from doxa.testing.postgres import NoPostgres, a_database, server_url


@pytest.fixture
def postgres():
    """An engine on an empty PostgreSQL database; where no server can be started, the test is skipped."""
    try:
        server_url()
    except NoPostgres as reason:
        pytest.skip(str(reason))
    with a_database() as engine:
        yield engine
