import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CATEGORIES } from '#demo/catalogue/categories.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { importProducts } from './import-products.service.ts'
import { requestImport, beginImport, getImport, listFindings } from './imports.service.ts'
import { mapColumns } from './reading.service.ts'
import { receiveImportFile } from './receive-import-file.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
const CASES = path.join(import.meta.dirname, 'fixtures/cases')

beforeAll(async () => {
  const { db } = database
  const rates: Record<string, number> = { EUR: 1.1, SEK: 0.1, GBP: 1.3, USD: 1 }
  for (const [currency, toBase] of Object.entries(rates))
    await db.exchangeRate.upsert({ where: { currency }, create: { currency, toBase, asOf: new Date() }, update: {} })
  for (const { slug, name, parent } of CATEGORIES)
    await db.category.create({ data: { slug, name, level: parent === null ? 0 : 1 } })
})

type Ask = Awaited<ReturnType<typeof createPartnerAsk>> & { dataDir: string }

async function newStore(currency: string, given: object = {}): Promise<Ask> {
  return { ...(await createPartnerAsk(database.db, { currency, ...given })), dataDir: database.dataDir }
}

/** Uploads a file, accepts the suggestions and imports it. */
async function upload(ask: Ask, file: string | Buffer, fileName = 'cases.csv') {
  const { importId, partnerId } = await beginImport(ask, { fileName, byteSize: null })
  const content = typeof file === 'string' ? fs.readFileSync(path.join(CASES, file)) : file
  const body = (async function* () {
    yield content
  })()
  expect(
    await receiveImportFile(database.db, database.dataDir, { importId, partnerId, announced: null }, body),
  ).toBeNull()
  const work = () =>
    workFor({ db: database.db, dataDir: database.dataDir }, ask.partner.id, new AbortController().signal)
  await work()
  const asked = await getImport(ask, { importId })
  if (asked.status === 'unmapped') {
    await mapColumns(ask, { importId, mapping: asked.columns?.mapping ?? {} })
    await work()
  }
  const read = await getImport(ask, { importId })
  const list = async (kind: 'refused' | 'warning' | 'created' | 'changed') =>
    (await listFindings(ask, { importId, kind, page: 1 })).findings
  const [refused, remarks, changed] = [await list('refused'), await list('warning'), await list('changed')]
  if (read.status === 'read') {
    await requestImport(ask, { importId, gone: 'keep' })
    await work()
  }
  return { read, refused, remarks: remarks.map(({ reason }) => reason), changed, asked }
}

/** Returns a store's products by handle, with each variant as text: 'Altrosa 36 79.00 (was 99.00) 3'. */
async function stored(ask: Ask) {
  const products = await database.db.product.findMany({
    where: { partnerId: ask.partner.id, deletedAt: null },
    include: {
      category: true,
      brand: true,
      variants: { orderBy: { position: 'asc' } },
      images: { orderBy: { position: 'asc' } },
    },
    orderBy: { handle: 'asc' },
  })
  return new Map(
    products.map((product) => [
      product.handle,
      {
        ...product,
        brandName: product.brand.name,
        categorySlug: product.category?.slug ?? null,
        pictures: product.images.map(({ sourceUrl }) => sourceUrl ?? ''),
        sold: product.variants.map(({ size, colourName, options, priceMinor, originalPriceMinor, stock, currency }) =>
          [
            ...[colourName, size, ...Object.values(options as Record<string, string>)].filter(Boolean),
            toAmount(priceMinor, currency),
            ...(originalPriceMinor === null ? [] : [`(was ${toAmount(originalPriceMinor, currency)})`]),
            stock === null ? 'unknown' : stock === 0 ? 'sold out' : String(stock),
          ].join(' '),
        ),
      },
    ]),
  )
}

async function imported(file: string, currency = 'GBP', given: object = {}) {
  const ask = await newStore(currency, given)
  const result = await upload(ask, file)
  return { ask, ...result, products: await stored(ask) }
}

/** Imports a file with the import command. */
async function commanded(file: string, currency: string) {
  const ask = await newStore(currency)
  const { businessName } = await database.db.partner.findUniqueOrThrow({ where: { id: ask.partner.id } })
  const result = await importProducts(database.db, {
    source: async function* () {
      yield fs.readFileSync(path.join(CASES, file))
    },
    partner: { name: businessName },
    fileName: file,
  })
  return { ...result, products: await stored(ask) }
}

