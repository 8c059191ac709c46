import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCategory, createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { importProducts } from './import-products.service.ts'
import type { PartnerRequest } from './import-partner.ts'

const database = useTestDatabase()
const EXPORT = fs.readFileSync(path.join(import.meta.dirname, 'fixtures/shopify-export.csv'), 'utf8')
const HEADER =
  'Handle,Title,Vendor,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src'
let partnerId = ''
let name = ''

beforeAll(async () => {
  for (const slug of ['tops', 'shirts']) await createCategory(database.db, { slug, name: slug })
})
beforeEach(async () => {
  ;({ id: partnerId, businessName: name } = await createPartner(database.db, {
    websiteUrl: 'https://store.example/',
    domain: null,
  }))
})

const run = (csv: string | Buffer, partner: Partial<PartnerRequest> = {}) =>
  importProducts(database.db, {
    source: async function* () {
      yield Buffer.from(csv)
    },
    partner: { name, ...partner },
    fileName: 'test.csv',
  })
const counts = ({ created, updated, unchanged }: { created: number; updated: number; unchanged: number }) => ({
  created,
  updated,
  unchanged,
})
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')
const variantsOf = (handle: string) =>
  database.db.productVariant.findMany({ where: { product: { handle, partnerId } }, orderBy: { position: 'asc' } })
const pricesOf = (handle: string) => database.db.$queryRaw<Array<{ priceMinor: number }>>`
  SELECT h.price_minor AS "priceMinor" FROM price_history h JOIN products p ON p.id = h.product_id WHERE p.handle = ${handle} AND p.partner_id = ${partnerId}::uuid ORDER BY h.changed_at, h.id`

/** Returns every row of every table, as text. */
async function dump(): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    )
    const all: Record<string, string[]> = {}
    for (const table of tables)
      all[table.name] = (
        await client.query<{ row: string }>(`SELECT t::text || t.xmin::text AS row FROM "${table.name}" t ORDER BY 1`)
      ).rows.map(({ row }) => row)
    return all
  } finally {
    await client.end()
  }
}

