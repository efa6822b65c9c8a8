"""Storage of built things and databases: record, checksum, lock; written whole or not at all.

`Artifact` describes a thing and opens, verifies, writes and removes it; `load_or_build`
is for things made in one go, `BlockStore` for work that is stored block by block.
`Database` opens, guards and waits for SQLite files, `repair` saves what is whole of a damaged one.
Nothing here knows what is stored.
"""
