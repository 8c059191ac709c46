import type { Db } from '#server/platform/db.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { minorOf } from '#tests/woocommerce/amounts.ts'
import type { Resource } from '#tests/woocommerce/store-webhooks.ts'

/** A sale in minor units without tax. */
interface Sale {
  status: 'tracked' | 'pending' | 'cancelled'
  worth: number
  returned: number
}

const SIZES = ['Large', 'Medium', 'Small']

/** Computes the sale of an order from the store's own data, without our code. Null for an order without our click. */
export function saleInStore(store: FakeStore, id: number): Sale | null {
  const order = store.orders.get(id)
  const meta = order?.['meta_data'] as unknown[]
  if (!order || !meta.length) return null
  const refunds = store.refunds.get(id) ?? []
  const named = refunds.flatMap((refund) => refund['line_items'] as RefundLine[])
  let [worth, gross, returned, isAll] = [0, 0, 0, true]
  for (const line of order.line_items) {
    const [net, ofLine] = [minorOf(line.total), named.filter((each) => lineOf(each) === line.id)]
    const units = ofLine.reduce((sum, { quantity }) => sum - quantity, 0)
    const back = ofLine.reduce((sum, { total }) => sum - minorOf(total), 0)
    worth += net
    gross += net + minorOf(line.total_tax)
    // The last refund takes the cents that the earlier ones rounded away.
    returned += units >= line.quantity ? net : back
    isAll &&= units >= line.quantity
  }
  const alone = refunds.filter((refund) => !(refund['line_items'] as unknown[]).length)
  const besides = alone.reduce((sum, { amount }) => sum + minorOf(amount), 0)
  returned = isAll ? worth : Math.min(worth, returned + halfEven(besides * worth, gross))
  const isPaid = order['date_paid_gmt'] !== null
  const isCancelled = isPaid && ['cancelled', 'trash'].includes(String(order['status']))
  const status = isCancelled || returned >= worth ? 'cancelled' : isPaid ? 'pending' : 'tracked'
  return { status, worth, returned }
}

interface RefundLine {
  quantity: number
  total: string
  meta_data: Array<{ value: string }>
}

const lineOf = ({ meta_data: [meta] }: RefundLine): number => Number(meta?.value)

function halfEven(dividend: number, divisor: number): number {
  const low = Math.floor(dividend / divisor)
  const twice = (dividend - low * divisor) * 2
  if (twice === divisor) return low % 2 ? low + 1 : low
  return twice < divisor ? low : low + 1
}

/** Returns the sale that we recorded for an order. */
export async function saleHere(
  db: Db,
  partnerId: string,
  id: number,
): Promise<(Omit<Sale, 'status'> & { status: string }) | null> {
  const sale = await db.conversion.findFirst({ where: { partnerId, externalId: String(id) } })
  return sale && { status: sale.status, worth: Number(sale.commissionableMinor), returned: Number(sale.refundedMinor) }
}

interface Shown {
  isActive: boolean
  /** 'Blue, Large: 2000, 3 left' */
  variants: string[]
}

const describe = (colour: string, size: string, minor: number, stock: number | null) =>
  `${colour}, ${size}: ${minor}, ${stock ?? 'any'} left`

/** Describes a product with the values that the store sells. */
export function productsInStore(store: FakeStore, id: number): Shown {
  const product = store.products.get(id)
  if (product?.['status'] !== 'publish') return { isActive: false, variants: [] }
  const priceOf = (sold: Resource) => minorOf(sold['regular_price'])
  const variations = store.variations.get(id) ?? []
  const variants = variations.length
    ? variations.flatMap((sold) => {
        const [color] = sold['attributes'] as Array<{ option: string }>
        return SIZES.map((size) => describe(color?.option ?? '', size, priceOf(sold), null))
      })
    : [describe('Red', '', priceOf(product), stockOf(product))]
  return { isActive: true, variants: variants.toSorted() }
}

const stockOf = ({ manage_stock: isManaged, stock_quantity: left }: Resource) =>
  isManaged === true ? Number(left) : null

/** Describes a product with the values that we have. */
export async function productsHere(db: Db, connectionId: string, id: number): Promise<Shown> {
  const found = await db.storeProduct.findUnique({
    where: { connectionId_externalId: { connectionId, externalId: String(id) } },
    select: { product: { select: { status: true, variants: true } } },
  })
  if (found?.product.status !== 'active') return { isActive: false, variants: [] }
  const variants = found.product.variants.map(({ colourName, size, priceMinor, stock }) =>
    describe(colourName ?? '', size ?? '', priceMinor, stock),
  )
  return { isActive: true, variants: variants.toSorted() }
}