describe('an import', () => {
  test('adds the products of an export to the catalogue', async () => {
    const result = await run(EXPORT)
    expect(counts(result)).toEqual({ created: 2, updated: 0, unchanged: 0 })
    expect(result.problems).toEqual([])
    const product = await database.db.product.findFirstOrThrow({
      where: { partnerId, handle: 'classic-varsity-top' },
      include: { brand: true, category: true, images: true },
    })
    expect(product).toMatchObject({
      name: 'Classic Varsity Top',
      status: 'active',
      gender: 'women',
      tags: ['women'],
      currency: 'USD',
      priceMinor: 6_000,
      priceMaxMinor: 6_000,
      originalPriceMinor: null,
      priceBaseMinor: 6_000,
      stock: null,
      isInStock: false,
      productUrl: 'https://store.example/products/classic-varsity-top',
      category: { slug: 'tops' },
      searchText: expect.stringMatching(
        /^classic varsity top\npartner demo[^\n]*\n[^\n]*woman[^\n]*\n.*embroidered letter$/,
      ),
      descriptionHtml: null,
      images: [
        {
          sourceUrl: 'https://burst.shopifycdn.com/photos/casual-fashion-woman_925x.jpg',
          isPrimary: true,
          position: 0,
          fileId: null,
        },
      ],
    })
    expect(
      (await variantsOf('classic-varsity-top')).map(({ size, stock, priceMinor }) => [size, stock, priceMinor]),
    ).toEqual([
      ['Small', null, 6_000],
      ['Medium', null, 6_000],
      ['Large', null, 6_000],
    ])
    expect(await pricesOf('classic-varsity-top')).toHaveLength(3)
    const found = await searchProducts(
      { db: database.db, engine: new SqlEngine(database.db) },
      searchProductsInput.parse({ q: 'varsity', partnerId }),
    )
    expect(found.products.map((card) => card.name)).toEqual(['Classic Varsity Top'])
  })

  test('changes nothing, not even timestamps, on a second run', async () => {
    const csv = file(
      'cap,Cap,Acme,"a,b",true,Size,S,C-S,shopify,3,20,30,https://cdn.test/1.jpg',
      'cap,,,,,,M,,,,20,,https://cdn.test/2.jpg',
      'tie,Tie,,,true,Length,Long,,,,5,,',
      'bag,Bag,,,false,Title,Default Title,,,,5,,',
    )
    await run(EXPORT)
    await run(csv)
    const before = await dump()
    expect(counts(await run(csv))).toEqual({ created: 0, updated: 0, unchanged: 3 })
    expect(counts(await run(EXPORT))).toEqual({ created: 0, updated: 0, unchanged: 2 })
    expect(await dump()).toEqual(before)
  })

  test('uses the vendor as the label, or the partner if they are the same', async () => {
    await run(
      file(
        'a,A,Acme Ltd,,true,,,,,,5,,',
        `b,B,${name.toLowerCase().replaceAll(' ', '-')},,true,,,,,,5,,`,
        'c,C,,,true,,,,,,5,,',
        'd,D,ACME LTD,,true,,,,,,5,,',
      ),
    )
    const products = await database.db.product.findMany({
      where: { partnerId },
      orderBy: { handle: 'asc' },
      include: { brand: true },
    })
    expect(products.map(({ brand }) => brand.name)).toEqual(['Acme Ltd', name, name, 'Acme Ltd'])
  })

  test('reports invalid rows, imports the valid ones, and keeps stored data for invalid rows', async () => {
    await run(
      file(
        'shoe,Shoe,,,true,Size,40,,,,50,,https://cdn.test/1.jpg',
        'shoe,,,,,,41,,,,50,,https://cdn.test/2.jpg',
        'hat,Hat,,,true,,,,,,9,,',
      ),
    )
    const result = await run(
      file(
        'shoe,Shoe,,,true,Size,40,,,,55,,https://cdn.test/1.jpg',
        'shoe,,,,,,41,,,,abc,,https://cdn.test/2.jpg',
        'hat,,,,true,,,,,,9,,',
        'sock,Sock,,,true,,,,,,3,,',
      ),
    )
    expect(counts(result)).toEqual({ created: 1, updated: 1, unchanged: 0 })
    expect(result.problems.map(({ line, handle }) => [line, handle])).toEqual([
      [3, 'shoe'],
      [4, 'hat'],
    ])
    expect((await variantsOf('shoe')).map(({ size, priceMinor }) => [size, priceMinor])).toEqual([
      ['40', 5_500],
      ['41', 5_000],
    ])
    expect(
      await database.db.product.findFirst({
        where: { partnerId, handle: 'shoe' },
        select: { priceMinor: true, priceMaxMinor: true },
      }),
    ).toEqual({ priceMinor: 5_000, priceMaxMinor: 5_500 })
  })

  test('skips only the product that the database rejects', async () => {
    await database.db.$executeRawUnsafe(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cursed' USING ERRCODE = '23514'; END $$`,
    )
    await database.db.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.handle = 'cursed') EXECUTE FUNCTION refuse()`,
    )
    const result = await run(file('a,A,,,true,,,,,,5,,', 'cursed,B,Nobody,,true,,,,,,5,,', 'c,C,,,true,,,,,,5,,'))
    expect(counts(result)).toEqual({ created: 2, updated: 0, unchanged: 0 })
    expect(result.problems).toEqual([
      { line: 3, handle: 'cursed', reason: expect.stringContaining('the database refused it') },
    ])
    expect(await database.db.brand.findFirst({ where: { name: 'Nobody' } })).toBeNull()
  })

  test('creates no duplicates if two run at once', async () => {
    const csv = file(
      ...Array.from(
        { length: 40 },
        (_, index) => `p${index},P,Twice ${index},,true,,,,,,5,,https://cdn.test/${index}.jpg`,
      ),
    )
    const results = await Promise.all([run(csv), run(csv)])
    expect(results.map((result) => result.problems)).toEqual([[], []])
    expect(results.reduce((sum, result) => sum + result.created, 0)).toBe(40)
    expect(await database.db.product.count({ where: { partnerId } })).toBe(40)
    expect(await database.db.productVariant.count({ where: { product: { partnerId } } })).toBe(40)
  })
})

