import { describe, expect, test } from 'vitest'
import { toAmount } from '#server/platform/money.schema.ts'
import { priceRules } from '#server/products/parse-price.ts'
import { notationOf, openTable } from '../open-table.ts'
import { hasScatteredRows, readProductGroups } from '../product-groups.ts'
import { detectLayout } from '../tables/detect-layout.ts'
import { formatOf, suggestedMapping } from '../tables/table-columns.ts'
import { presetOf } from './presets.ts'

async function read(content: string, currency = 'EUR') {
  const source = async function* () {
    yield Buffer.from(content)
  }
  const layout = await detectLayout(source)
  const format = formatOf(layout) ?? 'mapped'
  const table = openTable(source, layout, format, suggestedMapping(layout))
  const rules = {
    ...priceRules(currency, 1),
    notation: notationOf(layout, format),
    websiteUrl: 'https://store.example',
    now: new Date('2026-11-27T09:00:00Z'),
  }
  const products: Record<string, string[]> = {}
  const notes: string[] = []
  const problems: string[] = []
  const raw = []
  for await (const group of readProductGroups({ ...table, isScattered: await hasScatteredRows(table) }, rules)) {
    notes.push(...group.warnings.map(({ reason }) => reason))
    problems.push(...group.problems.map(({ line, reason }) => `${line}: ${reason}`))
    if (!group.product) continue
    raw.push(group.product)
    products[group.product.handle] = group.product.variants.map((variant) =>
      [
        ...[variant.colourName, variant.size, ...Object.values(variant.options)].filter(Boolean),
        toAmount(variant.priceMinor, currency),
        ...(variant.originalPriceMinor === null ? [] : [`(was ${toAmount(variant.originalPriceMinor, currency)})`]),
        variant.stock === null ? 'unknown' : variant.stock === 0 ? 'sold out' : String(variant.stock),
      ].join(' '),
    )
  }
  return { preset: presetOf(layout.preset)?.id ?? null, products, notes, problems, raw }
}
const table = (...rows: string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

describe('WooCommerce', () => {
  test.each([
    [
      'German',
      'ID,Typ,Artikelnummer,Name,Veröffentlicht,Beschreibung,"Datum, an dem Angebotspreis endet",Vorrätig?,Lager,Angebotspreis,Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e),Attribut 1 Sichtbar,Attribut 1 Global',
    ],
    [
      'French',
      'ID,Type,UGS,Nom,Publié,Description,Date de fin de promo,En stock ?,Stock,Tarif promo,Tarif régulier,Catégories,Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1,Attribut 1 visible,Attribut 1 global',
    ],
    [
      'Spanish',
      'ID,Tipo,SKU,Nombre,Publicado,Descripción,Día en que termina el precio rebajado,¿Existencias?,Inventario,Precio rebajado,Precio normal,Categorías,Imágenes,Superior,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,Atributo global 1',
    ],
    [
      'Dutch',
      'ID,Type,SKU,Naam,Gepubliceerd,Beschrijving,Einddatum actieprijs,Op voorraad?,Voorraad,Actieprijs,Reguliere prijs,Categorieën,Afbeeldingen,Hoofd,Attribuut 1 naam,Attribuut 1 waarde(n),Attribuut 1 zichtbaar,Attribuut 1 globaal',
    ],
  ])('is recognised in %s', async (_, header) => {
    const { preset, products, problems } = await read(
      [
        header,
        '9,variation,V-M,,1,,,1,3,20,30,,,V,Farbe,Rot,,1',
        '8,variable,V,Kleid,1,Text,,1,,,,Damen > Kleider,,,Farbe,"Rot, Blau",1,1',
        '10,variation,V-L,,1,,2026-01-31,0,,20,30,,,id:8,Farbe,Blau,,1',
        '11,simple,S,Schal,0,Text,,1,4,,12,Schals,,,,,,',
      ].join('\n'),
    )
    expect(preset).toBe('woocommerce')
    expect(problems).toEqual([])
    expect(products).toEqual({ V: ['Rot 20.00 (was 30.00) 3', 'Blau 30.00 sold out'], S: ['12.00 4'] })
  })

  test('refuses variations without their parent', async () => {
    const { products, problems } = await read(
      'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n1,variation,a,A,1,10,gone,Size,M\n2,simple,b,B,1,5,,,',
    )
    expect(products).toEqual({ b: ['5.00 unknown'] })
    expect(problems).toEqual(["2: its parent product 'gone' is not in the file"])
  })
})

describe('Magento', () => {
  const header = [
    'sku',
    'store_view_code',
    'attribute_set_code',
    'product_type',
    'categories',
    'name',
    'product_online',
    'price',
    'special_price',
    'special_price_from_date',
    'special_price_to_date',
    'url_key',
    'qty',
    'is_in_stock',
    'additional_attributes',
    'configurable_variations',
    'configurable_variation_labels',
    'base_image',
  ]
  const row = (cells: Record<string, string>) => header.map((name) => cells[name] ?? '')

  test('groups configurable products with their simple products', async () => {
    const { products, problems, notes, raw } = await read(
      table(
        header,
        row({
          sku: 'D-S',
          product_type: 'simple',
          name: 'Dress S',
          price: '50.0000',
          qty: '2.0000',
          is_in_stock: '1',
          url_key: 'dress-s',
        }),
        row({
          sku: 'H',
          product_type: 'simple',
          name: 'Hat',
          price: '20',
          special_price: '15',
          special_price_from_date: '12/24/26',
          qty: '1',
          url_key: 'hat',
        }),
        row({
          sku: 'D-M',
          product_type: 'simple',
          name: 'Dress M',
          price: '50',
          special_price: '40',
          special_price_to_date: '2026-12-31 00:00:00',
          qty: '0',
          is_in_stock: '0',
          url_key: 'dress-m',
        }),
        row({
          sku: 'D',
          product_type: 'configurable',
          name: 'Dress',
          url_key: 'dress',
          categories: 'Default Category/Women/Dresses',
          configurable_variations: 'sku=D-S,size=S,color=Red|sku=D-M,size=M,color=Deep, dark red',
          configurable_variation_labels: 'size=Size,color=Color',
          base_image: 'https://x.example/d.jpg',
        }),
        row({ sku: 'D', store_view_code: 'de', product_type: 'configurable', name: 'Kleid' }),
        row({ sku: 'B', product_type: 'bundle', name: 'Set', url_key: 'set' }),
      ),
    )
    expect(problems).toEqual([])
    expect(products).toEqual({
      dress: ['Red S 50.00 2', 'Deep, dark red M 40.00 (was 50.00) sold out'],
      hat: ['20.00 1'],
    })
    expect(raw.find(({ handle }) => handle === 'dress')).toMatchObject({
      name: 'Dress',
      productCategory: 'Women > Dresses',
    })
    expect(notes).toContainEqual(expect.stringContaining('a grouped product'))
    expect(notes).toContainEqual(
      '1 sale price starts later and was left out. Import the file again when the sale has started.',
    )
  })
})

describe('a cell of a million characters', () => {
  const LONG = 1_000_000
  const bigCommerce = (options: string, price = '60') =>
    table(
      ['Item Type', 'Product ID', 'Product Name', 'Price', 'Options', 'Product Image URL - 1'],
      ['Product', '7', 'Wrap Dress', price, '', `${','.repeat(LONG)}x`],
      ['SKU', '', '', '', options, ''],
    )
  // Each of these once took quadratic time, which meant hours.
  test.each([
    ['names of options without values', bigCommerce('name=x|'.repeat(LONG / 7))],
    ['blanks where an option begins', bigCommerce(`,${' '.repeat(LONG)}x`)],
    ['zeros in a price', bigCommerce('', `${'0'.repeat(LONG)}x`)],
    ['blanks in a price', bigCommerce('', `1${' '.repeat(LONG)}1`)],
    ['zeros after the point of a price', bigCommerce('', `1.${'0'.repeat(LONG)}1`)],
  ])('is parsed quickly: %s', async (_, content) => {
    const { problems, products } = await read(content)
    expect([problems.length, Object.keys(products).length].toSorted()).toEqual([0, 1])
  })
  test('with more option combinations than allowed becomes one variant', async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => index).join(',')
    const header = ['TITLE', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'IMAGE1']
    const axes = ['VARIATION 1 NAME', 'VARIATION 1 VALUES', 'VARIATION 2 NAME', 'VARIATION 2 VALUES']
    const row = ['Scarf', '20', 'EUR', '5', '', 'Size', values, 'Colour', values]
    const { preset, raw } = await read(table([...header, ...axes], row))
    expect([preset, raw.map(({ variants }) => variants.length)]).toEqual(['etsy', [1]])
  })
})

