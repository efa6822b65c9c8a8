"""Jam/fold spots: chips in, solved strategies and their hands out; tables, flops, trees, tournaments."""