describe('an import of a changed file', () => {
  test('adds a price to the history only if the price changed', async () => {
    await run(file('a,A,,,true,Size,S,,,,10,,', 'a,,,,,,M,,,,10,,'))
    const ids = (await variantsOf('a')).map((variant) => variant.id)
    await run(file('a,A,,,true,Size,S,,,,10,15,', 'a,,,,,,M,,,,8.50,,'))
    expect((await pricesOf('a')).map((row) => row.priceMinor)).toEqual([1_000, 1_000, 850])
    expect((await variantsOf('a')).map((variant) => variant.id)).toEqual(ids)
    expect((await variantsOf('a')).map((variant) => variant.originalPriceMinor)).toEqual([1_500, null])
    expect(
      await database.db.product.findFirst({ where: { partnerId }, select: { priceMinor: true, priceMaxMinor: true } }),
    ).toEqual({ priceMinor: 850, priceMaxMinor: 1_000 })
  })

  test('matches variants by SKU if their options change, and by options if their SKU changes', async () => {
    await run(file('a,A,,,true,Size,S,SKU-1,,,10,,', 'a,,,,,,M,SKU-2,,,10,,'))
    const ids = (await variantsOf('a')).map((variant) => variant.id)
    await run(file('a,A,,,true,Size,Medium,SKU-2,,,10,,', 'a,,,,,,S,NEW,,,10,,'))
    expect((await variantsOf('a')).map(({ id, size, sku }) => [id, size, sku])).toEqual([
      [ids[1], 'Medium', 'SKU-2'],
      [ids[0], 'S', 'NEW'],
    ])
    expect(await pricesOf('a')).toHaveLength(2)
  })

  test('removes missing variants and images, and changes the first image', async () => {
    await run(file('a,A,,,true,Size,S,,,,10,,https://cdn.test/1.jpg', 'a,,,,,,M,,,,10,,https://cdn.test/2.jpg'))
    await run(file('a,A,,,true,Size,M,,,,10,,https://cdn.test/2.jpg', 'a,,,,,,L,,,,10,,https://cdn.test/3.jpg'))
    expect((await variantsOf('a')).map((variant) => variant.size)).toEqual(['M', 'L'])
    const pictures = await database.db.productImage.findMany({
      where: { product: { partnerId } },
      orderBy: { position: 'asc' },
    })
    expect(pictures.map(({ sourceUrl, isPrimary }) => [sourceUrl, isPrimary])).toEqual([
      ['https://cdn.test/2.jpg', true],
      ['https://cdn.test/3.jpg', false],
    ])
    await run(file('a,A,,,true,Size,M,,,,10,,https://cdn.test/3.jpg', 'a,,,,,,L,,,,10,,https://cdn.test/2.jpg'))
    expect(
      (
        await database.db.productImage.findMany({ where: { product: { partnerId } }, orderBy: { position: 'asc' } })
      ).map(({ id, isPrimary }) => [id, isPrimary]),
    ).toEqual([
      [pictures[1]?.id, true],
      [pictures[0]?.id, false],
    ])
  })

  test('keeps values that have no column in the file, and uploaded images', async () => {
    await run(file('a,A,Acme,"x,y",true,Size,S,,,,10,,https://cdn.test/1.jpg'))
    const product = await database.db.product.findFirstOrThrow({ where: { partnerId } })
    await database.db.productImage.updateMany({ where: { productId: product.id }, data: { isPrimary: false } })
    await database.db.productImage.create({
      data: { productId: product.id, isPrimary: true, position: 0, alt: 'ours' },
    })
    await database.db.product.update({
      where: { id: product.id },
      data: { isFeatured: true, material: 'wool', description: 'Written here' },
    })
    const result = await run('Handle,Title,Variant Price,Option1 Name,Option1 Value\na,A,12,Size,S')
    expect(counts(result)).toEqual({ created: 0, updated: 1, unchanged: 0 })
    const after = await database.db.product.findFirstOrThrow({
      where: { partnerId },
      include: { brand: true, images: { orderBy: { isPrimary: 'desc' } } },
    })
    expect(after).toMatchObject({
      priceMinor: 1_200,
      tags: ['x', 'y'],
      brand: { name: 'Acme' },
      isFeatured: true,
      material: 'wool',
      description: 'Written here',
      images: [{ alt: 'ours', isPrimary: true }, { isPrimary: false }],
    })
    await run(file('a,A,Acme,"x,y",true,Size,S,,,,12,,https://cdn.test/9.jpg'))
    const pictures = await database.db.productImage.findMany({
      where: { productId: product.id },
      orderBy: { isPrimary: 'desc' },
    })
    expect(pictures.map(({ alt, sourceUrl }) => [alt, sourceUrl])).toEqual([
      ['ours', null],
      ['A', 'https://cdn.test/9.jpg'],
    ])
  })

  test('does not affect other partners', async () => {
    const other = await createPartner(database.db)
    await run(file('a,A,,,true,,SKU,,,,10,,'), { name: other.businessName })
    await run(file('a,B,,,true,,SKU,,,,20,,'))
    expect(
      await database.db.product.findFirst({ where: { partnerId: other.id }, select: { name: true, priceMinor: true } }),
    ).toEqual({ name: 'A', priceMinor: 1_000 })
  })
})

