"""Ground of all packages: errors, displayable results, progress, storage, parallel work, kernels."""