describe('BigCommerce', () => {
  test.each([
    [
      '[RT]Size=M,[S]Colour=Red',
      [
        ['Size', 'M'],
        ['Colour', 'Red'],
      ],
    ],
    [
      'Size=M, L or XL,Colour=Red:#ff0000',
      [
        ['Size', 'M, L or XL'],
        ['Colour', 'Red'],
      ],
    ],
    [
      'Type=Dropdown|Name=Size|Value=M;Type=Swatch|Name=Colour|Label=x|Value=Red',
      [
        ['Size', 'M'],
        ['Colour', 'Red'],
      ],
    ],
    ['no options, only a name', []],
    ['=', []],
  ])('reads the options %s', async (options, expected) => {
    const { raw } = await read(
      table(
        ['Item Type', 'Product ID', 'Product Name', 'Price', 'Options'],
        ['Product', '7', 'Wrap Dress', '60', ''],
        ['SKU', '', '', '', options],
      ),
    )
    const [variant] = raw.flatMap(({ variants }) => variants)
    const said = { Size: variant?.size, Colour: variant?.colourName }
    expect(Object.entries(said).filter(([, value]) => value)).toEqual(expected)
  })
  test('reads products with their SKU rows', async () => {
    const { preset, products, raw } = await read(
      table(
        [
          'Item Type',
          'Product ID',
          'Product Name',
          'Product Code/SKU',
          'Brand Name',
          'Product Description',
          'Price',
          'Sale Price',
          'Track Inventory',
          'Current Stock Level',
          'Category',
          'Product Visible?',
          'Product URL',
          'Product Image URL - 1',
        ],
        [
          'Product',
          '7',
          'Wrap Dress',
          'WD',
          'Acme',
          '<p>Soft</p>',
          '60',
          '45',
          'by option',
          '',
          'Women/Dresses',
          'Y',
          '/wrap-dress/',
          'https://x.example/w.jpg',
        ],
        ['  SKU', '', '[RT]Size=M,[S]Colour=Red', 'WD-M', '', '', '', '', '', '3', '', '', '', ''],
        ['  SKU', '', '[RT]Size=L,[S]Colour=Red', 'WD-L', '', '', '65', '', '', '0', '', '', '', ''],
        ['Product', '8', 'Belt', 'B', 'Acme', '', '20', '', 'by product', '5', 'Accessories', 'N', '/belt/', ''],
      ),
    )
    expect(preset).toBe('bigcommerce')
    expect(products).toEqual({
      7: ['Red M 45.00 (was 60.00) 3', 'Red L 65.00 sold out'],
      8: ['20.00 5'],
    })
    expect(raw.map(({ status, productUrl }) => [status, productUrl])).toEqual([
      ['active', 'https://store.example/wrap-dress/'],
      ['draft', 'https://store.example/belt/'],
    ])
  })

  test('reads the newer format', async () => {
    const { products } = await read(
      table(
        [
          'Item',
          'ID',
          'Name',
          'Type',
          'SKU',
          'Options',
          'Inventory Tracking',
          'Current Stock',
          'Price',
          'Is Visible',
          'Image URL (Import)',
        ],
        ['Product', '7', 'Wrap Dress', 'physical', 'WD', '', 'variant', '0', '60', 'TRUE', ''],
        ['Image', '', '', '', '', '', '', '', '', '', 'https://x.example/w.jpg'],
        ['Variant', '71', '', '', 'WD-M', 'Type=Dropdown|Name=Size|Value=M', '', '3', '', '', ''],
      ),
    )
    expect(products).toEqual({ 7: ['M 60.00 3'] })
  })
})