describe('an import writes nothing', () => {
  test.each([
    [
      'a file that is not CSV',
      'PK\u0003\u0004',
      { name: 'New', websiteUrl: 'https://new.example', currency: 'USD' },
      'Excel',
    ],
    [
      'other columns',
      'SKU,Name\n1,2',
      { name: 'New', websiteUrl: 'https://new.example', currency: 'USD' },
      'could not find a column',
    ],
    [
      'binary data after valid rows',
      `${EXPORT}\n\u0000`,
      { name: 'New', websiteUrl: 'https://new.example', currency: 'USD' },
      'binary',
    ],
    ['an unknown partner', EXPORT, { name: 'Nobody' }, /no partner 'Nobody'.*\n(.*\n)*.*--website/],
    ['an invalid website', EXPORT, { name: 'New', websiteUrl: 'ftp://new.example', currency: 'USD' }, 'not a website'],
    [
      "a website that is not the store's own",
      EXPORT,
      { name: 'New', websiteUrl: 'https://myshopify.com', currency: 'USD' },
      'own website',
    ],
    [
      'a website that is an IP address',
      EXPORT,
      { name: 'New', websiteUrl: 'http://127.0.0.1/', currency: 'USD' },
      'own website',
    ],
    [
      'an unknown currency',
      EXPORT,
      { name: 'New', websiteUrl: 'https://new.example', currency: 'XYZ' },
      "no exchange rate for 'XYZ'",
    ],
    ['a new partner without a currency', EXPORT, { name: 'New', websiteUrl: 'https://new.example' }, '--currency EUR'],
    [
      'a file with only invalid rows, for a new partner',
      file('a,A,,,true,,,,,,abc,,'),
      { name: 'New', websiteUrl: 'https://new.example', currency: 'USD' },
      null,
    ],
  ])('for %s', async (_, csv, partner, reason) => {
    const before = await dump()
    if (reason) await expect(run(csv, partner)).rejects.toThrow(reason)
    else expect((await run(csv, partner)).problems).toHaveLength(1)
    expect(await dump()).toEqual(before)
  })
})

describe('the partner of an import', () => {
  test('is found regardless of case, and without wildcards', async () => {
    expect((await run(EXPORT, { name: ` ${name.toUpperCase()} ` })).partner.id).toBe(partnerId)
    await expect(run(EXPORT, { name: '%' })).rejects.toThrow("no partner '%'")
  })

  test('is created with a website, and found on the next run', async () => {
    const result = await run(EXPORT, {
      name: 'Brand New',
      websiteUrl: 'www.brand-new.example/',
      currency: 'gbp',
      email: 'Shop@Brand-New.example',
    })
    expect(result.partner.isNew).toBe(true)
    const partner = await database.db.partner.findUniqueOrThrow({
      where: { businessName: 'Brand New' },
      include: { domains: true, products: { orderBy: { priceMinor: 'asc' } } },
    })
    expect(partner).toMatchObject({
      websiteUrl: 'https://www.brand-new.example',
      currency: 'GBP',
      email: 'shop@brand-new.example',
      verificationStatus: 'approved',
      platform: 'shopify',
      domains: [{ host: 'brand-new.example' }],
    })
    expect(
      partner.products.map(({ currency, priceMinor, priceBaseMinor }) => [currency, priceMinor, priceBaseMinor]),
    ).toEqual([
      ['GBP', 5_000, 6_550],
      ['GBP', 6_000, 7_860],
    ])
    const before = await dump()
    expect(counts(await run(EXPORT, { name: 'brand new', websiteUrl: 'https://www.brand-new.example' }))).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    })
    expect(await dump()).toEqual(before)
    await expect(run(EXPORT, { name: 'brand new', websiteUrl: 'https://other.example' })).rejects.toThrow(
      'already has a website',
    )
    await expect(run(EXPORT, { name: 'brand new', currency: 'USD' })).rejects.toThrow('sells in GBP')
    await expect(
      run(EXPORT, { name: 'Copycat', websiteUrl: 'https://brand-new.example', currency: 'USD' }),
    ).rejects.toThrow('brand-new.example has been verified by another store on WTF')
  })

  test('gets a website if it has none, and its products get URLs', async () => {
    const { businessName, id } = await createPartner(database.db, { websiteUrl: null, domain: null })
    const first = await run(EXPORT, { name: businessName })
    expect(first.partnerWarnings.join()).toContain('has no website')
    expect(await database.db.product.findFirst({ where: { partnerId: id }, select: { productUrl: true } })).toEqual({
      productUrl: null,
    })
    const second = await run(EXPORT, { name: businessName, websiteUrl: 'https://late.example' })
    expect([counts(second), second.partnerWarnings]).toEqual([{ created: 0, updated: 2, unchanged: 0 }, []])
    expect(await database.db.partnerDomain.count({ where: { partnerId: id, host: 'late.example' } })).toBe(1)
  })

  test('is reported if shoppers cannot see or reach the store', async () => {
    const { businessName } = await createPartner(database.db, { verificationStatus: 'pending', domain: null })
    expect((await run(EXPORT, { name: businessName })).partnerWarnings.join()).toMatch(/pending.*not verified/)
  })
})
