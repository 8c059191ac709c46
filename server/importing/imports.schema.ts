import { z } from 'zod'
import { OWN_FIELDS } from './own-fields.schema.ts'
import { chosenReading } from './tables/table.schema.ts'

/** Maximum bytes of a file that a partner uploads or that its feed returns. */
export const MAX_IMPORT_BYTES = 200 * 2 ** 20

export const FINDING_KINDS = ['created', 'changed', 'gone', 'refused', 'warning', 'limit'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

const importId = z.uuid()

/** The column index of each field. */
const mapping = z.partialRecord(z.enum(OWN_FIELDS), z.number().int().min(0).max(499))

export const beginImportInput = z.strictObject({
  fileName: z.string().transform(
    (name) =>
      name
        .replace(/[\u0000-\u001f\u007f]+/g, ' ')
        .trim()
        .slice(-120)
        .toWellFormed() || 'products.csv',
  ),
  byteSize: z
    .number()
    .int()
    .min(1, 'The file is empty.')
    .max(MAX_IMPORT_BYTES, `The file is larger than ${MAX_IMPORT_BYTES / 2 ** 20} MB, which is the limit.`)
    .nullable(),
})
export type BeginImportInput = z.infer<typeof beginImportInput>

export const importInput = z.strictObject({ importId })
export type ImportInput = z.infer<typeof importInput>

/** How to read a file, instead of our assumptions. */
export const readAgainInput = z.strictObject({ importId, chosen: chosenReading })
export type ReadAgainInput = z.infer<typeof readAgainInput>

export const mapColumnsInput = z.strictObject({ importId, mapping })
export type MapColumnsInput = z.infer<typeof mapColumnsInput>

export const applyImportInput = z.strictObject({ importId, gone: z.enum(['keep', 'archive']) })
export type ApplyImportInput = z.infer<typeof applyImportInput>

export const FINDINGS_PAGE = 50

export const findingsInput = z.strictObject({
  importId,
  kind: z.enum(FINDING_KINDS),
  page: z.number().int().min(1).max(40),
})
export type FindingsInput = z.infer<typeof findingsInput>

/** Maximum feeds of a partner. */
export const MAX_FEEDS = 5

export const HOURS = [6, 12, 24] as const

export const addFeedInput = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2_000, 'This URL is longer than 2,000 characters.')
    .refine((text) => URL.canParse(text) && /^https:$/.test(new URL(text).protocol), {
      message: 'Enter the URL of the file, starting with https://.',
    })
    .refine((text) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password), {
      message: 'We cannot use a URL that contains a password.',
    }),
  everyHours: z.union(HOURS.map((hours) => z.literal(hours))),
  gone: z.enum(['keep', 'archive']),
})
export type AddFeedInput = z.infer<typeof addFeedInput>

export const feedInput = z.strictObject({ feedId: z.uuid() })
export type FeedInput = z.infer<typeof feedInput>

export const exportProductsInput = z.strictObject({
  format: z.enum(['shopify', 'wtf']).catch('wtf'),
  status: z.enum(['all', 'active', 'draft', 'archived']).catch('all'),
})
export type ExportProductsInput = z.infer<typeof exportProductsInput>
