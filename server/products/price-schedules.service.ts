import type { PriceScheduleStatus } from '#prisma/generated/enums.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadOwnProduct } from './edit-product.service.ts'
import { findManaged } from './managed-products.ts'
import { MAX_DAYS_AHEAD, type ScheduleInput, type SchedulePriceInput } from './price-schedules.schema.ts'
import type { ProductInput } from './product-form.schema.ts'
import { inCurrency, getProductOwner } from './product-owner.ts'
import { parseMoney } from './parse-product-form.ts'
import { priceRules } from './parse-price.ts'
import { writing } from './save-products.ts'
import { endSchedule, SCHEDULE_NAME, scheduledAmount } from './scheduled-prices.ts'

type Asking = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

/** The request arrives a little after the start 'now' was chosen. */
const LATE_MS = 5 * 60_000
const MAX_OPEN = 20
const SHOWN = 30

export interface ShownSchedule {
  id: string
  /** The name of its act. */
  name: string
  /** '20% off'. */
  amount: string
  startsAt: Date
  endsAt: Date | null
  status: PriceScheduleStatus
  note: string
}

/**
 * Schedules a price of the viewer's product. The job `price-schedules` starts and ends it.
 * @throws AppError not_found for another partner's product, bad_input at `amount` or `startsAt`, conflict if it would
 *   overlap another
 */
export async function schedulePrice(
  { db, viewer, partner }: Asking,
  { productId, kind, amount, ...times }: SchedulePriceInput,
  now = new Date(),
): Promise<ShownSchedule> {
  const startsAt = new Date(times.startsAt)
  const endsAt = times.endsAt === '' ? null : new Date(times.endsAt)
  if (startsAt.getTime() < now.getTime() - LATE_MS)
    throw new AppError('bad_input', 'The start is in the past. Please choose a later time', { field: 'startsAt' })
  if (startsAt.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS)
    throw new AppError('bad_input', 'Please choose a start date within two years', { field: 'startsAt' })
  if (endsAt && endsAt <= now) throw new AppError('bad_input', 'The end is in the past', { field: 'endsAt' })
  const owner = await getProductOwner(db, partner.id)
  return writing(db, partner.id, async (tx) => {
    const { product } = await loadOwnProduct(tx, partner.id, productId)
    if ((await findManaged(tx, [productId])).size)
      throw new AppError('conflict', 'Your store manages the prices of this product. Schedule the price there.')
    const price = kind === 'percent' ? percentOf(amount) : minorOf(amount, inCurrency(owner, product.currency).partner)
    const open = await tx.priceSchedule.findMany({
      where: { productId, partnerId: partner.id, status: { in: ['scheduled', 'running'] } },
      omit: { prices: true },
    })
    if (open.length >= MAX_OPEN)
      throw new AppError('conflict', `A product can have up to ${MAX_OPEN} scheduled prices at once.`)
    const other = open.find(
      (each) => (endsAt === null || each.startsAt < endsAt) && (each.endsAt === null || each.endsAt > startsAt),
    )
    if (other)
      throw new AppError(
        'conflict',
        `Another scheduled price (${scheduledAmount(other)}) applies at that time. Cancel it, or choose another time.`,
        { field: 'startsAt' },
      )
    const { percentOff, priceMinor } = price
    const data = { percentOff, priceMinor, currency: product.currency, startsAt, endsAt, createdById: viewer.userId }
    return shown(
      await tx.priceSchedule.create({ data: { ...data, partnerId: partner.id, productId }, omit: { prices: true } }),
    )
  })
}

/**
 * Cancels a scheduled price. If it is active, restores the old price at once, unless it has been changed since.
 * @throws AppError not_found for another partner's, conflict if it is over
 */
export async function cancelSchedule(
  { db, partner }: Pick<Asking, 'db' | 'partner'>,
  { scheduleId }: ScheduleInput,
): Promise<ShownSchedule> {
  return writing(db, partner.id, async (tx) => {
    const schedule = await tx.priceSchedule.findFirst({ where: { id: scheduleId, partnerId: partner.id } })
    if (!schedule) throw new AppError('not_found', 'Scheduled price not found.')
    if (schedule.status === 'running') await endSchedule(tx, schedule, 'cancelled', new Date())
    else if (schedule.status === 'scheduled')
      await tx.priceSchedule.update({ where: { id: scheduleId }, data: { status: 'cancelled' } })
    else throw new AppError('conflict', 'This scheduled price has already ended.')
    return shown(await tx.priceSchedule.findUniqueOrThrow({ where: { id: scheduleId }, omit: { prices: true } }))
  })
}

/** Lists the scheduled prices of the viewer's product, latest first. */
export async function listSchedules(
  { db, partner }: Pick<Asking, 'db' | 'partner'>,
  { productId }: ProductInput,
): Promise<ShownSchedule[]> {
  const schedules = await db.priceSchedule.findMany({
    where: { productId, partnerId: partner.id },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
    // Omits the prices, because there may be thousands, one per variant.
    omit: { prices: true },
  })
  return schedules.map(shown)
}

type Stored = Parameters<typeof scheduledAmount>[0] & Omit<ShownSchedule, 'name' | 'amount'>

const shown = (schedule: Stored): ShownSchedule => ({
  id: schedule.id,
  name: SCHEDULE_NAME,
  amount: scheduledAmount(schedule),
  startsAt: schedule.startsAt,
  endsAt: schedule.endsAt,
  status: schedule.status,
  note: schedule.note,
})

function percentOf(amount: string) {
  const [, digits] = /^(\d{1,2})\s*%?$/.exec(amount) ?? []
  const percentOff = Number(digits ?? 0)
  if (percentOff < 1)
    throw new AppError('bad_input', 'Please enter a whole percentage from 1 to 99', { field: 'amount' })
  return { percentOff, priceMinor: null }
}

function minorOf(amount: string, { currency, baseRate }: { currency: string; baseRate: number }) {
  const read = parseMoney(amount, priceRules(currency, baseRate))
  if (!read || 'reason' in read)
    throw new AppError('bad_input', read?.reason ?? 'Please enter a price', { field: 'amount' })
  return { percentOff: null, priceMinor: read.minor }
}
