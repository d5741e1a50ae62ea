"""The store: one SQL implementation on SQLAlchemy Core; it keeps what the service decided."""
