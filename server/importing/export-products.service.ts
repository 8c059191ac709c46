import { stringify } from 'csv-stringify/sync'
import { productBatches } from '#server/catalogue/product-batches.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { loadProductsById } from '#server/products/load-products.ts'
import { neutralCell } from './csv-cell.ts'
import { exportHeader, exportRows } from './export-rows.ts'
import type { ExportProductsInput } from './imports.schema.ts'

/** The number of product ids read per batch. */
const PAGE = 200
/** Rows written at once: writing them one by one takes five times as long. */
const LINES_AT_ONCE = 50

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

const whereOf = ({ partner }: Pick<Ask, 'partner'>, { status }: ExportProductsInput) => ({
  partnerId: partner.id,
  deletedAt: null,
  ...(status === 'all' ? {} : { status }),
})

/** Returns an export's size and file name. */
export async function describeExport({ db, partner }: Ask, input: ExportProductsInput) {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const products = await db.product.count({ where: whereOf({ partner }, input) })
  const day = new Date().toISOString().slice(0, 10)
  return {
    partnerId: partner.id,
    products,
    fileName: `${input.format === 'shopify' ? 'shopify-' : ''}products-${day}.csv`,
  }
}

/**
 * Returns the partner's products as a CSV file in chunks of about 64 KB, in Shopify's columns or ours. Spreadsheets
 * evaluate none of its cells. Importing the file again changes nothing.
 */
export const exportProducts = (ask: Ask, input: ExportProductsInput): AsyncGenerator<string> =>
  inPieces(exportLines(ask, input))

async function* exportLines({ db, partner }: Ask, input: ExportProductsInput): AsyncGenerator<string> {
  yield '\uFEFF' + toLines([exportHeader(input.format)])
  let after = ''
  for (;;) {
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    const page = await db.product.findMany({
      where: { ...whereOf({ partner }, input), ...(after === '' ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: { id: true },
    })
    if (!page.length) return
    after = page.at(-1)?.id ?? ''
    const ids = page.map(({ id }) => id)
    for await (const batch of productBatches(db, ids)) {
      const products = await loadProductsById(db, partner.id, batch)
      let rows: string[][] = []
      for (const { product } of products.values())
        for (const row of exportRows(product, input.format)) {
          rows.push(row)
          if (rows.length < LINES_AT_ONCE) continue
          yield toLines(rows)
          rows = []
        }
      if (rows.length) yield toLines(rows)
    }
  }
}

const toLines = (rows: string[][]): string =>
  stringify(
    rows.map((cells) => cells.map(neutralCell)),
    // By default csv-stringify quotes a cell with CRLF, but not one with only CR or only LF.
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
