import { countAttempt } from '#server/auth/attempt-limits.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { keepSentPicture } from '#server/uploads/keep-sent-picture.ts'
import type { WriteReviewInput } from './reviews.schema.ts'

/** The selected columns of a review's pictures, in order. */
export const PICTURES = {
  orderBy: { place: 'asc' },
  select: { place: true, file: { select: { sha256: true, width: true, height: true, colour: true } } },
} as const

interface SelectedPicture {
  place: number
  file: { sha256: string; width: number; height: number; colour: string }
}

/** Returns the pictures as pages show them. @param author the name below the review */
export const reviewPicturesOf = (
  pictures: readonly SelectedPicture[],
  author: string,
): Array<Picture & { place: number }> =>
  pictures.map(({ place, file: { sha256, width, height, colour } }, at) => ({
    place,
    name: mediaName(sha256),
    width,
    height,
    colour,
    alt: `Picture ${at + 1} of ${pictures.length} by ${author}`,
  }))

const PLACES = [1, 2, 3] as const

/** Pictures by position: a new file, or null to remove it. Unchanged positions have no entry. */
export type PictureChanges = Map<number, string | null>

/**
 * Examines and keeps a review's pictures one by one.
 * @throws AppError at the field of the first picture that cannot be kept
 */
export async function keepPictures(
  { db, dataDir, visit, viewer }: Pick<SignedInAsk, 'db' | 'dataDir' | 'visit' | 'viewer'>,
  input: WriteReviewInput,
): Promise<PictureChanges> {
  const changes: PictureChanges = new Map()
  for (const place of PLACES) {
    const bytes = input[`picture${place}`]
    if (bytes?.length) {
      await countAttempt('reviewPicture', visit, viewer.userId)
      const kept = await keepSentPicture({ db, dataDir }, bytes, { slot: 'reviewPicture', owner: viewer.userId }).catch(
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error
          throw new AppError(error.code, error.message, { field: `picture${place}`, cause: error })
        },
      )
      changes.set(place, kept.id)
    } else if (input[`remove${place}`]) changes.set(place, null)
  }
  return changes
}
