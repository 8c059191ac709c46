import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanText } from '#server/platform/clean-text.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createCategory, createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { removeWishes, updateWish } from './change-wishlist.service.ts'
import { exportWishlist } from './export-wishlist.service.ts'
import { importWishlist } from './import-wishlist.service.ts'
import { listWishes } from './list-wishes.ts'
import { MAX_FILE_BYTES, MAX_NOTE } from './wishlist-values.schema.ts'
import { MAX_WISHES, updateWishInput, type WishlistFormat } from './wishlist.schema.ts'

const here = useTestDatabase()
const visit = createVisit({ siteUrl: 'https://wtf.example' })
const urlOf = (id: string) => `https://wtf.example/product/${id}`
let partnerId: string
const productIds: string[] = []

beforeAll(async () => {
  partnerId = (await createPartner(here.db, { businessName: 'Maison X' })).id
  for (let index = 0; index < 6; index++)
    productIds.push((await createProduct(here.db, { partnerId, variants: [{ size: 'M' }, { size: 'UK 12' }] })).id)
})

const askAs = (viewer: Viewer) => ({ db: here.db, visit, viewer })
const exported = async (viewer: Viewer, format: WishlistFormat) => (await exportWishlist(askAs(viewer), format)).text
const imported = async (text: string) => {
  const viewer = await createViewer(here.db)
  return { viewer, answer: await importWishlist(askAs(viewer), text) }
}
/** Returns the owner's settings for the saved products, in the order of the list. */
const saidBy = async ({ userId }: Viewer) =>
  (await listWishes(here.db, userId)).map(
    ({ productId, priority, note, size, targetMinor, dropPercent, watchesStock }) => ({
      productId,
      priority,
      note,
      size,
      targetMinor,
      dropPercent,
      watchesStock,
    }),
  )
const cellsOf = (csv: string) => parse(csv, { record_delimiter: '\r\n' }) as string[][]

