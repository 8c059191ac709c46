/** The limits of a review, in characters, bytes and numbers. */
export const REVIEW_LIMITS = {
  title: 120,
  comment: 5_000,
  size: 40,
  leastComment: 10,
  pictures: 3,
  pictureBytes: 5 * 2 ** 20,
  /** For the whole form. A larger form is not read at all. */
  formBytes: 16 * 2 ** 20,
} as const
export const pictureIsTooLarge = 'Images can be up to 5 MB. Please choose a smaller one.'

/** The fit of the purchase. */
export const FITS = ['ran_small', 'true_to_size', 'ran_large'] as const
export type Fit = (typeof FITS)[number]
export const FIT_NAMES: Readonly<Record<Fit, string>> = {
  ran_small: 'Ran small',
  true_to_size: 'True to size',
  ran_large: 'Ran large',
}

/** Returns a review's answers about the fit: 'Ran small, size M'; null without any. */
export function fitWords({ fit, sizeBought }: { fit: Fit | null; sizeBought: string | null }): string | null {
  if (!fit) return sizeBought ? `Size ${sizeBought}` : null
  return sizeBought ? `${FIT_NAMES[fit]}, size ${sizeBought}` : FIT_NAMES[fit]
}

/** Best first, as they are listed. */
export const STARS = [5, 4, 3, 2, 1] as const

export const REVIEW_SORTS = ['newest', 'highest', 'lowest', 'helpful'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
