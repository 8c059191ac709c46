import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '#server/platform/clean-text.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Note } from './row-note.ts'
import { incomingProduct, type IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { priceRules } from '#server/products/parse-price.ts'
import { openTable } from './open-table.ts'
import { hasScatteredRows, readProductGroups } from './product-groups.ts'
import { detectLayout } from './tables/detect-layout.ts'
import { formatOf } from './tables/table-columns.ts'

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,' +
  'Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,Variant Image,Gift Card,Status'
const COLUMNS = HEADER.split(',')
const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const row = (cells: Record<string, string>) => COLUMNS.map((name) => quote(cells[name] ?? '')).join(',')
const shirt = (cells: Record<string, string> = {}) =>
  row({
    Handle: 'shirt',
    Title: 'Shirt',
    Published: 'true',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant Price': '50',
    ...cells,
  })

async function read(content: string | Uint8Array, chunkSize = 64 * 1024) {
  const bytes = Buffer.from(content)
  const source = async function* () {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  const layout = await detectLayout(source)
  const format = formatOf(layout)
  if (!format) throw new AppError('bad_input', 'The columns are not known.')
  const table = openTable(source, layout, format, {})
  const isScattered = await hasScatteredRows(table)
  const products: Array<IncomingProduct & { line: number }> = []
  const problems: Note[] = []
  const warnings: Note[] = []
  let skipped = 0
  for await (const group of readProductGroups(
    { ...table, isScattered },
    {
      ...priceRules('USD', 1),
      notation: 'machine',
      websiteUrl: null,
    },
  )) {
    // The importer must produce valid incoming products.
    if (group.product) expect(incomingProduct.parse(group.product)).toEqual(group.product)
    if (group.product) products.push({ ...group.product, line: group.line })
    if (group.isSkipped) skipped++
    problems.push(...group.problems)
    warnings.push(...group.warnings)
  }
  return { products, problems, warnings, skipped }
}
const file = (...rows: string[]) => [HEADER, ...rows].join('\n')

describe('a product', () => {
  test('is combined from several rows', async () => {
    const { products, problems, warnings } = await read(
      file(
        row({
          Handle: 'knit',
          Title: 'Wool Knit',
          'Body (HTML)': '<p>Warm,\n"soft" &amp; light</p>',
          Vendor: 'Northwind',
          Type: 'Knitwear',
          Tags: 'women, wool, Wool,,new',
          Published: 'TRUE',
          'Option1 Name': 'Size',
          'Option1 Value': 'S',
          'Option2 Name': 'Color',
          'Option2 Value': 'Red',
          'Variant SKU': 'K-S',
          'Variant Inventory Tracker': 'shopify',
          'Variant Inventory Qty': '4',
          'Variant Price': '80.00',
          'Variant Compare At Price': '100',
          'Variant Barcode': "'4006381333931",
          'Image Src': 'https://cdn.test/2.jpg',
          'Image Position': '2',
          'Variant Image': 'https://cdn.test/red.jpg',
        }),
        row({
          Handle: 'knit',
          'Option1 Value': 'M',
          'Option2 Value': 'Blue',
          'Variant SKU': 'K-M',
          'Variant Inventory Tracker': 'shopify',
          'Variant Inventory Qty': '-2',
          'Variant Price': '80',
          'Variant Compare At Price': '80.00',
          'Image Src': 'https://cdn.test/1.jpg',
          'Image Position': '1',
          'Image Alt Text': 'Front',
        }),
        row({ Handle: 'knit', 'Image Src': '//cdn.test/3.jpg', 'Image Position': '3' }),
      ),
    )
    expect(problems).toEqual([])
    expect(warnings).toEqual([])
    expect(products).toEqual([
      {
        line: 2,
        handle: 'knit',
        name: 'Wool Knit',
        description: 'Warm, "soft" & light',
        descriptionHtml: null,
        brand: 'Northwind',
        type: 'Knitwear',
        productCategory: '',
        tags: ['women', 'wool', 'new'],
        status: 'active',
        gender: 'women',
        isIncomplete: false,
        variants: [
          {
            sku: 'K-S',
            gtin: '4006381333931',
            size: 'S',
            colourName: 'Red',
            options: {},
            priceMinor: 8_000,
            originalPriceMinor: 10_000,
            stock: 4,
          },
          {
            sku: 'K-M',
            gtin: null,
            size: 'M',
            colourName: 'Blue',
            options: {},
            priceMinor: 8_000,
            originalPriceMinor: null,
            stock: 0,
          },
        ],
        images: [
          { url: 'https://cdn.test/1.jpg', alt: 'Front', colourName: null },
          { url: 'https://cdn.test/2.jpg', alt: 'Wool Knit', colourName: null },
          { url: 'https://cdn.test/3.jpg', alt: 'Wool Knit', colourName: null },
          { url: 'https://cdn.test/red.jpg', alt: 'Wool Knit', colourName: 'Red' },
        ],
      },
    ])
  })

  test('without options has no size, and its stock is unknown if not tracked', async () => {
    const { products } = await read(file(shirt({ 'Variant Inventory Qty': '1' })))
    expect(products[0]?.variants).toEqual([
      {
        sku: null,
        gtin: null,
        size: null,
        colourName: null,
        options: {},
        priceMinor: 5_000,
        originalPriceMinor: null,
        stock: null,
      },
    ])
  })

  test.each([['Size'], ['size'], ['Größe'], ['Taille'], ['Shoe size'], ['SIZE (EU)']])(
    'takes its size from the option %j',
    async (name) => {
      const { products } = await read(file(shirt({ 'Option1 Name': name, 'Option1 Value': '38' })))
      expect(products[0]?.variants[0]).toMatchObject({ size: '38', options: {} })
    },
  )

  test("uses a variant's own link: parameters, the exported variant number, or the row's URL", async () => {
    const header = `${HEADER},WTF Product URL,WTF Variant Link`
    const line = (size: string, page: string, link: string) =>
      `${shirt({ 'Option1 Name': 'Size', 'Option1 Value': size })},${page},${link}`
    const page = 'https://store.example/shirt'
    const { products, warnings } = await read(
      [
        header,
        line('XS', page, ''),
        line('S', page, '?variant=7'),
        line('M', page, '8'),
        line('L', `${page}?size=l`, ''),
        line('XL', page, 'javascript:alert(1)'),
      ].join('\n'),
    )
    expect(products[0]?.variants.map(({ size, storeLink }) => [size, storeLink])).toEqual([
      ['XS', null],
      ['S', '?variant=7'],
      ['M', '?variant=8'],
      ['L', `${page}?size=l`],
      ['XL', null],
    ])
    expect(warnings.map(({ reason }) => reason)).toEqual([
      "its link 'javascript:alert(1)' is not a URL, so it was left out",
    ])
  })

  test('keeps other options under their own names', async () => {
    const { products } = await read(
      file(
        shirt({
          'Option1 Name': 'Length',
          'Option1 Value': 'Petite',
          'Option2 Name': 'Couleur',
          'Option2 Value': 'Rouge',
        }),
      ),
    )
    expect(products[0]?.variants[0]).toMatchObject({ size: null, colourName: 'Rouge', options: { Length: 'Petite' } })
  })

  test.each([
    [{ Published: 'true' }, 'active'],
    [{ Published: '' }, 'active'],
    [{ Published: 'FALSE' }, 'draft'],
    [{ Published: 'true', Status: 'draft' }, 'draft'],
    [{ Published: 'true', Status: 'Archived' }, 'archived'],
    [{ Published: 'true', Status: 'active' }, 'active'],
    [{ Published: 'false', Status: 'active' }, 'draft'],
    [{ Published: 'maybe' }, 'draft'],
    [{ Status: 'unlisted' }, 'draft'],
  ])('with %j is %s', async (cells, status) =>
    expect((await read(file(shirt(cells)))).products[0]?.status).toBe(status),
  )

  test('is available without stock if overselling is allowed', async () => {
    const tracked = { 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '0' }
    expect((await read(file(shirt(tracked)))).products[0]?.variants[0]?.stock).toBe(0)
    expect(
      (await read(file(shirt({ ...tracked, 'Variant Inventory Policy': 'continue' })))).products[0]?.variants[0]?.stock,
    ).toBeNull()
  })

  test('is skipped with a warning if it is a gift card', async () => {
    const { products, skipped, warnings } = await read(file(shirt({ 'Gift Card': 'true' }), shirt({ Handle: 'other' })))
    expect([products.map((product) => product.handle), skipped, warnings.map((warning) => warning.line)]).toEqual([
      ['other'],
      1,
      [2],
    ])
  })

  test('drops optional fields with errors, and warns about them', async () => {
    const { products, problems, warnings } = await read(
      file(
        shirt({
          'Variant Barcode': '123',
          'Variant Compare At Price': 'x',
          'Image Src': 'http://cdn.test/a.jpg',
          'Variant Inventory Tracker': 'shopify',
          'Variant Inventory Qty': 'many',
        }),
      ),
    )
    expect(problems).toEqual([])
    expect(products[0]?.images).toEqual([])
    expect(warnings.map((warning) => warning.reason).join()).toMatch(/compare-at.*barcode.*stock.*https/)
  })
})

describe('invalid rows', () => {
  test('are reported by line and reason, and the others are imported', async () => {
    const { products, problems } = await read(
      file(
        shirt({ Handle: 'a', 'Body (HTML)': 'two\nlines' }),
        shirt({ Handle: 'b', 'Variant Price': 'abc' }),
        shirt({ Handle: 'c', Title: '' }),
        shirt({ Handle: 'd', 'Variant Price': '-1' }),
        shirt({ Handle: 'e', 'Option1 Name': 'Size', 'Option1 Value': 'S' }),
        row({ Handle: 'e', 'Option1 Value': 'M', 'Variant Price': '' }),
        row({ Handle: 'e', 'Option1 Value': 's', 'Variant Price': '50' }),
        row({ Handle: 'e' }),
        shirt({ Handle: '' }),
        `${shirt({ Handle: 'f' })},too,many`,
        shirt({ Handle: 'g' }),
        shirt({ Handle: 'a' }),
      ),
    )
    expect(products.map(({ handle, isIncomplete, variants }) => [handle, isIncomplete, variants.length])).toEqual([
      ['a', true, 1],
      ['e', true, 1],
      ['g', true, 1],
    ])
    expect(
      problems
        .map(({ line, handle, reason }) => `${line} ${handle}: ${reason}`)
        .sort((a, b) => parseInt(a) - parseInt(b)),
    ).toEqual([
      "4 b: the price is not a number like 49.90: 'abc'",
      '5 c: it has no title. The first row of a product must have one',
      "6 d: the price is negative: '-1'",
      '8 e: the price is missing',
      '9 e: it has the same options as line 7',
      '10 e: it has neither a price nor a picture',
      '11 : it has no handle',
      '12 f: it has 26 cells, but the first line has only 24',
      '14 a: it has the same options as line 2',
    ])
  })

  test.each([
    ['a quote that is never closed', '"never closed', 'its quotes do not match'],
    ['text after a closing quote', '"closed" and on', 'its quotes do not match'],
  ])('with %s affect no other rows', async (_, cell, reason) => {
    const broken = shirt({ Handle: 'broken', Title: 'BROKEN' }).replace('BROKEN', cell)
    const others = Array.from({ length: 600 }, (__, index) =>
      shirt({ Handle: `p${index}`, 'Body (HTML)': index % 3 ? 'a "quoted" word' : 'over\ntwo lines' }),
    )
    const { products, problems } = await read(file(...others.slice(0, 300), broken, ...others.slice(300)))
    expect(products).toHaveLength(600)
    expect(problems).toEqual([{ line: 2 + 400, handle: '', reason }])
    expect(products.at(-1)).toMatchObject({ handle: 'p599', line: 2 + 400 + 1 + 399 })
  })

  test('do not include a row with a quote in the middle of a cell', async () => {
    const { products, problems } = await read(
      file(shirt({ Title: 'INCH' }).replace('INCH', '12" heel'), shirt({ Handle: 'next' })),
    )
    expect(problems).toEqual([])
    expect(products.map((product) => product.name)).toEqual(['12" heel', 'Shirt'])
  })

  test('include rows that are not UTF-8', async () => {
    const latin = Buffer.concat([
      Buffer.from(`${HEADER}\n`),
      Buffer.from(shirt({ Title: 'Café' }), 'latin1'),
      Buffer.from(`\n${shirt({ Handle: 'ok', Title: 'Café' })}`),
    ])
    const { products, problems } = await read(latin)
    expect(products.map((product) => product.name)).toEqual(['Café'])
    expect(problems).toEqual([{ line: 2, handle: '', reason: 'it is not UTF-8 text' }])
  })
})

describe('an import file', () => {
  test('may have columns in any order, unknown columns, and newer column names', async () => {
    const { products } = await read(
      'Whatever,Price,title,URL handle,Product image URL,Compare-at price,Inventory tracker,Inventory quantity,Option1 name,Option1 value,Description\n' +
        'x,12.5,Hat,hat,https://cdn.test/h.png,20,shopify,3,Size,One,<p>Felt</p>',
    )
    expect(products).toMatchObject([
      {
        handle: 'hat',
        name: 'Hat',
        description: 'Felt',
        brand: undefined,
        tags: undefined,
        images: [{ url: 'https://cdn.test/h.png' }],
        variants: [{ priceMinor: 1_250, originalPriceMinor: 2_000, stock: 3, size: 'One' }],
      },
    ])
  })

  test('may have any line endings and a byte order mark, and arrive in any chunks', async () => {
    const rows = [
      HEADER,
      shirt({ Title: 'Één' }),
      '',
      shirt({ Handle: 'b', 'Body (HTML)': 'x\ny' }),
      ',,,',
      shirt({ Handle: 'c' }),
    ]
    const plain = await read(rows.join('\n'))
    expect(plain.products.map((product) => product.line)).toEqual([2, 4, 7])
    expect(plain.problems).toEqual([])
    for (const end of ['\n', '\r\n', '\r']) {
      for (const chunkSize of [1, 7, 64, 1_000])
        expect(await read(`\uFEFF${rows.join('\n').replaceAll('\n', end)}${end}`, chunkSize)).toEqual(plain)
    }
  })

  test.each([
    ['nothing', '', 'The file is empty'],
    ['a workbook', 'PK\u0003\u0004....', 'Excel workbook'],
    ['binary data', `${HEADER}\n${shirt()}\n\u0000`, 'binary'],
    ['a web page', '\n<!DOCTYPE html><html></html>', 'web page'],
    ['JSON', '{"products":[]}', 'JSON'],
    ['words', 'Hello\nthere', 'columns are not known'],
    ['other CSV', 'SKU,Name,Regular price\n1,x,2', 'columns are not known'],
    ['a header in UTF-16', '\u00ff\u00feH\u0000', 'no products'],
    ['a header with semicolons', `${HEADER.replaceAll(',', ';')}\n`, 'no products'],
    ['a header only', `${HEADER}\n\n`, 'no products'],
    ['without a price column', 'Handle,Title\na,b', 'columns are not known'],
    ['a single endless line', 'x'.repeat(5 * 1024 * 1024), '4 MB'],
    [
      'an inventory export',
      'Handle,Title,Option1 Name,Option1 Value,SKU,Location,On hand\na,b,c,d,e,f,1',
      'columns are not known',
    ],
    ['blank lines', '\n\n \n', 'The file is empty'],
  ])('is refused if it is %s', async (_, content, reason) => {
    await expect(read(Buffer.from(content, content.startsWith('\u00ff') ? 'latin1' : 'utf8'))).rejects.toThrow(reason)
  })

  test('is read, or refused with a reason, for any content', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a',
        'b',
        '',
        '"',
        '""',
        '\n',
        '\r',
        ',',
        '10',
        '-1',
        'true',
        'https://x.test/a.jpg',
        '\u0000',
        '\uFEFF',
        '<b>x',
      ),
    )
    const text = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.array(cell, { maxLength: 26 }).map((cells) => cells.join(',')),
          { maxLength: 8 },
        )
        .map((rows) => file(...rows)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          text.map((content) => Buffer.from(content)),
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          fc.uint8Array().map((bytes) => Buffer.concat([Buffer.from(`${HEADER}\n`), bytes])),
        ),
        fc.integer({ min: 1, max: 50 }),
        async (bytes, chunkSize) => {
          try {
            const { products } = await read(bytes, chunkSize)
            for (const product of products) expect(product.variants.length).toBeGreaterThan(0)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
          }
        },
      ),
      { numRuns: 800 },
    )
  })

  test('preserves properly quoted text', async () => {
    const title = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => /\S/u.test(text) && !text.includes('\u0000') && !text.includes('\uFEFF'))
    await fc.assert(
      fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 6 }), async (titles) => {
        const { products, problems } = await read(
          file(...titles.map((text, index) => shirt({ Handle: `h${index}`, Title: `x ${text}` }))),
        )
        expect(problems).toEqual([])
        expect(products.map((product) => product.name)).toEqual(
          titles.map((text) =>
            cleanText(`x ${text}`)
              .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
              .trim(),
          ),
        )
      }),
      { numRuns: 200 },
    )
  })
})
