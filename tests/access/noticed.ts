/** The exit code of ask-matrix.ts when a cell differs from the matrix. A crash exits with 1. */
export const NOTICED = 3
