import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { MAX_REVIEW_REASON_CHARACTERS } from './promotion-values.schema.ts'

const PICTURE_QUEUES = ['unseen', 'taken_down'] as const

export const storePicturesQuery = z.object({
  state: z.enum(PICTURE_QUEUES).catch('unseen').default('unseen'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})
export type StorePicturesQuery = z.output<typeof storePicturesQuery>

/** The pictures on a page of the queue. A replaced picture has another id, so it is not found any more. */
export const seePicturesInput = z.object({ pictureIds: z.array(z.uuid()).min(1).max(100) })

export const takePictureDownInput = z.object({
  pictureId: z.uuid(),
  reason: paragraphs('Enter a reason. The partner will see it', MAX_REVIEW_REASON_CHARACTERS),
})
export const pictureIdInput = z.object({ pictureId: z.uuid() })