const soldOf = (products: Awaited<ReturnType<typeof stored>>) =>
  Object.fromEntries([...products].map(([handle, { sold }]) => [handle, sold]))

describe('a Shopify export', () => {
  test('with German labels is imported the same way by the dashboard and the import command (02)', async () => {
    const { products, refused, remarks } = await imported('02-shopify-german-admin.csv', 'EUR')
    expect(soldOf(products)).toEqual({
      'bast-guertel': ['29.00 unknown'],
      'murmel-kleid': ['110/116 39.00 unknown', '122/128 39.00 unknown'],
      'nebel-schal': ['45.00 unknown'],
      'rosenholz-bluse': ['36', '38', '40'].map((size) => `Altrosa ${size} 79.00 (was 99.00) unknown`),
      'rosenholz-bluse-moos': ['MOOS 36 79.00 unknown', 'MOOS 38 79.00 unknown'],
      'steinpilz-polo': ['L 64.00 unknown', 'XL 64.00 unknown'],
    })
    expect(products.get('rosenholz-bluse')?.pictures).toHaveLength(4)
    expect([...products.values()].every(({ status }) => status === 'active')).toBe(true)
    expect(refused).toEqual([])
    expect(remarks).toEqual([
      "'rosenholz-bluse-moos' and 'rosenholz-bluse' (line 2) have the same SKU HL-26-07. Both are imported",
    ])
    const command = await commanded('02-shopify-german-admin.csv', 'EUR')
    expect(soldOf(command.products)).toEqual(soldOf(products))
    expect(command.warnings.map(({ reason }) => reason)).toEqual(remarks)
  })

  test('with Swedish labels keeps barcodes, quotes and statuses (08)', async () => {
    const { products, remarks } = await imported('08-shopify-swedish-admin.csv', 'SEK')
    expect(soldOf(products)).toEqual({
      'drivved-jacka': ['Ljung S 1299.00 (was 1599.00) unknown', 'Ljung M 1299.00 (was 1599.00) unknown'],
      'fyrvakt-vaska': ['899.00 unknown'],
      'masten-mossa': ['349.00 unknown'],
      'skarvind-klanning': ['38 749.00 unknown', '40 749.00 unknown'],
      'vantan-vantar': ['129.00 unknown'],
    })
    expect(products.get('drivved-jacka')?.name).toBe('Drivved "Ljung" Jacka')
    expect(products.get('drivved-jacka')?.variants.map(({ gtin }) => gtin)).toEqual(['2990000000118', '2990000000125'])
    expect(products.get('masten-mossa')?.name).toMatch(/58"$/)
    expect([products.get('fyrvakt-vaska')?.status, products.get('skarvind-klanning')?.status]).toEqual([
      'archived',
      'draft',
    ])
    expect(remarks).toEqual([])
  })

  test.each([
    ['12a-excel-utf16-tabs.csv', 'Tabs, UTF-16'],
    ['12b-excel-1252-semicolons.csv', 'Semicolons, Windows-1252'],
    ['12c-excel-sep-line.csv', 'Semicolons, UTF-8'],
  ])('saved by Excel is imported, and its format reported: %s', async (file, written) => {
    const expected = {
      '12a-excel-utf16-tabs.csv': {
        'camicia-salvia': ['M 72.50 unknown', 'L 72.50 unknown'],
        'giacca-ortica': ['Verde 42 159.00 (was 199.00) unknown', 'Verde 44 159.00 (was 199.00) unknown'],
        'sciarpa-felce': ['38.00 unknown'],
      },
      '12b-excel-1252-semicolons.csv': {
        'beret-noisette': ['42.00 unknown'],
        'chemise-greve': ['39/40 84.00 unknown', '41/42 84.00 unknown'],
        'robe-coeur-de-mai': ['Crème 36 118.00 (was 148.00) unknown', 'Crème 38 118.00 (was 148.00) unknown'],
      },
      '12c-excel-sep-line.csv': {
        'abrigo-sierra': ['40 1249.00 unknown'],
        'camisa-retama': ['M 54.50 unknown'],
        'vestido-alberca': ['Añil 38 89.90 (was 119.90) unknown', 'Añil 40 89.90 (was 119.90) unknown'],
      },
    }[file]
    const { products, read } = await imported(file, 'EUR')
    expect(soldOf(products)).toEqual(expected)
    expect(read.reading?.assumed).toContain(written)
    expect(soldOf((await commanded(file, 'EUR')).products)).toEqual(expected)
    expect(products.get('giacca-ortica')?.name ?? 'Giacca Ortica – città').toBe('Giacca Ortica – città')
    expect(products.get('giacca-ortica')?.brandName ?? 'Càrpine Nove').toBe('Càrpine Nove')
    expect(products.get('robe-coeur-de-mai')?.description ?? 'L’été à 118 €; doublée, légère.').toBe(
      'L’été à 118 €; doublée, légère.',
    )
  })

  test('in the newer Shopify template is imported (13)', async () => {
    const { products, refused } = await imported('13-shopify-new-template.csv')
    expect(soldOf(products)).toEqual({
      'drift-ankle-boots': ['EU 38 110.00 2'],
      'harbour-moth-jumper': ['64.00 3'],
      'lantern-moth-tee': [
        'ink Small 22.00 (was 26.00) 11',
        'ink Medium 22.00 (was 26.00) unknown',
        'ink Large 22.00 sold out',
      ],
      'pale-moth-shirt': ['49.00 unknown'],
    })
    expect(products.get('pale-moth-shirt')?.status).toBe('draft')
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([[7, 'the price is missing']])
  })

  test('with two gender columns uses the one that is filled in (20)', async () => {
    const { products } = await imported('20-shopify-both-gender-columns.csv')
    expect(Object.fromEntries([...products].map(([handle, { gender }]) => [handle, gender]))).toEqual({
      'tarn-crewneck': 'men',
      'pell-beanie': 'unisex',
      'tarn-socks': 'unisex',
      'pell-wrap-skirt': 'women',
      'tarn-pinafore': 'girls',
      'pell-brogues': 'men',
      'tarn-umbrella': '',
    })
  })
})

describe('a feed with prices and URLs', () => {
  test('rejects rows in other currencies, and converts HTML (03)', async () => {
    const { products, refused, remarks } = await imported('03-affiliate-feed-eur.csv')
    expect(soldOf(products)).toEqual({ 'filz-tasche': ['45.00 unknown'], 'filz-guertel': ['52.00 sold out'] })
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) expect(reason).toMatch(/EUR.*GBP/)
    expect(remarks).toEqual([
      '2 products link to shop.filzwerk.example, which is not verified yet, so shoppers cannot buy them. Verify the domain under Connect Store. You do not need to import again.',
    ])
    const euros = await imported('03-affiliate-feed-eur.csv', 'EUR')
    expect(soldOf(euros.products)).toEqual({
      'filz-pantoffel': ['64.00 unknown'],
      'filz-cape': ['128.50 unknown'],
      'filz-hut': ['39.90 sold out'],
      'filz-guertel': ['52.00 sold out'],
      'filz-weste': ['96.00 unknown'],
    })
    expect(euros.products.get('filz-pantoffel')?.description).toBe('Wool felt.\nFelted by hand & washed.\nTwo pockets')
    expect(euros.products.get('filz-hut')?.description).toBe('Fits heads < 60 cm & > 52 cm.')
    expect(euros.refused.map(({ handle }) => handle)).toEqual(['filz-tasche'])
  })

  test('in RSS is detected as Google Merchant (07a)', async () => {
    const { products, refused, read } = await imported('07a-google-rss.xml')
    expect(soldOf(products)).toEqual({
      'SD-101': ['Olive S 116.00 (was 145.00) unknown', 'Olive M 145.00 sold out'],
      'SD-205': ['54.00 unknown'],
      'SD-310': ['16.50 unknown'],
    })
    expect(read.reading?.assumed).toEqual(['Google Merchant feed', 'XML'])
    expect(products.get('SD-101')?.pictures).toHaveLength(3)
    expect(products.get('SD-101')?.variants.map(({ gtin }) => gtin)).toEqual(['2990000001115', '2990000001122'])
    expect(products.get('SD-101')?.productUrl).toBe('https://saltmarsh.example/p/rain-coat?size=s&c=olive')
    expect(products.get('SD-205')).toMatchObject({
      name: 'Hook & Eye Blouse',
      description: 'Collar & cuffs – 100% cotton',
    })
    expect(refused.map(({ handle, reason }) => [handle, reason])).toEqual([
      ['SD-400', expect.stringMatching(/EUR.*GBP/)],
    ])
  })

  test('in Atom is also detected as Google Merchant (07b)', async () => {
    const { products } = await imported('07b-google-atom.xml', 'EUR')
    expect(soldOf(products)).toEqual({
      'KS-11': ['EU 42 95.90 (was 119.90) unknown', 'EU 43 95.90 (was 119.90) sold out'],
      'KS-20': ['39.00 unknown'],
    })
    expect(products.get('KS-11')?.productUrl).toBe('https://kiesel.example/p/ks-11?g=42')
    expect(soldOf((await commanded('07b-google-atom.xml', 'EUR')).products)).toEqual(soldOf(products))
  })

  test('uses the regular and the sale prices (07c)', async () => {
    const { products } = await imported('07c-google-sale-price.tsv', 'USD')
    expect(soldOf(products)).toEqual({
      41: ['36.00 (was 48.00) unknown'],
      42: ['29.50 unknown'],
      43: ['75.00 sold out'],
      44: ['899.90 (was 1120.00) unknown'],
    })
    expect(products.get('42')?.name).toBe('Μεταξωτό Κασκόλ')
  })

  test('may contain the rows of a product in any order (19)', async () => {
    const { products } = await imported('19-google-item-groups.tsv')
    expect(soldOf(products)).toEqual({
      'HB-7': [
        'Plum UK 8 84.00 (was 120.00) unknown',
        'Plum UK 10 84.00 (was 120.00) sold out',
        'Plum UK 12 84.00 (was 120.00) unknown',
      ],
      'HB-9': ['Teal M 45.00 unknown', 'Bone M 39.00 (was 45.00) unknown'],
      'HB-30': ['Sand 32.00 unknown'],
    })
    expect(products.get('HB-7')?.pictures).toHaveLength(3)
    expect([...products.values()].flatMap(({ variants }) => variants).every(({ gtin }) => gtin !== null)).toBe(true)
  })

  test('in the Facebook template may begin with comments (16)', async () => {
    const { products, read } = await imported('16-facebook-template.csv', 'EUR')
    expect(soldOf(products)).toEqual({
      'ZT-1': ['Moos S 37.00 (was 46.00) unknown', 'Moos M 37.00 (was 46.00) sold out'],
      'ZT-2': ['Schwarz 52 1249.50 unknown'],
      'ZT-3': ['24.00 unknown'],
    })
    expect(products.get('ZT-3')?.name).toBe('#1 Tote Bag')
    expect(read.reading?.assumed).toEqual(['Facebook catalogue', 'Commas, UTF-8', 'Column names in line 2'])
  })
})

