"""The domain: what is remembered, why, and what may happen to it.  Values and rules, no I/O."""
