"""The first schema."""


revision = "0001"
down_revision = None
