// Kept out of paths.ts, which every page loads, because most pages have no links to these.

/** The pages of products ranked on the device. */
export const tastePaths = {
  forYou: () => '/for-you',
  /** The products to rank on the device, as JSON. The same for everyone. */
  pool: () => '/for-you/pool',
}
