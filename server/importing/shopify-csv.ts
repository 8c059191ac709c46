import { AppError } from '#server/platform/errors.ts'
import { refuseNonText, type CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import type { Columns } from './product-columns.ts'
import { readProductGroups, type ProductGroup, type ProductRules } from './product-groups.ts'
import { pictureUrl } from './read-images.ts'
import { readColumns } from './shopify-columns.ts'

/**
 * Checks that a file is a Shopify product CSV, without reading its products.
 * @throws AppError bad_input saying what is wrong with it.
 */
export async function checkShopifyCsv(source: CsvSource): Promise<void> {
  await refuseNonText(source)
  let columns = null as Columns | null
  for await (const records of readRecords(source)) {
    for (const { cells } of records) {
      if (columns) return
      columns = readColumns(cells ?? [])
    }
  }
  throw new AppError(
    'bad_input',
    columns ? 'There are no products in the file, only its first line.' : 'The file is empty.',
  )
}

/**
 * Reads a Shopify product CSV product by product. Keeps only the present product and the handles so far in memory.
 * Shopify writes the rows of one handle together, so a row that returns to an earlier handle is an error. Call
 * checkShopifyCsv first.
 */
export const readShopifyCsv = (source: CsvSource, rules: ProductRules): AsyncGenerator<ProductGroup> =>
  readProductGroups(readRecords(source), readColumns, rules)

/** The lines on which the file first names these pictures; others are missing in the answer. */
export async function findPictures(
  source: CsvSource,
  urls: ReadonlySet<string>,
): Promise<Map<string, { line: number; handle: string }>> {
  const found = new Map<string, { line: number; handle: string }>()
  let columns = null as Columns | null
  for await (const records of readRecords(source)) {
    for (const { line, cells } of records) {
      if (!columns) columns = readColumns(cells ?? [])
      else if (cells) {
        for (const field of ['imageUrl', 'variantImage'] as const) {
          const url = pictureUrl(columns.read(cells, field))
          if (url && urls.has(url) && !found.has(url)) found.set(url, { line, handle: columns.read(cells, 'handle') })
        }
      }
    }
  }
  return found
}