describe('a wishlist file', () => {
  test('has the six columns as CSV', async () => {
    const viewer = await createViewer(here.db)
    const category = await createCategory(here.db, { name: 'Dresses' })
    const dress = await createProduct(here.db, {
      partnerId,
      name: 'Linen dress',
      categoryId: category.id,
      variants: [{ priceMinor: 7_900 }],
    })
    const yen = await createProduct(here.db, {
      partnerId,
      name: 'Obi',
      currency: 'JPY',
      variants: [{ priceMinor: 12_000 }],
    })
    const hidden = await createProduct(here.db, { partnerId, name: 'Hidden' })
    const gone = await createProduct(here.db, { partnerId, name: 'Gone' })
    const at = (day: number) => ({ addedAt: new Date(Date.UTC(2026, 10, day)) })
    await createWishes(here.db, viewer.userId, [dress.id], at(4))
    await createWishes(here.db, viewer.userId, [yen.id], at(3))
    await createWishes(here.db, viewer.userId, [hidden.id], at(2))
    await createWishes(here.db, viewer.userId, [gone.id], at(1))
    await here.db.product.update({ where: { id: hidden.id }, data: { status: 'archived' } })
    await here.db.product.delete({ where: { id: gone.id } })
    const file = await exportWishlist(askAs(viewer), 'csv', new Date('2026-11-23T23:59:00Z'))
    expect(file).toMatchObject({
      fileName: 'wishlist_2026-11-23.csv',
      mimeType: 'text/csv',
      message: 'Wishlist exported as CSV',
    })
    expect(cellsOf(file.text)).toEqual([
      ['Name', 'Brand', 'Price', 'Category', 'Added Date', 'Product URL'],
      ['Linen dress', 'Maison X', '79.00 USD', 'Dresses', '2026-11-04', urlOf(dress.id)],
      ['Obi', 'Maison X', '12000 JPY', '', '2026-11-03', urlOf(yen.id)],
      ['Hidden', 'Maison X', '50.00 USD', '', '2026-11-02', ''],
      ['Gone', 'Maison X', '50.00 USD', '', '2026-11-01', ''],
    ])
    expect((await imported(file.text)).answer).toMatchObject({
      added: 2,
      notFound: 2,
      message: 'Added 2 items to wishlist. 2 products not found.',
    })
  })

  test('contains no formulas for a spreadsheet', async () => {
    const viewer = await createViewer(here.db)
    const { id } = await createProduct(here.db, { partnerId, name: '=HYPERLINK("https://evil.example")' })
    await createWishes(here.db, viewer.userId, [id])
    expect(cellsOf(await exported(viewer, 'csv'))[1]![0]).toBe('\'=HYPERLINK("https://evil.example")')
  })

  test('has the details of each item as formatted JSON', async () => {
    const viewer = await createViewer(here.db)
    await createWishes(here.db, viewer.userId, [productIds[0]!], { note: 'For\nme', size: 'M', targetMinor: 4_050 })
    const file = await exportWishlist(askAs(viewer), 'json', new Date('2026-11-23T00:00:00Z'))
    expect([file.fileName, file.mimeType, file.message]).toEqual([
      'wishlist_2026-11-23.json',
      'application/json',
      'Wishlist exported as JSON',
    ])
    expect(file.text).toContain('\n  "items": [\n    {\n      "name": ')
    expect(JSON.parse(file.text)).toMatchObject({
      exportedAt: '2026-11-23T00:00:00.000Z',
      items: [
        {
          brand: 'Maison X',
          price: { amount: '50.00', currency: 'USD' },
          productUrl: urlOf(productIds[0]!),
          productId: productIds[0],
          priority: 3,
          note: 'For\nme',
          size: 'M',
          target: { amount: '40.50', currency: 'USD' },
        },
      ],
    })
  })

  const note = updateWishInput.shape.note.unwrap()
  const said = fc.record({
    priority: fc.integer({ min: 1, max: 5 }),
    // The server receives every text in this form.
    note: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => note.parse(cleanText(text).slice(0, MAX_NOTE))),
    size: fc.constantFrom(null, 'M', 'UK 12'),
    targetMinor: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
    dropPercent: fc.option(fc.integer({ min: 0, max: 95 })),
    watchesStock: fc.boolean(),
  })
  test('gives another account the same list: JSON with everything, CSV with the products', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(productIds), fc.array(said, { minLength: 6, maxLength: 6 }), async (ids, all) => {
        fc.pre(ids.length > 0)
        const viewer = await createViewer(here.db)
        const wishes = await createWishes(here.db, viewer.userId, ids)
        for (const [index, { id: itemId }] of wishes.entries())
          await updateWish(askAs(viewer), { itemId, ...all[index]! })
        const expected = await saidBy(viewer)
        const byJson = await imported(await exported(viewer, 'json'))
        const byCsv = await imported(await exported(viewer, 'csv'))
        expect(await saidBy(byJson.viewer)).toEqual(expected)
        expect((await saidBy(byCsv.viewer)).map(({ productId }) => productId)).toEqual(
          expected.map(({ productId }) => productId),
        )
        expect([byJson.answer, byCsv.answer]).toMatchObject([{ added: ids.length }, { added: ids.length }])
      }),
      { numRuns: 25 },
    )
  })
})

