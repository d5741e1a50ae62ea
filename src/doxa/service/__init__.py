"""The service: everything a face may ask of the memory, and the ports it needs to answer."""
