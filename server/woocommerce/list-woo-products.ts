import { createReadStream } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { readLines } from '#server/platform/csv-lines.ts'
import { FetchError, type Save } from '#server/platform/fetch-public.ts'
import { unreadable } from '#server/stores/store-error.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'
import type { ProductListing, StoreAccess } from '#server/stores/store-platform.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { FIELDS, PRODUCTS_PATH, fetchVariations } from './fetch-products.ts'
import { askWoo } from './rest-api.ts'
import { storeProductOf } from './woo-product.ts'

const PAGE_SIZE = 100
/** Pages overlap by this many products, because products deleted in the meantime shift the others. */
const OVERLAP = 20
const MEGABYTE = 2 ** 20

/** The data for a later run, which truncates the file to `bytes` and continues after the last product. */
const progress = z.object({ lastId: z.number(), offset: z.number(), bytes: z.number(), products: z.number() })
type Progress = z.infer<typeof progress>
const START: Progress = { lastId: 0, offset: 0, bytes: 0, products: 0 }

const listed = z.looseObject({ id: z.number().int().positive() })

/** Saves all products with their variations, one per line, in the order of their ids. A later run can continue. */
export async function listWooProducts(
  access: StoreAccess,
  { remembered, remember, tell, reserve, until, signal }: ProductListing,
): Promise<number | null> {
  let at: Progress = remembered === null ? START : progress.parse(JSON.parse(remembered) as unknown)
  const { draft, save, maxBytes } = await reserve(null)
  const target = await fs.open(draft, 'a+', 0o600)
  try {
    // Another machine may have started the list, and its draft is not here.
    if ((await target.stat()).size < at.bytes) at = START
    await target.truncate(at.bytes)
    // From now on prices have been read, so that the partner cannot change its currency.
    await remember(JSON.stringify(at))
    while (Date.now() < until) {
      const from = Math.max(0, at.offset - OVERLAP)
      const page = await fetchPage(access, from, signal)
      const first = page[0]
      if (from > 0 && (!first || first.id > at.lastId)) {
        // Goes back, because so many products were deleted that the page may have skipped some.
        at = { ...at, offset: Math.max(0, from - PAGE_SIZE) }
        continue
      }
      for (const product of page) {
        if (product.id <= at.lastId) continue
        const variations = await fetchVariations(access, product, { signal })
        const bytes = await append(target, at.bytes, { product, variations }, maxBytes)
        at = { ...at, lastId: product.id, bytes, products: at.products + 1 }
        // Stops here, because a product with many variations must not delay the end of a run.
        if (Date.now() >= until) break
      }
      const isPageDone = page.every(({ id }) => id <= at.lastId)
      if (isPageDone && page.length < PAGE_SIZE) return await store(draft, at, save)
      if (isPageDone) at = { ...at, offset: from + page.length }
      await remember(JSON.stringify(at))
      await tell(at.products)
    }
    return null
  } finally {
    await target.close()
  }
}

async function store(draft: string, { bytes }: Progress, save: Save): Promise<number> {
  if (bytes === 0) throw new AppError('bad_input', 'Your store has no products yet. Nothing was changed.')
  await save(createReadStream(draft))
  await fs.rm(draft, { force: true })
  return bytes
}

async function fetchPage(access: StoreAccess, offset: number, signal: AbortSignal) {
  const query = { per_page: PAGE_SIZE, offset, orderby: 'id', order: 'asc', status: 'any', _fields: FIELDS }
  return parseAnswer(
    z.array(listed).max(PAGE_SIZE),
    await askWoo(access, PRODUCTS_PATH, { signal, query }),
    'its products',
  )
}

/** @returns the file's length */
async function append(target: FileHandle, at: number, line: object, maxBytes: number): Promise<number> {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  if (at + bytes.length > maxBytes)
    throw new FetchError('too_large', `its products are larger than ${Math.floor(maxBytes / MEGABYTE)} MB`)
  await target.write(bytes)
  return at + bytes.length
}

const saved = z.object({ product: z.unknown(), variations: z.array(z.unknown()) })

/** Reads the file of `listWooProducts`. @throws StoreError bad_answer */
export async function* readProductList(source: CsvSource): AsyncGenerator<StoreProduct> {
  const now = new Date()
  for await (const lines of readLines(source))
    for (const { text } of lines) {
      if (text === '') continue
      const { product, variations } = parseAnswer(saved, parse(text), 'a product')
      yield storeProductOf(product, variations, now)
    }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('a product')
  }
}
