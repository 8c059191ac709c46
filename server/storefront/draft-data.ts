import { z } from 'zod'
import {
  STORE_PICTURE_KINDS,
  STORE_TEXT_NAMES,
  type StorePictureKind,
  type StoreTextName,
} from './storefront.schema.ts'

/** What a draft changes of a picture. `isNew`: the draft's row names the file. */
const draftPicture = z.discriminatedUnion('is', [
  z.object({ is: z.literal('removed') }),
  z.object({ is: z.literal('changed'), isNew: z.boolean(), fileName: z.string(), altText: z.string() }),
])
const draftData = z.object({
  texts: z.partialRecord(z.enum(STORE_TEXT_NAMES as [StoreTextName, ...StoreTextName[]]), z.string()),
  pictures: z.partialRecord(z.enum(STORE_PICTURE_KINDS as [StorePictureKind, ...StorePictureKind[]]), draftPicture),
})

/** What a draft changes of the page; what it does not name stays as it is. */
export type DraftData = z.output<typeof draftData>
export type DraftPicture = z.output<typeof draftPicture>

/** The `data` of a draft's row. A discarded one changes nothing. */
export function readDraftData(row: { data: unknown; discardedAt: Date | null } | null): DraftData {
  const parsed = row && row.discardedAt === null ? draftData.safeParse(row.data) : null
  return parsed?.success ? parsed.data : { texts: {}, pictures: {} }
}

/** How many things a draft changes. */
export const countChanges = ({ texts, pictures }: DraftData): number =>
  Object.keys(texts).length + Object.keys(pictures).length
