import { minorOf, textOf } from './amounts.ts'
import type { FakeStore, Order } from './fake-store.ts'
import type { Fields, Resource } from './store-webhooks.ts'

const COUPON_SHARE = 0.1

/** A product that shoppers can choose: a simple one, or a variation with a value for each attribute. */
export interface Choice {
  productId: number
  /** 0 for a simple product. */
  variationId: number
  options: Array<{ name: string; slug: string; option: string }>
  /** The simple product or the variation. It has the price. */
  sold: Resource
}

interface Attribute {
  name: string
  slug: string
  variation: boolean
  options: string[]
}

/** Returns the choices of a product. A variation for any value of an attribute gives one choice per value. */
export function choicesOf(store: FakeStore, product: Resource): Choice[] {
  const variations = store.variations.get(product.id) ?? []
  if (!variations.length) return [{ productId: product.id, variationId: 0, options: [], sold: product }]
  const attributes = (product['attributes'] as Attribute[]).filter(({ variation }) => variation)
  return variations.flatMap((sold) => {
    const named = sold['attributes'] as Array<{ name: string; option: string }>
    let found: Choice['options'][] = [[]]
    for (const { name, slug, options } of attributes) {
      const chosen = named.find((each) => each.name === name && each.option !== '')
      const values = chosen ? [chosen.option] : options
      found = found.flatMap((before) => values.map((option) => [...before, { name, slug, option }]))
    }
    return found.map((options) => ({ productId: product.id, variationId: sold.id, options, sold }))
  })
}

/**
 * Sells items at their price, which includes tax. Reduces managed stock. A coupon takes 10% off.
 * @param fields the fields of the order
 */
export function checkOut(
  store: FakeStore,
  items: ReadonlyArray<{ choice: Choice; quantity: number }>,
  { coupon = '', ...fields }: { coupon?: string } & Fields = {},
): Order {
  const withTax = (minor: number) => {
    const netMinor = Math.round((minor * 100) / (100 + store.taxRate))
    return { netMinor, taxMinor: minor - netMinor }
  }
  const lines = items.map(({ choice: { productId, variationId, options, sold }, quantity }) => {
    const full = minorOf(sold['price']) * quantity
    const before = withTax(full)
    const name = String(store.products.get(productId)?.['name'])
    return {
      productId,
      variation_id: variationId,
      quantity,
      name: options.length ? `${name} - ${options.map(({ option }) => option).join(', ')}` : name,
      sku: sold['sku'],
      ...withTax(coupon === '' ? full : Math.round(full * (1 - COUPON_SHARE))),
      subtotal: textOf(before.netMinor),
      subtotal_tax: textOf(before.taxMinor),
      meta_data: options.map((each, index) => ({
        id: index + 1,
        key: each.slug,
        value: each.option.toLowerCase(),
        display_key: each.name,
        display_value: each.option,
      })),
    }
  })
  const couponLines = coupon === '' ? [] : [{ id: store.newId(), code: coupon.toLowerCase() }]
  const order = store.order(lines, { ...fields, coupon_lines: couponLines })
  for (const { choice, quantity } of items) takeFromStock(store, choice, quantity)
  return order
}

function takeFromStock(store: FakeStore, { productId, variationId, sold }: Choice, quantity: number): void {
  if (sold['manage_stock'] !== true) return
  const left = Number(sold['stock_quantity']) - quantity
  const changed = { stock_quantity: left, stock_status: left > 0 ? 'instock' : 'outofstock' }
  if (variationId) store.changeVariation(variationId, changed)
  else store.changeProduct(productId, changed)
}
