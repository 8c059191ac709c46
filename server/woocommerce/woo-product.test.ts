import { describe, expect, test } from 'vitest'
import { payload } from '#tests/woocommerce/payloads.ts'
import { storeProductOf } from './woo-product.ts'

type Fields = Record<string, unknown>
const variable = payload('product-variable') as Fields
const simple = payload('product-simple') as Fields
const variations = payload('product-variations') as Fields[]
const counted = payload('variation-with-stock-and-gtin') as Fields

describe('a variable product', () => {
  test('gets a variant for each value of an attribute if a variation allows any value', () => {
    const product = storeProductOf(variable, variations)
    expect(product).toMatchObject({
      id: '12',
      handle: 'v-neck-t-shirt',
      title: 'V-Neck T-Shirt',
      productType: 'Tshirts',
      status: 'active',
      leftOut: '',
      isPublished: true,
      updatedAt: new Date('2026-11-26T19:58:16Z'),
    })
    expect(product.pictures).toHaveLength(3)
    expect(product.variants.map(({ options, price }) => [...options.map(({ value }) => value), price])).toEqual([
      ['Blue', 'Large', '15'],
      ['Blue', 'Medium', '15'],
      ['Blue', 'Small', '15'],
      ['Green', 'Large', '20'],
      ['Green', 'Medium', '20'],
      ['Green', 'Small', '20'],
      ['Red', 'Large', '20'],
      ['Red', 'Medium', '20'],
      ['Red', 'Small', '20'],
    ])
    expect(product.variants[0]).toMatchObject({
      sku: '',
      barcode: '',
      quantity: null,
      isTracked: false,
      inventoryItemId: null,
      link: '?attribute_pa_color=blue',
      options: [{ name: 'Color' }, { name: 'Size' }],
    })
  })

  test('does not copy the stock and codes of an any-size variation to each size', () => {
    const { variants } = storeProductOf(variable, [counted])
    expect(variants.map(({ sku, barcode, quantity }) => [sku, barcode, quantity])).toEqual([
      ['', '', null],
      ['', '', null],
      ['', '', null],
    ])
    const soldOut = { ...counted, stock_quantity: 0, stock_status: 'outofstock' }
    expect(storeProductOf(variable, [soldOut]).variants.map(({ quantity }) => quantity)).toEqual([0, 0, 0])
  })

  test('keeps stock and codes of a variation that specifies a value for every attribute', () => {
    const size = { id: 2, name: 'Size', slug: 'pa_size', option: 'Large' }
    const whole = { ...counted, attributes: [...(counted.attributes as Fields[]), size] }
    expect(storeProductOf(variable, [whole]).variants).toMatchObject([
      { sku: 'woo-vneck-tee-blue', barcode: '4006381333931', quantity: 3, isTracked: true },
    ])
    const ofParent = { ...whole, manage_stock: 'parent', stock_quantity: null }
    const parent = { ...variable, manage_stock: true, stock_quantity: 7 }
    expect(storeProductOf(parent, [ofParent]).variants).toMatchObject([{ quantity: 7, isTracked: true }])
  })
})

describe('a simple product', () => {
  test('has one variant, with its colour and its sale price', () => {
    expect(storeProductOf(simple, [])).toMatchObject({
      handle: 'beanie-with-logo',
      productType: 'Accessories',
      variants: [
        { price: '18', link: '', quantity: null, isTracked: false, options: [{ name: 'Color', value: 'Red' }] },
      ],
    })
  })

  test.each([
    ['before its sale', { date_on_sale_from_gmt: '2026-12-01T00:00:00' }, '20', ''],
    [
      'during its sale',
      { date_on_sale_from_gmt: '2026-11-01T00:00:00', date_on_sale_to_gmt: '2026-12-01T00:00:00' },
      '18',
      '20',
    ],
    ['after its sale', { date_on_sale_to_gmt: '2026-11-01T00:00:00' }, '20', ''],
  ])('has the correct price %s', (_, dates, price, compareAtPrice) => {
    const product = { ...simple, price: '18', regular_price: '20', sale_price: '18', ...dates }
    expect(storeProductOf(product, [], new Date('2026-11-20T12:00:00Z')).variants).toMatchObject([
      { price, compareAtPrice },
    ])
  })

  test('decodes HTML entities in names', () => {
    const categories = [{ name: 'Uncategorized' }, { name: 'Hats &amp; caps' }, { name: 'Winter' }]
    expect(
      storeProductOf({ ...simple, name: 'Mum&#8217;s beanie', categories, tags: [{ name: 'Gift' }] }, []),
    ).toMatchObject({
      title: 'Mum’s beanie',
      productType: 'Hats & caps',
      tags: ['Gift', 'Winter'],
    })
  })

  test.each([
    [{ status: 'draft' }, 'it is not published in the store'],
    [{ status: 'private' }, 'it is private in the store'],
    [{ post_password: 'x' }, 'it is password-protected in the store'],
    [{ virtual: true }, 'it is a download or a service'],
    [{ downloadable: true }, 'it is a download or a service'],
    [{ type: 'grouped' }, 'it only groups other products'],
    [{ type: 'external' }, 'it is sold on another website'],
    [{ catalog_visibility: 'search' }, ''],
  ])('has the correct exclusion reason with %j: "%s"', (fields, leftOut) => {
    expect(storeProductOf({ ...simple, ...fields }, [])).toMatchObject({ leftOut })
  })

  test("is unlisted if it is hidden in the store's catalogue", () => {
    expect(storeProductOf({ ...simple, catalog_visibility: 'hidden' }, [])).toMatchObject({
      status: 'unlisted',
      leftOut: '',
    })
  })
})

test('backdates a product that is read within a second of a change, so that a second change is not missed', () => {
  const product = payload('product-simple') as { date_modified_gmt: string }
  const changedAt = Date.parse(`${product.date_modified_gmt}Z`)
  const versionAt = (ms: number) => storeProductOf(product, [], new Date(changedAt + ms)).updatedAt.getTime()
  expect([versionAt(0), versionAt(1_000)]).toEqual([changedAt - 1, changedAt])
})
