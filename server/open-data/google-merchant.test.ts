import { expect, test } from 'vitest'
import type { FeedProduct } from './feed-product.schema.ts'
import { isGtin } from './feed-items.ts'
import { merchantItems } from './google-merchant.ts'

const money = (minor: number) => ({ amount: (minor / 100).toFixed(2), minor, currency: 'USD' })
const variant: FeedProduct['variants'][number] = {
  id: 'v1',
  sku: null,
  gtin: null,
  size: 'M',
  colour: 'Red',
  colourHex: null,
  price: money(5_000),
  originalPrice: null,
  availability: 'in_stock',
}
const picture = { url: 'https://wtf.example/img/a/1600.jpg', width: 1, height: 1, alt: '' }
const product: FeedProduct = {
  type: 'product',
  id: 'p1',
  url: 'https://wtf.example/product/p1',
  name: 'Wool coat',
  description: '',
  brand: 'Moss',
  store: { id: 's1', name: 'Moss & Co', url: 'https://wtf.example/brand/s1' },
  category: ['Women', 'Coats'],
  gender: 'girls',
  material: '',
  price: money(5_000),
  highestPrice: money(5_000),
  originalPrice: null,
  availability: 'in_stock',
  pictures: Array.from({ length: 14 }, () => picture),
  variants: [variant],
  createdAt: '2026-11-25T10:00:00.000Z',
  updatedAt: '2026-11-25T10:00:00.000Z',
}
const fieldsOf = (item = ''): Record<string, string> =>
  Object.fromEntries([...item.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name, value]) => [name, value]))

test("an item has Google's required fields for clothes, and links to the colour and size", () => {
  const [item] = merchantItems(product)
  const fields = fieldsOf(item)
  for (const required of [
    'id',
    'title',
    'description',
    'link',
    'image_link',
    'availability',
    'price',
    'brand',
    'condition',
    'color',
    'size',
    'gender',
    'age_group',
  ])
    expect([required, fields[required]]).not.toContain(undefined)
  expect(fields).toMatchObject({
    description: 'Wool coat',
    link: 'https://wtf.example/product/p1?colour=Red&#38;size=M',
    price: '50.00 USD',
    gender: 'female',
    age_group: 'kids',
    google_product_category: '203',
    external_seller_id: 's1',
  })
  expect(item?.match(/<g:additional_image_link>/g)).toHaveLength(10)
  expect(fields).not.toHaveProperty('item_group_id')
})

test('leaves out unknown data, such as items without an image or stock, invalid numbers and unstated genders', () => {
  expect([...merchantItems({ ...product, pictures: [] })]).toEqual([])
  expect([...merchantItems({ ...product, variants: [{ ...variant, availability: 'unknown' }] })]).toEqual([])
  const [item] = merchantItems({
    ...product,
    gender: '',
    variants: [{ ...variant, gtin: '4006381333932', sku: 'S-1' }],
  })
  expect(fieldsOf(item)).toMatchObject({ mpn: 'S-1' })
  for (const name of ['gtin', 'gender', 'age_group', 'identifier_exists'])
    expect(fieldsOf(item)).not.toHaveProperty(name)
  const [numbered] = merchantItems({ ...product, variants: [{ ...variant, gtin: '4006381333931', sku: 'S-1' }] })
  expect(fieldsOf(numbered)).toMatchObject({ gtin: '4006381333931' })
  expect(fieldsOf(numbered)).not.toHaveProperty('mpn')
})

test('is well-formed XML for any text of a store', () => {
  const [item] = merchantItems({ ...product, name: '\u0000\u000bA \ud800 <b>&"\'', brand: `${'x'.repeat(69)}😀` })
  expect(fieldsOf(item)).toMatchObject({ title: 'A \ufffd &#60;b&#62;&#38;&#34;&#39;, Red, M', brand: 'x'.repeat(69) })
})

test.each([
  ['4006381333931', true],
  ['4006381333932', false],
  ['036000291452', true],
  ['96385074', true],
  ['10614141000415', true],
  ['1234567890', false],
  ['', false],
])('%s is a GTIN: %s', (text, is) => {
  expect(isGtin(text)).toBe(is)
})
