import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney, unitOf } from '#server/platform/money.schema.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { HELD_ABOVE } from './order-limits.values.ts'
import { MAX_ORDER_MINOR, type StoreLine, type StoreOrder } from './store-order.schema.ts'

/** Above these limits an order is refused, even if confirmed. */
const REFUSED_ABOVE = 10_000_000
/** In units of a currency without an exchange rate. No commission is owed before there is one. */
const WITHOUT_RATE = 100_000_000

/** In minor units of the order's currency. */
export interface Worth {
  orderMinor: bigint
  /** The largest value of a line. */
  lineMinor: bigint
}

/** Returns an order's value: its lines, less their discounts. */
export function worthOf(lines: ReadonlyArray<Pick<StoreLine, 'priceMinor' | 'quantity' | 'discountMinor'>>): Worth {
  const worths = lines.map((line) => BigInt(line.priceMinor) * BigInt(line.quantity) - BigInt(line.discountMinor))
  return {
    orderMinor: worths.reduce((sum, worth) => sum + worth, 0n),
    lineMinor: worths.reduce((most, worth) => (worth > most ? worth : most), 0n),
  }
}

/**
 * Whether an order is so large that its partner has to confirm it.
 * @throws AppError bad_input for an order above the absolute limit
 */
export async function isLarge(
  tx: Prisma.TransactionClient,
  { currency, lines, taxMinor, shippingMinor }: Pick<StoreOrder, 'currency' | 'lines' | 'taxMinor' | 'shippingMinor'>,
): Promise<boolean> {
  const { orderMinor, lineMinor } = worthOf(lines ?? [])
  const found = await tx.exchangeRate.findUnique({ where: { currency }, select: { toBase: true } })
  const limit = limitsFor(currency, found && Number(found.toBase))
  const gross = (lines ?? []).reduce((sum, line) => sum + BigInt(line.priceMinor) * BigInt(line.quantity), 0n)
  const largest = [gross, BigInt(taxMinor), BigInt(shippingMinor)].reduce((a, b) => (a > b ? a : b))
  if (largest > limit.refusedMinor)
    throw new AppError(
      'bad_input',
      `We do not record orders of more than ${formatMoney(limit.refusedMinor, currency)}. Check that the amounts are in currency units, not in cents. If they are right, contact us.`,
    )
  return orderMinor > limit.orderMinor || lineMinor > limit.lineMinor
}

/** @param toBase one unit of the currency in the base currency; null without a rate */
export function limitsFor(currency: string, toBase: number | null): Worth & { refusedMinor: bigint } {
  const minor = (base: number): bigint => {
    const units = toBase ? base / toBase : (WITHOUT_RATE * base) / HELD_ABOVE.order
    const inCurrency = BigInt(Math.ceil(units * unitOf(currency)))
    return inCurrency < MAX_ORDER_MINOR ? inCurrency : MAX_ORDER_MINOR
  }
  return { orderMinor: minor(HELD_ABOVE.order), lineMinor: minor(HELD_ABOVE.line), refusedMinor: minor(REFUSED_ABOVE) }
}

/** Describes the limits: 'larger than $100,000.00, or has a line above $50,000.00'. */
export const describeOrderLimit = (): string =>
  `larger than ${formatMoney(HELD_ABOVE.order * 100, BASE_CURRENCY)}, or has a line above ${formatMoney(HELD_ABOVE.line * 100, BASE_CURRENCY)}`
