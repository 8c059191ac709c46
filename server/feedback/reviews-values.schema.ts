/** Characters, bytes and numbers of a review. */
export const REVIEW_LIMITS = {
  title: 120,
  comment: 5_000,
  leastComment: 10,
  pictures: 3,
  pictureBytes: 5 * 2 ** 20,
  /** Of the whole form: what does not fit is not read at all. */
  formBytes: 16 * 2 ** 20,
} as const
export const pictureIsTooLarge = 'A picture may have 5 MB at most. Please choose a smaller one.'

/** Best first, as they are listed. */
export const STARS = [5, 4, 3, 2, 1] as const

export const REVIEW_SORTS = ['newest', 'highest', 'lowest', 'helpful'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]
