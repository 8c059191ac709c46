import { z } from 'zod'

/** The supported encodings, with the names that partners see. */
export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  macintosh: 'Mac OS Roman',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
  'euc-kr': 'EUC-KR',
  big5: 'Big5',
} as const
export type Encoding = keyof typeof ENCODINGS
export const ENCODING_IDS = Object.keys(ENCODINGS) as Encoding[]

export const SEPARATORS = { ',': 'Commas', ';': 'Semicolons', '\t': 'Tabs', '|': 'Pipes' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_IDS = Object.keys(SEPARATORS) as Separator[]

/** The partner's settings for a file. Missing ones are detected. */
export const chosenReading = z.object({
  encoding: z.enum(ENCODING_IDS).optional(),
  separator: z.enum(SEPARATOR_IDS).optional(),
  /** The line of the header, from 1. */
  headerLine: z.number().int().min(1).max(1_000).optional(),
  /** Whether products with a price of 0 are intentionally free. */
  takesFree: z.boolean().optional(),
})
export type ChosenReading = z.infer<typeof chosenReading>

/** The layout of a product file, and its first lines. */
export const tableLayout = z.object({
  kind: z.enum(['table', 'xml']).default('table'),
  encoding: z.enum(ENCODING_IDS),
  separator: z.enum(SEPARATOR_IDS),
  headerLine: z.number().int().default(1),
  header: z.array(z.string()),
  /** The first rows. */
  rows: z.array(z.array(z.string())),
  /** A name in `presets/`; null for any other table. */
  preset: z.string().nullable().default(null),
  /** The column that contains currencies, regardless of its name; null if there is none. */
  currencyAt: z.number().int().nullable().default(null),
  /** Whether other rows come between the rows of a product. */
  isScattered: z.boolean().default(false),
  chosen: chosenReading.default({}),
})
export type TableLayout = z.infer<typeof tableLayout>