describe('PrestaShop', () => {
  test('uses the price with tax, and reports a missing one', async () => {
    const french = await read(
      'ID Produit;Image;Nom;Référence;Catégorie;Prix (HT);Prix (TTC);Quantité;État\n5;https://x.example/r.jpg;Robe;R-5;Robes;40,00;48,00;3;1',
    )
    expect(french).toMatchObject({ preset: 'prestashop', products: { 5: ['48.00 3'] } })
    const english = await read(
      'Product ID;Active (0/1);Name *;Price tax excluded;Discount percent;Reference #;Quantity\n5;1;Dress;40;25;R-5;3\n6;0;Belt;10;;R-6;1',
    )
    expect(english.products).toEqual({ 5: ['30.00 (was 40.00) 3'], 6: ['10.00 1'] })
    expect(english.notes).toEqual([expect.stringContaining('2 prices in this file exclude tax')])
  })
})

describe('Wix', () => {
  test('reads the newer format with option choices and variant prices', async () => {
    const { preset, products, raw } = await read(
      'handle,fieldType,name,visible,plainDescription,media,price,strikethroughPrice,inventory,sku,productOptionName1,productOptionChoices1\n' +
        'tee,PRODUCT,Tee,TRUE,<p>Soft</p>,a~mv2.jpg,20,,,,Color,#ff0000:Red;#0000ff:Blue\n' +
        'tee,VARIANT,,TRUE,,,20,25,3,T-R,,#ff0000:Red\n' +
        'tee,VARIANT,,TRUE,,,22,,OUT_OF_STOCK,T-B,,#0000ff:Blue\n' +
        'tee,MEDIA,,,,b~mv2.jpg,,,,,,\n',
    )
    expect(preset).toBe('wix')
    expect(products).toEqual({ tee: ['Red 20.00 (was 25.00) 3', 'Blue 22.00 sold out'] })
    expect(raw[0]?.images).toHaveLength(2)
  })
})

