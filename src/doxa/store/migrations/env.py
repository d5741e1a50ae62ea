"""Run the migrations on the connection that `doxa.store.upgrade` hands over."""

from alembic import context

from doxa.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,
    render_as_batch=True,
)
context.run_migrations()
