/** What ask-matrix.ts ends with when a cell is not as the matrix says: a crash ends with 1. */
export const NOTICED = 3