describe('Google', () => {
  test('combines sizes with their system, and applies sale prices by date', async () => {
    const row = (id: string, size: string, days: string) =>
      `${id}\tG\tShoe\t10.00 EUR\t8.00 EUR\t${days}\tin_stock\thttps://x.example/${id}\t${size}\tUK`
    const { products, raw } = await read(
      [
        'id\titem_group_id\ttitle\tprice\tsale_price\tsale_price_effective_date\tavailability\tlink\tsize\tsize_system',
        row('1', '5', '2026-11-01T00:00+0100/2026-11-30T23:59+0100'),
        row('2', '6', '2026-10-01T00:00+0100/2026-10-31T23:59+0100'),
        row('3', '7', '2026-12-01T00:00+0100/2026-12-31T23:59+0100'),
      ].join('\n'),
    )
    expect(products).toEqual({
      G: ['UK 5 8.00 (was 10.00) unknown', 'UK 6 10.00 unknown', 'UK 7 10.00 unknown'],
    })
    expect(raw[0]?.variants.map(({ sku }) => sku)).toEqual(['1', '2', '3'])
  })

  test('rejects ambiguous and invalid prices by row', async () => {
    const { problems } = await read(
      'id\ttitle\tprice\tavailability\tlink\n1\tA\t1.450 EUR\tin stock\thttps://x.example/1\n2\tB\t12 USD\tin stock\thttps://x.example/2\n3\tC\tfree\tin stock\thttps://x.example/3',
    )
    expect(problems).toEqual([
      expect.stringMatching(/^2: the price could mean 1\.45 or 1450/),
      expect.stringMatching(/^3: the price is in USD.*EUR/),
      expect.stringMatching(/^4: the price is not a number/),
    ])
  })
})
