"""A DynamoDB database for each test of pytest."""

from .database import Database, DynalabError

__all__ = ["Database", "DynalabError"]
