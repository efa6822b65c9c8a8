"""Built things, kept: record, checksum, lock; written whole or not at all."""
