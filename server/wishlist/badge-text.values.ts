/** Maximum number that fits in a badge. */
const MAX_SHOWN = 99

/** Returns '7' or '99+'; empty for none. */
export const badgeText = (count: number): string =>
  count > MAX_SHOWN ? `${MAX_SHOWN}+` : count > 0 ? String(count) : ''

/** The accessible text of a badge's number. Not used if nothing is saved and the badge only shows news. */
export const SAVED = ' saved'
