import type { Conversion, ConversionLine, Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OrderKey } from './find-sale.ts'
import { isFromStore, type StoreLine, type StoreOrder, type StoreRefund } from './store-order.schema.ts'

/** A store's data about an entire order. The later of two snapshots is correct. */
export interface Snapshot extends Pick<
  StoreOrder,
  'source' | 'name' | 'currency' | 'orderedAt' | 'isTest' | 'channel' | 'customerHash' | 'taxMinor' | 'shippingMinor'
> {
  /** `UNKNOWN` until a message contains the lines. */
  updatedAt: Date
  lines: StoreLine[]
}

/** The maximum number of refunds of an order. No store has more, and each message about an order reads all of them. */
const MAX_REFUNDS = 200
/** The maximum number of lines in all refunds of an order. Each message about the order reads all of them. */
export const MAX_REFUND_LINES = 5_000

/** The time of an order without known lines: any message with lines is later. */
export const UNKNOWN = new Date(0)

/** Turns an order's message into a snapshot. A repeated line counts once. */
export function snapshotOf(order: StoreOrder): Snapshot {
  const lines = new Map((order.lines ?? []).toReversed().map((line) => [line.id, line]))
  return {
    source: order.source,
    name: order.name,
    currency: order.currency,
    orderedAt: new Date(order.orderedAt).toISOString(),
    isTest: order.isTest,
    channel: order.channel,
    customerHash: order.customerHash,
    taxMinor: order.taxMinor,
    shippingMinor: order.shippingMinor,
    updatedAt: order.lines === null ? UNKNOWN : new Date(order.updatedAt),
    lines: [...lines.values()].toReversed(),
  }
}

/** Returns the snapshot stored in the database. */
export const storedSnapshot = (sale: Conversion, lines: readonly ConversionLine[]): Snapshot => ({
  source: sale.source,
  name: sale.orderName,
  currency: sale.currency,
  orderedAt: sale.orderedAt.toISOString(),
  isTest: sale.isTest,
  channel: sale.channel as Snapshot['channel'],
  customerHash: sale.customerHash && Buffer.from(sale.customerHash).toString('hex'),
  taxMinor: Number(sale.taxMinor),
  shippingMinor: Number(sale.shippingMinor),
  updatedAt: sale.sourceUpdatedAt,
  lines: lines.map((line) => ({
    id: line.externalId,
    productId: line.externalProductId,
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    removedQuantity: line.removedQuantity,
    priceMinor: Number(line.priceMinor),
    discountMinor: Number(line.discountMinor),
    includedTaxMinor: Number(line.includedTaxMinor),
    leftOut: line.leftOut,
  })),
})

/**
 * Returns the later snapshot, except that a connected store's messages take precedence over other sources. If two differ
 * but have the same time, the result does not depend on their order.
 */
export function laterSnapshot(one: Snapshot, other: Snapshot): Snapshot {
  const [isOneDated, isOtherDated] = [one.updatedAt > UNKNOWN, other.updatedAt > UNKNOWN]
  if (isOneDated !== isOtherDated) return isOneDated ? one : other
  if (isFromStore(one.source) !== isFromStore(other.source)) return isFromStore(one.source) ? one : other
  const difference = one.updatedAt.getTime() - other.updatedAt.getTime()
  if (difference !== 0) return difference > 0 ? one : other
  return contentOf(one) >= contentOf(other) ? one : other
}

/** Returns a text that is equal for snapshots with equal content. */
const contentOf = (snapshot: Snapshot): string =>
  JSON.stringify([
    snapshot.name,
    snapshot.currency,
    snapshot.orderedAt,
    snapshot.isTest,
    snapshot.channel,
    snapshot.customerHash,
    snapshot.taxMinor,
    snapshot.shippingMinor,
    linesOf(snapshot),
    snapshot.source,
  ])

export const linesOf = ({ lines }: Snapshot): string =>
  JSON.stringify(
    lines.map((line) => [
      line.id,
      line.productId,
      line.sku,
      line.title,
      line.quantity,
      line.removedQuantity,
      line.priceMinor,
      line.discountMinor,
      line.includedTaxMinor,
      line.leftOut,
    ]),
  )

