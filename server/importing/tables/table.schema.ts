import { z } from 'zod'

/** What a table can be written in, with the name that partners read. */
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

/** What the partner says about a file; whatever is missing is detected. */
export const chosenReading = z.object({
  encoding: z.enum(ENCODING_IDS).optional(),
  separator: z.enum(SEPARATOR_IDS).optional(),
  /** The line with the names of the columns, from 1. */
  headerLine: z.number().int().min(1).max(1_000).optional(),
  /** Products with a price of 0 are free, and no mistake. */
  takesFree: z.boolean().optional(),
})
export type ChosenReading = z.infer<typeof chosenReading>

/** How a file of products is written, and its first lines. */
export const tableLayout = z.object({
  kind: z.enum(['table', 'xml']).default('table'),
  encoding: z.enum(ENCODING_IDS),
  separator: z.enum(SEPARATOR_IDS),
  headerLine: z.number().int().default(1),
  header: z.array(z.string()),
  /** The first ones. */
  rows: z.array(z.array(z.string())),
  /** Of `presets/`; null for any other table. */
  preset: z.string().nullable().default(null),
  /** The rows of a product do not follow each other. */
  isScattered: z.boolean().default(false),
  chosen: chosenReading.default({}),
})
export type TableLayout = z.infer<typeof tableLayout>
