/** The highest number that fits in a badge. */
const MAX_SHOWN = 99

/** '7', '99+'; '' for none. */
export const badgeText = (count: number): string =>
  count > MAX_SHOWN ? `${MAX_SHOWN}+` : count > 0 ? String(count) : ''

/** Said of the number in a badge. Not where nothing is saved, and the badge only shows that there are news. */
export const SAVED = ' saved'
