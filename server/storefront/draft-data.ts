import { z } from 'zod'
import {
  STORE_PICTURE_KINDS,
  STORE_TEXT_NAMES,
  type StorePictureKind,
  type StoreTextName,
} from './storefront.schema.ts'

/** A draft's change of a picture. `isNew`: the draft's row has the file. */
const draftPicture = z.discriminatedUnion('is', [
  z.object({ is: z.literal('removed') }),
  z.object({ is: z.literal('changed'), isNew: z.boolean(), fileName: z.string(), altText: z.string() }),
])
const draftData = z.object({
  texts: z.partialRecord(z.enum(STORE_TEXT_NAMES as [StoreTextName, ...StoreTextName[]]), z.string()),
  pictures: z.partialRecord(z.enum(STORE_PICTURE_KINDS as [StorePictureKind, ...StorePictureKind[]]), draftPicture),
})

/** A draft's changes to the page. Everything else stays unchanged. */
export type DraftData = z.output<typeof draftData>
export type DraftPicture = z.output<typeof draftPicture>

/** Reads the `data` of a draft's row. A discarded draft changes nothing. */
export function parseDraftData(row: { data: unknown; discardedAt: Date | null } | null): DraftData {
  const parsed = row && row.discardedAt === null ? draftData.safeParse(row.data) : null
  return parsed?.success ? parsed.data : { texts: {}, pictures: {} }
}

export const countChanges = ({ texts, pictures }: DraftData): number =>
  Object.keys(texts).length + Object.keys(pictures).length
