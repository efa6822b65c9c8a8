"""Video poker: exact values of any pay table, holds, strategy lists, training, simulation."""
