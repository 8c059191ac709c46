import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cleanText } from '#server/platform/clean-text.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { newAct } from '#server/products/product-acts.ts'
import { getProductOwner } from '#server/products/product-owner.ts'
import { parseHtml } from '#server/products/parse-html.ts'
import { saveProducts } from '#server/products/save-products.ts'
import { createCategory, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportProducts } from './export-products.service.ts'
import { requestImport, beginImport, cancelImport, getImport, listFindings } from './imports.service.ts'
import { toOneLine } from './to-one-line.ts'
import { receiveImportFile } from './receive-import-file.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
const FORMATS = ['wtf', 'shopify'] as const
const categoryIds: Array<string | null> = [null]
type Ask = Awaited<ReturnType<typeof createAsk>>

beforeAll(async () => {
  for (const [currency, toBase] of [
    ['JPY', 0.007],
    ['KWD', 3.2],
  ] as const)
    await database.db.exchangeRate.create({ data: { currency, toBase, asOf: new Date() } })
  for (const slug of ['dresses', 'casual-jackets'])
    categoryIds.push((await createCategory(database.db, { slug, name: slug })).id)
})
const createAsk = async (currency = 'USD') => ({
  ...(await createPartnerAsk(database.db, { currency })),
  dataDir: database.dataDir,
})

async function upload(ask: Ask, content: Buffer | string): Promise<string> {
  const { importId, partnerId } = await beginImport(ask, { fileName: 'again.csv', byteSize: null })
  const body = (async function* () {
    yield Buffer.from(content)
  })()
  expect(
    await receiveImportFile(database.db, database.dataDir, { importId, partnerId, announced: null }, body),
  ).toBeNull()
  await work(ask)
  return importId
}
const work = ({ partner }: Ask) =>
  workFor({ db: database.db, dataDir: database.dataDir }, partner.id, new AbortController().signal)

async function exported(ask: Ask, format: (typeof FORMATS)[number]): Promise<string> {
  let text = ''
  for await (const part of exportProducts(ask, { format, status: 'all' })) text += part
  return text
}

async function expectNoChange(ask: Ask, products: number): Promise<void> {
  for (const format of FORMATS) {
    const importId = await upload(ask, await exported(ask, format))
    const { status, created, changed, unchanged, refused, message } = await getImport(ask, { importId })
    const found = await Promise.all(
      (['changed', 'refused', 'created'] as const).map(
        async (kind) => (await listFindings(ask, { importId, kind, page: 1 })).findings,
      ),
    )
    expect({ format, status, created, changed, unchanged, refused, message, found: found.flat() }).toEqual({
      format,
      status: 'read',
      created: 0,
      changed: 0,
      unchanged: products,
      refused: 0,
      message: null,
      found: [],
    })
    await cancelImport(ask, { importId })
  }
}

test('re-imports both exports of a catalogue without changes (34)', async () => {
  const ask = await createAsk('GBP')
  const file = fs.readFileSync(path.join(import.meta.dirname, 'fixtures/cases/34-own-export-again.csv'))
  const importId = await upload(ask, file)
  await requestImport(ask, { importId, gone: 'keep' })
  await work(ask)
  expect(await getImport(ask, { importId })).toMatchObject({ status: 'applied', applied: 3, refused: 0 })
  await expectNoChange(ask, 3)
})

test('keeps a second colour that no variant has', async () => {
  const ask = await createAsk()
  const importId = await upload(ask, 'handle,name,price,colour\na,Apple,10,Ink\n')
  await requestImport(ask, { importId, gone: 'keep' })
  await work(ask)
  await database.db.product.updateMany({
    where: { partnerId: ask.partner.id },
    data: { colourPalette: ['cream', 'ink'] },
  })
  await expectNoChange(ask, 1)
})

const kept = (text: string) => toOneLine(cleanText(text)).trim() === text && text !== '' && !text.startsWith("'")
const word = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'Womens Top',
      '<b>x</b>',
      'A &amp; B',
      'a < b',
      '&lt;p&gt;',
      '#1 Tote',
      '=1+1',
      '-Plain',
      'a, b; c',
      'x | y',
      'sep=;',
    ),
  )
  .filter(kept)
const label = word.filter((text) => text !== 'Default Title')
const minor = fc.integer({ min: 0, max: 900_000 })
const address = fc.constantFrom(
  'https://x.example/a.jpg',
  'https://x.example/w_400,h_600/b.jpg?x=1;y=2',
  'https://x.example/fetch/w_1,https://y.example/c.jpg',
  'https://x.example/d.jpg?a=1&copy=2',
)
const html = fc
  .array(fc.constantFrom('<p>One &amp; two</p>', '<ul><li>a</li><li>b < c</li></ul>', '<p>x<br>y</p>'), {
    maxLength: 3,
  })
  .map((parts) => parseHtml(parts.join('')))
const description = fc.oneof(
  html,
  fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((lines) => ({ text: lines.join('\n'), html: null as string | null })),
)
const variant = fc.record({
  colourName: fc.option(label),
  gtin: fc.constant(null),
  options: fc.dictionary(fc.constantFrom('Length', 'Fit & feel', '<i>Cut</i>'), label, { maxKeys: 3 }),
  priceMinor: minor,
  more: fc.option(fc.integer({ min: 1, max: 5_000 })),
  stock: fc.option(fc.nat(500)),
  storeLink: fc.option(fc.constantFrom('?variant=12', 'https://x.example/p?size=m')),
})
const product = fc.record({
  name: word,
  description,
  brand: word,
  material: fc.option(word),
  tags: fc.uniqueArray(
    word.filter((text) => !/[,]/.test(text)),
    { maxLength: 4, selector: (tag) => tag.toLowerCase() },
  ),
  status: fc.constantFrom('draft', 'active', 'archived'),
  gender: fc.constantFrom('', 'women', 'kids'),
  category: fc.nat(2),
  hasPage: fc.boolean(),
  variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  images: fc.uniqueArray(fc.record({ url: address, alt: word, colourName: fc.option(label) }), {
    maxLength: 3,
    selector: ({ url }) => url,
  }),
})

test('re-imports both exports of any catalogue without changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      async (given, currency) => {
        const ask = await createAsk(currency)
        const owner = await getProductOwner(database.db, ask.partner.id)
        const products = given.map(
          ({ description: text, category, hasPage, variants, material, ...fields }, index): IncomingProduct => ({
            ...fields,
            handle: `p ${index}`,
            description: text.text,
            descriptionHtml: text.html,
            type: '',
            productCategory: '',
            categoryId: categoryIds[category] ?? null,
            material: material ?? '',
            ...(hasPage ? { productUrl: `https://x.example/p/${index}` } : {}),
            variants: variants.map(({ more, ...rest }, at) => ({
              ...rest,
              size: `S${at}`,
              sku: `${index}-${at}`,
              originalPriceMinor: more === null ? null : rest.priceMinor + more,
            })),
            isIncomplete: false,
          }),
        )
        const act = newAct({
          partnerId: ask.partner.id,
          kind: 'import',
          actor: { kind: 'import', userId: null, name: 'a' },
        })
        const { created } = await saveProducts(database.db, products, owner, { act, isSync: true })
        expect(created).toBe(products.length)
        await expectNoChange(ask, products.length)
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