describe('imports an export of', () => {
  test('WooCommerce (04)', async () => {
    const { products, remarks, refused, read } = await imported('04-woocommerce.csv')
    expect(soldOf(products)).toEqual({
      'tf-smock': ['Rust S 68.00 4', 'Rust M 51.00 (was 68.00) sold out', 'Fern S 68.00 unknown'],
      3102: ['Oat 19.00 unknown', 'Slate 19.00 2'],
      'tf-belt': ['28.00 5'],
      'tf-scarf': ['26.50 (was 40.00) unknown'],
      'tf-clogs': ['75.00 sold out'],
      'tf-cap': ['22.00 unknown'],
      'tf-mittens': ['18.00 unknown'],
    })
    const smock = products.get('tf-smock')
    expect(smock?.images.map(({ colourName }) => colourName)).toEqual(['Rust', 'Fern'])
    expect(smock?.description).toBe('Soft linen & cotton.\nTwo pockets')
    expect(products.get('tf-belt')?.pictures).toHaveLength(3)
    expect([...products].map(([handle, { status }]) => [handle, status])).toContainEqual(['tf-cap', 'draft'])
    expect(products.get('tf-mittens')?.status).toBe('draft')
    expect([...products].map(([handle, { categorySlug }]) => [handle, categorySlug]).sort()).toEqual([
      ['3102', 'beanies'],
      ['tf-belt', 'belts'],
      ['tf-cap', 'hats'],
      ['tf-clogs', 'shoes'],
      ['tf-mittens', 'accessories'],
      ['tf-scarf', 'scarves'],
      ['tf-smock', 'dresses'],
    ])
    expect(refused).toEqual([])
    expect(remarks).toEqual([expect.stringContaining('a grouped product has no price')])
    expect(read.reading?.assumed[0]).toBe('WooCommerce export')
  })

  test('Wix (05)', async () => {
    const { products, remarks } = await imported('05-wix.csv')
    const named = new Map([...products.values()].map((product) => [product.name, product]))
    expect(Object.fromEntries([...named].map(([name, { sold }]) => [name, sold]))).toEqual({
      'Merrow Wrap Top': ['Fern S 42.00 3', 'Fern M 42.00 sold out', 'Rust L 46.00 5'],
      'Merrow Slip Skirt': ['45.00 (was 60.00) 7'],
      'Merrow Belt': ['25.00 (was 30.00) sold out'],
      'Merrow Rib Tank': ['XS 18.00 unknown', 'S 18.00 unknown', 'M 18.00 unknown'],
      'Merrow Sun Hat': ['26.00 unknown'],
    })
    expect(named.get('Merrow Belt')?.status).toBe('draft')
    expect(named.get('Merrow Wrap Top')?.variants.map(({ colourHex }) => colourHex)).toEqual([
      '#2f5d50',
      '#2f5d50',
      '#b44628',
    ])
    expect(named.get('Merrow Wrap Top')?.pictures).toEqual([
      'https://static.wixstatic.com/media/0a1b2c_111111111111aaaa~mv2.jpg',
      'https://static.wixstatic.com/media/0a1b2c_222222222222bbbb~mv2.png',
    ])
    expect(named.get('Merrow Sun Hat')?.pictures).toHaveLength(2)
    expect(named.get('Merrow Slip Skirt')?.categorySlug).toBe('trousers-skirts')
    expect(remarks).toEqual([])
  })

  test('Etsy (06)', async () => {
    const { products, refused, asked } = await imported('06-etsy-listings.csv')
    expect(soldOf(products)).toEqual({
      'FW-throw-oat': ['58.00 3'],
      'FW-cardi': ['S 96.00 unknown', 'M 96.00 unknown', 'L 96.00 unknown'],
      'FW-sunhat': ['17.50 4'],
      'mens-tweed-bow-tie': ['22.00 1'],
      'FW-clutch': ['41.00 sold out'],
    })
    expect(products.get('FW-throw-oat')?.pictures).toHaveLength(3)
    expect(products.get('FW-clutch')?.pictures).toHaveLength(2)
    expect(asked.columns?.mapping).toMatchObject({ image_1: 7, image_10: 16 })
    expect(products.get('FW-clutch')?.gender).toBe('')
    expect(refused.map(({ reason }) => reason)).toEqual([expect.stringMatching(/USD.*GBP/)])
  })

  test('Magento (15)', async () => {
    const { products, remarks } = await imported('15-magento.csv')
    expect(soldOf(products)).toEqual({
      'ostrel-cape': ['135.00 (was 180.00) 4'],
      'ostrel-dress': ['95.50 sold out'],
      'ostrel-belt': ['30.00 4'],
      'ostrel-hat': ['25.00 12'],
    })
    expect([...products.values()].map(({ handle, pictures, status }) => [handle, pictures.length, status])).toEqual([
      ['ostrel-belt', 0, 'active'],
      ['ostrel-cape', 3, 'active'],
      ['ostrel-dress', 1, 'active'],
      ['ostrel-hat', 1, 'draft'],
    ])
    expect(remarks).toEqual([expect.stringContaining("'/o/s/ostrel-belt.jpg'")])
  })
})

