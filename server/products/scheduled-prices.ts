import type { PriceSchedule, Prisma } from '#prisma/generated/client.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { loadProductsById, type StoredProduct, type StoredVariant } from './load-products.ts'
import { requireRoom } from './fit-plans.ts'
import { planChange, withVariants } from './plan-product.ts'
import { newAct, recordEvents } from './product-acts.ts'
import { inCurrency, getProductOwner } from './product-owner.ts'
import { writePlans } from './write-plans.ts'

type Tx = Prisma.TransactionClient
type Price = Pick<StoredVariant, 'priceMinor' | 'originalPriceMinor'>

/** The price that a schedule set for a variant, and the previous one. */
interface SetPrice {
  variantId: string
  before: Price
  set: Price
}

/** The act's actor. It has no date, because the date depends on the time zone. */
export const SCHEDULE_NAME = 'Scheduled price'

/** Returns the schedule's amount as text: '20% off', '£39.90'. */
export const scheduledAmount = ({
  percentOff,
  priceMinor,
  currency,
}: Pick<PriceSchedule, 'percentOff' | 'priceMinor' | 'currency'>): string =>
  percentOff === null ? formatMoney(priceMinor ?? 0, currency) : `${percentOff}% off`

/**
 * Starts a schedule that is due, within `writing` of its partner: sets the new price, with the old one as the original
 * price. A schedule that cannot start fails, with the reason in its note.
 */
export async function startSchedule(tx: Tx, schedule: PriceSchedule, now: Date): Promise<void> {
  const settle = (status: PriceSchedule['status'], note: string, prices: SetPrice[] = []) =>
    tx.priceSchedule.update({
      where: { id: schedule.id },
      data: { status, note, prices: prices as unknown as Prisma.InputJsonValue },
    })
  if (schedule.endsAt && schedule.endsAt <= now)
    return void (await settle('failed', 'It ended before it could start. The price was not changed.'))
  const { product } =
    (await loadProductsById(tx, schedule.partnerId, [schedule.productId])).get(schedule.productId) ?? {}
  if (!product || product.deletedAt) return void (await settle('failed', 'The product was deleted before it started.'))
  if (product.currency !== schedule.currency)
    return void (await settle('failed', `Its prices are now in ${product.currency}, not ${schedule.currency}.`))
  const prices = product.variants.map((variant): SetPrice => {
    const priceMinor = priceOf(variant.priceMinor, schedule)
    return {
      variantId: variant.id,
      before: { priceMinor: variant.priceMinor, originalPriceMinor: variant.originalPriceMinor },
      set: { priceMinor, originalPriceMinor: variant.priceMinor > priceMinor ? variant.priceMinor : null },
    }
  })
  await writePrices(tx, schedule, product, new Map(prices.map(({ variantId, set }) => [variantId, set])), now)
  await settle('running', '', prices)
}

/**
 * Ends a running schedule, within `writing` of its partner. Restores each price unless it has been changed since. The
 * schedule's note lists prices that stay.
 */
export async function endSchedule(
  tx: Tx,
  schedule: PriceSchedule,
  status: 'finished' | 'cancelled',
  now: Date,
): Promise<void> {
  const set = schedule.prices as unknown as SetPrice[]
  const { product } =
    (await loadProductsById(tx, schedule.partnerId, [schedule.productId])).get(schedule.productId) ?? {}
  const variants = new Map(product?.variants.map((variant) => [variant.id, variant]))
  const back = new Map<string, Price>()
  let changed = 0
  for (const price of set) {
    const variant = variants.get(price.variantId)
    if (!variant) continue
    const isAsSet =
      variant.currency === schedule.currency &&
      variant.priceMinor === price.set.priceMinor &&
      variant.originalPriceMinor === price.set.originalPriceMinor
    if (isAsSet) back.set(price.variantId, price.before)
    else changed++
  }
  if (product) await writePrices(tx, schedule, product, back, now)
  await tx.priceSchedule.update({ where: { id: schedule.id }, data: { status, note: noteOf(changed, set.length) } })
}

async function writePrices(
  tx: Tx,
  schedule: PriceSchedule,
  product: StoredProduct,
  prices: Map<string, Price>,
  now: Date,
): Promise<void> {
  const { partner } = inCurrency(await getProductOwner(tx, schedule.partnerId), product.currency)
  const variants = product.variants.map((variant) => ({ ...variant, ...prices.get(variant.id) }))
  const plan = planChange(product, withVariants(product, variants, partner), schedule.partnerId)
  const plans = plan ? [plan] : []
  await writePlans(tx, await requireRoom(tx, schedule.partnerId, plans), { now, isSync: false })
  const actor = { kind: 'schedule' as const, userId: null, name: SCHEDULE_NAME }
  await recordEvents(tx, newAct({ partnerId: schedule.partnerId, kind: 'schedule', actor }), plans)
}

function priceOf(minor: number, { percentOff, priceMinor }: PriceSchedule): number {
  if (percentOff === null) return priceMinor ?? minor
  // A paid product never becomes free.
  return Math.max(Math.min(1, minor), Math.round((minor * (100 - percentOff)) / 100))
}

function noteOf(changed: number, all: number): string {
  if (changed === 0) return ''
  if (changed === all) return 'The price was changed in the meantime, so we did not change it back.'
  return `${changed} of ${all} prices were changed in the meantime, so we did not change them back. We restored the others.`
}
