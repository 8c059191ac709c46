// Not in paths.ts, which every page loads: most pages have no links to these.

/** The pages of products ranked on the device. */
export const tastePaths = {
  forYou: () => '/for-you',
  /** The products that every device ranks by itself, as JSON: the same for everyone. */
  pool: () => '/for-you/pool',
}