describe('a custom table', () => {
  test('separated by pipes gets a suggested column mapping (14)', async () => {
    const { products, asked } = await imported('14-pipes.csv', 'EUR')
    expect(asked.columns?.header).toHaveLength(9)
    expect(asked.columns?.mapping).toMatchObject({
      name: 1,
      price: 3,
      colour: 4,
      size: 5,
      material: 6,
      gender: 7,
      image_1: 8,
    })
    expect(soldOf(products)).toEqual({
      'P-11': ['Bleu 38 64.00 unknown', 'Bleu 40 64.00 unknown'],
      'P-12': ['Gris M 89.50 unknown'],
      'P-13': ['Écru 29.90 unknown'],
      'P-14': ['Noir 35.00 unknown'],
    })
    expect(products.get('P-12')?.description).toBe('Laine | mérinos, lavable.')
  })

  test('may contain several image URLs in a cell (22)', async () => {
    const { products, remarks } = await imported('22-pictures-in-a-cell.csv')
    expect(Object.fromEntries([...products].map(([handle, { pictures }]) => [handle, pictures.length]))).toEqual({
      'pc-comma': 3,
      'pc-tight': 2,
      'pc-semicolon': 2,
      'pc-lines': 2,
      'pc-bars': 2,
      'pc-inside': 1,
      'pc-inside-two': 2,
      'pc-broken': 2,
      'pc-twice': 1,
      'pc-none': 0,
    })
    expect(products.get('pc-inside-two')?.pictures[1]).toMatch(/b\.jpg\?x=1;y=2$/)
    expect([...products.values()].flatMap(({ pictures }) => pictures).join(' ')).not.toMatch(/%20https|https\S+https/)
    expect(remarks).toEqual([
      expect.stringContaining('no picture yet'),
      expect.stringContaining('no product page in this file'),
    ])
  })
})

