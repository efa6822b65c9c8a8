"""What commands print as JSON and the API answers: the contract, type by type.

Keys may be added, never renamed or given another meaning.  Numbers named ``*_bb`` are chips
divided by the big blind; ``*_chips`` and EVs without a unit are chips, net results from the
start of the hand; ``*_percent`` go from 0 to 100; other shares and chances from 0 to 1.
Unknown numbers are null.
"""