describe('an import of a wishlist file', () => {
  const csv = (...urls: string[]) => ['Name,Product URL', ...urls.map((url) => `x,${url}`)].join('\n')

  test('reports the result for each product, and counts duplicates once', async () => {
    const viewer = await createViewer(here.db)
    await createWishes(here.db, viewer.userId, [productIds[0]!], { note: 'mine' })
    const text = [
      '\uFEFFBrand, PRODUCT URL ,Name',
      `a,${urlOf(productIds[0]!)},there`,
      `a,'${urlOf(productIds[1]!.toUpperCase())}/?size=M,"with the apostrophe
of a spreadsheet"`,
      `a,${urlOf(productIds[1]!)},again`,
      `a,https://evil.example/product/${productIds[2]!},of another site`,
      `a,${urlOf(crypto.randomUUID())},unknown`,
      'a,,gone',
      'a,no address,junk',
      'a',
      'a,"b" c",d',
    ].join('\r\n')
    expect(await importWishlist(askAs(viewer), text)).toEqual({
      added: 1,
      there: 1,
      notFound: 3,
      leftOut: 0,
      unreadable: [
        { place: 'Line 9', reason: 'its Product URL is not a valid address' },
        { place: 'Line 10', reason: 'too few columns' },
        { place: 'Line 11', reason: 'its quotes do not match' },
      ],
      isCut: false,
      message: 'Added 1 item to wishlist. 3 products not found.',
    })
    expect(await saidBy(viewer)).toMatchObject([{ productId: productIds[1] }, { note: 'mine' }])
  })

  test('skips invalid values, and keeps existing items', async () => {
    const [wished, other, third] = productIds as [string, string, string]
    const viewer = await createViewer(here.db)
    await createWishes(here.db, viewer.userId, [wished], { note: 'mine', priority: 5 })
    const items = [
      { productId: wished, note: 'theirs', priority: 1 },
      {
        productId: other,
        priority: 9,
        note: 'n'.repeat(MAX_NOTE + 1),
        size: 'XXL',
        target: { amount: '40', currency: 'EUR' },
        dropPercent: 500,
        watchesStock: 'no',
      },
      { productUrl: urlOf(third), size: 'M\0', note: 'a\0b', target: { amount: '1e9', currency: 'USD' } },
      { productId: 'junk', productUrl: urlOf(third) },
      'junk',
      null,
    ]
    const answer = await importWishlist(askAs(viewer), JSON.stringify(items))
    expect(answer).toMatchObject({
      added: 2,
      there: 1,
      notFound: 1,
      unreadable: [{ place: 'Item 5' }, { place: 'Item 6' }],
    })
    const plain = { priority: 3, note: '', size: null, targetMinor: null, dropPercent: null, watchesStock: true }
    expect(await saidBy(viewer)).toEqual([
      { ...plain, productId: other },
      { ...plain, productId: third, note: 'a b' },
      { ...plain, productId: wished, note: 'mine', priority: 5 },
    ])
  })

  test('does not report a price that is already below the target', async () => {
    const viewer = await createViewer(here.db)
    const target = { amount: '60.00', currency: 'USD' }
    await importWishlist(askAs(viewer), JSON.stringify([{ productId: productIds[0], target }]))
    const item = await here.db.wishlistItem.findFirstOrThrow({ where: { userId: viewer.userId } })
    expect([item.targetMinor, item.targetCurrency, item.wasBelowTarget]).toEqual([6_000, 'USD', true])
  })

  test('does not report a drop from before the percentage was set', async () => {
    const viewer = await createViewer(here.db)
    const wish = { addedPriceMinor: 6_000, dropPercent: 0 }
    const [item] = await createWishes(here.db, viewer.userId, [productIds[0]!], wish)
    await removeWishes(askAs(viewer), [item!.id])
    await importWishlist(askAs(viewer), JSON.stringify([{ productId: productIds[0], dropPercent: 10 }]))
    expect(await here.db.wishlistItem.findUnique({ where: { id: item!.id } })).toMatchObject({
      addedPriceMinor: 6_000,
      usualPriceMinor: 5_000,
      dropPercent: 10,
    })
  })

  test('does not compare stock with that of another size', async () => {
    const viewer = await createViewer(here.db)
    const seen = { wasInStock: false, wasLowStock: true }
    const [item] = await createWishes(here.db, viewer.userId, [productIds[0]!], { size: 'M', ...seen })
    const importAgain = async (size: string) => {
      await removeWishes(askAs(viewer), [item!.id])
      await importWishlist(askAs(viewer), JSON.stringify([{ productId: productIds[0], size }]))
      const { wasInStock, wasLowStock } = await here.db.wishlistItem.findUniqueOrThrow({ where: { id: item!.id } })
      return { size, wasInStock, wasLowStock }
    }
    expect(await importAgain('M')).toEqual({ size: 'M', ...seen })
    expect(await importAgain('XXL')).toEqual({ size: 'XXL', ...seen })
    expect(await importAgain('UK 12')).toEqual({ size: 'UK 12', wasInStock: null, wasLowStock: false })
  })

  test('restores the details of recently removed items', async () => {
    const viewer = await createViewer(here.db)
    const [item] = await createWishes(here.db, viewer.userId, [productIds[0]!], { note: 'kept' })
    const text = await exported(viewer, 'csv')
    await removeWishes(askAs(viewer), [item!.id])
    expect(await importWishlist(askAs(viewer), text)).toMatchObject({ added: 1 })
    expect(await saidBy(viewer)).toMatchObject([{ note: 'kept' }])
  })

  test('clears details that are empty in a JSON file', async () => {
    const [first, second] = productIds as [string, string]
    const viewer = await createViewer(here.db)
    const said = { note: 'old', size: 'M', targetMinor: 6_000, wasBelowTarget: true, dropPercent: 30 }
    const wishes = await createWishes(here.db, viewer.userId, [first, second], said)
    await removeWishes(
      askAs(viewer),
      wishes.map(({ id }) => id),
    )
    const items = [{ productId: first, note: '', size: null, target: null, dropPercent: null }, { productId: second }]
    await importWishlist(askAs(viewer), JSON.stringify(items))
    const read = await here.db.wishlistItem.findMany({ where: { userId: viewer.userId }, orderBy: { id: 'desc' } })
    expect(read.find(({ productId }) => productId === first)).toMatchObject({
      note: '',
      size: null,
      targetMinor: null,
      wasBelowTarget: false,
      dropPercent: null,
    })
    expect(read.find(({ productId }) => productId === second)).toMatchObject(said)
  })

  test('adds nothing if it cannot restore the details', async () => {
    const viewer = await createViewer(here.db)
    const text = JSON.stringify([{ productId: productIds[0], note: 'refused by the database' }])
    await here.db
      .$executeRaw`ALTER TABLE wishlist_items ADD CONSTRAINT refused CHECK (note <> 'refused by the database')`
    await expect(importWishlist(askAs(viewer), text)).rejects.toThrow('refused')
    await here.db.$executeRaw`ALTER TABLE wishlist_items DROP CONSTRAINT refused`
    expect(await saidBy(viewer)).toEqual([])
    await importWishlist(askAs(viewer), text)
    expect(await saidBy(viewer)).toMatchObject([{ note: 'refused by the database' }])
  })

  test('reads a JSON file with a byte order mark', async () => {
    const { answer } = await imported(`\uFEFF${JSON.stringify([{ productId: productIds[0] }])}`)
    expect(answer).toMatchObject({ added: 1 })
  })

  test.each<[string, string, string]>([
    ['blanks', ' ', 'There are no products in this file.'],
    ['only a header', 'Product URL\n', 'There are no products in this file.'],
    ['an empty list', '{"items": []}', 'There are no products in this file.'],
    ['another table', 'a,b\n1,2', 'This file has no column "Product URL". Choose a file exported from a WTF wishlist.'],
    ['broken JSON', '{"items": [', 'This file is not valid JSON. Choose a file exported from a WTF wishlist.'],
    ['deep JSON', '['.repeat(90_000), 'This file is not valid JSON. Choose a file exported from a WTF wishlist.'],
    [
      'JSON of a million empty lists',
      `[${'[],'.repeat(1_000_000)}[]]`,
      'This file has more than 100,000 brackets, which is the limit.',
    ],
    ['other JSON', '{"a": 1}', 'This file has no list of items. Choose a file exported from a WTF wishlist.'],
    [
      'a workbook',
      'PK\u0003\u0004',
      'This is not a CSV file but an Excel workbook or a zip archive: save the sheet as "CSV UTF-8" first.',
    ],
    ['UTF-16', '\uFFFD\uFFFDN\0a\0m\0e\0', 'This is not a CSV file: it contains binary data.'],
    ['more than 4 MB', 'ä'.repeat(MAX_FILE_BYTES / 2 + 1), 'This file is larger than 4 MB, which is the limit.'],
    [
      'two million empty lines',
      `Product URL\n${'\n'.repeat(2_000_000)}`,
      'This file has more than 20,000 lines, which is the limit.',
    ],
    [
      'twenty thousand lines as old Macs end them',
      `Product URL${'\r'.repeat(20_001)}`,
      'This file has more than 20,000 lines, which is the limit.',
    ],
    [
      'two million empty cells',
      `Product URL\n${','.repeat(2_000_000)}`,
      'This file has more than 100,000 commas, which is the limit.',
    ],
  ])('refuses %s', async (_, text, message) => {
    await expect(imported(text)).rejects.toMatchObject({ code: 'bad_input', message })
  })

  const rows = (row: (index: number) => string, count = 19_000) => Array.from({ length: count }, (_, n) => row(n))
  test.each<[string, string, object]>([
    ['junk', csv(...rows(() => 'x y')), { unreadable: 20, message: 'Nothing in this file could be read' }],
    ['open quotes', ['Product URL', ...rows(() => 'a"b')].join('\n'), { unreadable: 20 }],
    ['quotes at the start', ['Product URL', ...rows(() => '"b')].join('\n'), { unreadable: 20 }],
    [
      'foreign addresses',
      csv(...rows((n) => `http://x.y/${n}`)),
      { notFound: 5_000, message: 'Nothing was added: 5000 products not found' },
    ],
    ['long addresses', csv(...rows(() => `http://x.y/${'a'.repeat(2_000)}`, 100)), { unreadable: 20 }],
    ['items of JSON', JSON.stringify(rows(() => '{}')), { unreadable: 20 }],
  ])('stops early in a file with thousands of rows of %s', async (_, text, expected) => {
    const { added, isCut, notFound, unreadable, message } = (await imported(text)).answer
    expect({ added, isCut, notFound, unreadable: unreadable.length, message }).toMatchObject({
      added: 0,
      isCut: true,
      ...expected,
    })
  })

  test('explains why nothing was added', async () => {
    const viewer = await createViewer(here.db)
    await createWishes(here.db, viewer.userId, [productIds[0]!])
    const [there, foreign, junk] = [urlOf(productIds[0]!), 'https://evil.example/product/x', 'junk']
    const messages = []
    for (const urls of [[there], [there, foreign], [there, junk], [foreign], [foreign, foreign, junk], [junk]])
      messages.push((await importWishlist(askAs(viewer), csv(...urls))).message)
    expect(messages).toEqual([
      'All items already in wishlist',
      '1 product not found, others already in wishlist',
      'All readable items are already in wishlist',
      'Nothing was added: 1 product not found',
      'Nothing was added: 2 products not found',
      'Nothing in this file could be read',
    ])
  })

  test('accepts 2,000 products in a file', async () => {
    const unknown = Array.from({ length: 2_100 }, () => urlOf(crypto.randomUUID()))
    expect((await imported(csv(...unknown))).answer).toMatchObject({ notFound: 2_000, isCut: true })
  })

  test('adds items until the list is full, and reports how many were left out', async () => {
    const viewer = await createViewer(here.db)
    const gone = { userId: viewer.userId, addedPriceMinor: 100, addedCurrency: 'USD' }
    await here.db.wishlistItem.createMany({ data: Array.from({ length: MAX_WISHES - 1 }, () => gone) })
    const text = csv(...productIds.slice(0, 3).map(urlOf))
    expect(await importWishlist(askAs(viewer), text)).toMatchObject({
      added: 1,
      leftOut: 2,
      message: expect.stringContaining('Your wishlist is full') as string,
    })
    await expect(importWishlist(askAs(viewer), text)).rejects.toMatchObject({ code: 'conflict' })
  })
})
