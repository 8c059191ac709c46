// Beside paths.ts, which is in the script of every page: most pages have no link to these.

/** What is ranked on the device. */
export const tastePaths = {
  forYou: () => '/for-you',
  /** The products that every device ranks for itself, as JSON: the same for everybody. */
  pool: () => '/for-you/pool',
}
