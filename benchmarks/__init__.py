"""The figures of the performance table, one file each; `make bench` prints them."""
