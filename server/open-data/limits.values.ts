/** Maximum calls of one address (IPv6: one /64) per minute, for feeds, changes and the catalogue API together. */
export const CALLS_A_MINUTE = 120
/** Maximum simultaneous downloads of feeds that are generated while they are read: changes, and those of one store. */
export const LIVE_FEEDS_OF_AN_ADDRESS = 2
export const LIVE_FEEDS_TOGETHER = 8
/** Maximum simultaneous downloads of full feeds, which come from a file. */
export const KEPT_FEEDS_OF_AN_ADDRESS = 4
export const KEPT_FEEDS_TOGETHER = 64