describe('detects gender and category', () => {
  test.each([
    [
      '02-shopify-german-admin.csv',
      'EUR',
      ' belts | girls dresses | unisex scarves | women blouses | women blouses | men polo-shirts',
    ],
    [
      '08-shopify-swedish-admin.csv',
      'SEK',
      'women coats-jackets | unisex bags | men hats | women dresses | girls accessories',
    ],
    ['12a-excel-utf16-tabs.csv', 'EUR', 'men shirts | women coats-jackets | unisex scarves'],
    ['12b-excel-1252-semicolons.csv', 'EUR', 'unisex hats | men shirts | women dresses'],
    ['12c-excel-sep-line.csv', 'EUR', 'women coats-jackets | men shirts | women dresses'],
    ['07a-google-rss.xml', 'GBP', 'women waterproofs | women blouses | boys t-shirts'],
    ['07b-google-atom.xml', 'EUR', 'men loafers | unisex belts'],
    ['15-magento.csv', 'GBP', ' belts | women coats-jackets | women dresses |  hats'],
    ['16-facebook-template.csv', 'EUR', 'women cardigans | men coats-jackets | unisex tote-bags'],
    ['19-google-item-groups.tsv', 'GBP', 'unisex hats | women tea-dresses | women tops'],
    ['06-etsy-listings.csv', 'GBP', 'women cardigans |  clutches | kids hats |  null | men accessories'],
    ['14-pipes.csv', 'EUR', 'women dresses | men coats-jackets | unisex scarves | women belts'],
    ['13-shopify-new-template.csv', 'GBP', 'women ankle-boots | women jumpers | unisex t-shirts | men shirts'],
  ])('of %s', async (file, currency, expected) => {
    const { products } = await imported(file, currency)
    expect([...products.values()].map(({ gender, categorySlug }) => `${gender} ${categorySlug}`).join(' | ')).toBe(
      expected,
    )
  })
})