/** Returns the earlier of two times. Null means that there is none. */
export const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other)

/**
 * Merges refunds into the stored ones by id. If two with the same id differ, the choice does not depend on their order.
 * @param awaitsOrder whether the order has no recorded sale yet
 * @param readAt when all its refunds were requested: earlier ones that are not among them have been deleted in the store
 * @returns all refunds of the order, and whether any of them changed
 * @throws AppError conflict if there are more than 200
 */
export async function storeRefunds(
  tx: Prisma.TransactionClient,
  { partnerId, storeId, externalId: externalOrderId }: OrderKey,
  given: readonly StoreRefund[],
  { awaitsOrder = false, readAt }: { awaitsOrder?: boolean; readAt?: string | undefined } = {},
): Promise<{ refunds: StoreRefund[]; isChanged: boolean }> {
  const order = { partnerId, externalOrderId, storeId }
  const rows = await tx.orderRefund.findMany({ where: order, orderBy: { externalId: 'asc' } })
  const known = new Map(
    rows.map((row): [string, StoreRefund] => [
      row.externalId,
      {
        id: row.externalId,
        refundedAt: row.refundedAt.toISOString(),
        lines: row.lines as StoreRefund['lines'],
        otherMinor: Number(row.otherMinor),
        grossOtherMinor: Number(row.grossOtherMinor),
      },
    ]),
  )
  if (!awaitsOrder && rows.some((row) => row.awaitsOrder))
    await tx.orderRefund.updateMany({ where: order, data: { awaitsOrder: false } })
  let isChanged = false
  const deleted =
    readAt === undefined
      ? []
      : rows.filter(
          ({ externalId, refundedAt }) => refundedAt < new Date(readAt) && given.every(({ id }) => id !== externalId),
        )
  if (deleted.length) {
    const gone = deleted.map(({ externalId }) => externalId)
    await tx.orderRefund.deleteMany({ where: { ...order, externalId: { in: gone } } })
    for (const id of gone) known.delete(id)
    isChanged = true
  }
  let lines = [...known.values()].reduce((sum, refund) => sum + refund.lines.length, 0)
  for (const refund of given) {
    const plain = {
      ...refund,
      grossOtherMinor: refund.grossOtherMinor ?? 0,
      refundedAt: new Date(refund.refundedAt).toISOString(),
    }
    const before = known.get(refund.id)
    if (before && refundContent(before) >= refundContent(plain)) continue
    if (!before && known.size >= MAX_REFUNDS)
      throw new AppError('conflict', `An order can have up to ${MAX_REFUNDS} refunds.`)
    const more = plain.lines.length - (before?.lines.length ?? 0)
    if (more > 0 && lines + more > MAX_REFUND_LINES)
      throw new AppError(
        'conflict',
        `The refunds of an order can have up to ${MAX_REFUND_LINES.toLocaleString('en')} lines in total.`,
      )
    lines += more
    known.set(refund.id, plain)
    isChanged = true
    const data = {
      refundedAt: plain.refundedAt,
      lines: plain.lines,
      otherMinor: BigInt(plain.otherMinor),
      grossOtherMinor: BigInt(plain.grossOtherMinor),
      awaitsOrder,
    }
    const id = { ...order, externalId: refund.id }
    await tx.orderRefund.upsert({
      where: { partnerId_externalOrderId_storeId_externalId: id },
      create: { ...id, ...data },
      update: data,
    })
  }
  return { refunds: [...known.values()], isChanged }
}

/** Returns a sort key that puts the refund with more money last. */
const refundContent = ({ refundedAt, otherMinor, grossOtherMinor = 0, lines }: StoreRefund): string =>
  JSON.stringify([
    digitsOf(lines.reduce((sum, { amountMinor }) => sum + amountMinor, otherMinor + grossOtherMinor)),
    refundedAt,
    grossOtherMinor,
    otherMinor,
    lines.map(({ lineId, quantity, amountMinor }) => [lineId, quantity, amountMinor]),
  ])

/** Pads numbers so that they sort by value as text. No refund reaches 10^16 minor units. */
const digitsOf = (minor: number): string => String(BigInt(minor) + 10n ** 16n).padStart(17, '0')