describe('earlier exports', () => {
  test('R1 to R5 are still imported', async () => {
    const plain = await imported('R1-shopify-plain.csv')
    expect(soldOf(plain.products)).toEqual({
      'corrie-jumper': ['Heather S 72.00 (was 90.00) 2', 'Heather M 72.00 sold out', 'Peat M 72.00 7'],
      'corrie-cap': ['25.00 unknown'],
      'corrie-kilt': ['34 150.50 unknown'],
    })
    expect(plain.products.get('corrie-jumper')?.pictures).toHaveLength(4)
    expect(plain.products.get('corrie-kilt')?.status).toBe('draft')
    const cards = await imported('R2-gift-card.csv')
    expect(soldOf(cards.products)).toEqual({
      'corrie-card-holder': [expect.stringContaining('14.00')],
      'corrie-belt': [expect.stringContaining('30.00')],
    })
    expect(cards.remarks).toEqual([expect.stringContaining('gift card')])
    const many = [...(await imported('R3-120-variants.csv')).products.values()]
    expect(many.map(({ variants }) => [variants.length, variants.filter(({ stock }) => stock === 0).length])).toEqual([
      [120, 11],
    ])
    const compared = await imported('R4-compare-at.csv')
    expect([...compared.products.values()].map(({ sold }) => sold[0]?.replace(/ \S+$/, ''))).toEqual([
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^(?!.*was)/)),
      expect.stringContaining('60.00 (was 80.00)'),
      expect.stringContaining('60.00 (was 60.01)'),
    ])
    const quoted = await imported('R5-bom-crlf-quotes.csv')
    expect(Object.keys(soldOf(quoted.products))).toEqual(['brume-foulard', 'brume-robe'])
    expect(quoted.products.get('brume-robe')?.description.split('\n')).toHaveLength(2)
  })
})
