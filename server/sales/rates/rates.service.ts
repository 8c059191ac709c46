import type { Prisma } from '#prisma/generated/client.ts'
import { agreeOn } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { listWaitingForRate, takeUpSales } from '../take-up-sales.ts'
import {
  IMPLAUSIBLE,
  type AgreedRatesInput,
  type EnterRateInput,
  type EnterRatesInput,
  type PreviewRatesInput,
} from './rates.schema.ts'
import { parseEcbFile } from './parse-ecb-file.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const MAX_SHOWN = 100
const TAKE_UP_MS = 5_000
const ECB = 'European Central Bank, euro reference rates'

interface NewRate {
  currency: string
  toBase: string
}

/**
 * Returns the rate of each currency in US dollars with its day and source, the last 100 entered rates, and the
 * currencies of sales that wait for one.
 */
export async function listRates(db: Db) {
  const [rates, history, waiting] = await Promise.all([
    db.exchangeRate.findMany({ orderBy: { currency: 'asc' } }),
    db.enteredRate.findMany({ orderBy: [{ enteredAt: 'desc' }, { id: 'desc' }], take: MAX_SHOWN }),
    listWaitingForRate(db),
  ])
  const newest = await db.enteredRate.findMany({
    orderBy: [{ currency: 'asc' }, { enteredAt: 'desc' }, { id: 'desc' }],
    distinct: ['currency'],
    select: { currency: true, source: true },
  })
  return {
    base: BASE_CURRENCY,
    rates: rates.map(({ toBase, ...rate }) => ({
      ...rate,
      toBase: toBase.toFixed(6),
      source: newest.find(({ currency }) => currency === rate.currency)?.source ?? null,
    })),
    history: history.map(({ toBase, enteredById: _, ...rate }) => ({ ...rate, toBase: toBase.toFixed(6) })),
    waiting,
    last: history[0]?.id ?? '',
  }
}

/**
 * Previews the changes in a European Central Bank file. Saves nothing.
 * @throws AppError bad_input; conflict if a newer day is in use
 */
export async function previewRates(db: Db, { text }: PreviewRatesInput, now = new Date()) {
  const { asOf, rates, tooSmall } = parseEcbFile(text)
  const known = await db.exchangeRate.findMany()
  refuseDay(asOf, now)
  return {
    asOf,
    tooSmall,
    rates: rates.map(({ currency, toBase }) => {
      const before = known.find((rate) => rate.currency === currency) ?? null
      const isOlder = before !== null && before.asOf > new Date(asOf)
      const change = before ? changeOf(toBase, before.toBase) : null
      const isImplausible = !isOlder && change !== null && Math.abs(change) > IMPLAUSIBLE
      return { currency, toBase, before: before?.toBase.toFixed(6) ?? null, change, isOlder, isImplausible }
    }),
    last: await lastId(db),
  }
}

/**
 * Enters one rate by hand. A rate far from those of the last week, or the first of a currency, needs a second
 * administrator.
 * @returns whether it waits for a second administrator
 * @throws AppError bad_input; as `agreeOn`; conflict if the rate is implausible and `isSure` is not set, or if another
 *   one has been entered since
 */
export async function enterRate(
  ask: Ask,
  { currency, toBase, asOf, source, isSure, last }: EnterRateInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  refuseDay(asOf, now)
  if (currency === BASE_CURRENCY)
    throw new AppError('bad_input', `${BASE_CURRENCY} is the base currency, so it has no rate.`, { field: 'currency' })
  if (/^[0.]+$/.test(toBase)) throw new AppError('bad_input', 'A rate must be above zero.', { field: 'toBase' })
  const { count, isWaiting } = await enter(ask, [{ currency, toBase }], { asOf, source, isSure, last }, now)
  if (!count && !isWaiting)
    throw new AppError('conflict', 'There is already a rate for a later date. Nothing was changed.')
  return { isWaiting }
}

/**
 * Enters the rates of a file, except where a later day's rate exists. Of currencies without a rate, only those with
 * waiting sales are proposed to a second administrator.
 * @returns the number of entered rates, and whether others wait for a second administrator
 * @throws AppError as previewRates and enterRate
 */
export async function enterRates(
  ask: Ask,
  { text, isSure, last }: EnterRatesInput,
  now = new Date(),
): Promise<{ count: number; isWaiting: boolean }> {
  const { asOf, rates } = parseEcbFile(text)
  refuseDay(asOf, now)
  const known = await ask.db.exchangeRate.findMany({ select: { currency: true } })
  const used = new Set([...known, ...(await listWaitingForRate(ask.db))].map(({ currency }) => currency))
  const wanted = rates.filter(({ currency }) => used.has(currency))
  return enter(ask, wanted, { asOf, source: ECB, isSure, last }, now)
}

/** Enters unusual rates that another administrator has proposed. @throws AppError as `enterRate` */
export async function enterAgreedRates(
  ask: Ask,
  { asOf, source, rates }: AgreedRatesInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  return enter(ask, rates, { asOf, source, isSure: true, last: await lastId(ask.db) }, now)
}

function refuseDay(asOf: string, now: Date): void {
  if (new Date(asOf) > now) throw new AppError('bad_input', 'This date is in the future.', { field: 'asOf' })
}

/**
 * Enters rates, or proposes them to a second administrator. First rates of currencies wait, because there is nothing to
 * compare them with. If one rate is unusual, all wait. Existing ledger entries keep their rates; only sales that get
 * their rate from now on use the new ones.
 * @returns the number of entered rates, and whether any wait
 */
async function enter(
  { db, visit, viewer }: Ask,
  rates: readonly NewRate[],
  { asOf, source, isSure, last }: { asOf: string; source: string; isSure: boolean; last: string },
  now: Date,
): Promise<{ count: number; isWaiting: boolean }> {
  const day = new Date(asOf)
  const entered = await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE entered_rates IN SHARE ROW EXCLUSIVE MODE`
    if ((await lastId(tx)) !== last)
      throw new AppError(
        'conflict',
        'Another administrator has entered rates since you opened this page. Nothing was changed. Check their rates first.',
      )
    await assertMayMoveMoney(tx, { action: 'rates', by: viewer.userId, partnerId: null }, now)
    const known = await tx.exchangeRate.findMany()
    const ofCurrency = new Map(known.map((rate) => [rate.currency, rate]))
    const newer = rates.filter(({ currency }) => (ofCurrency.get(currency)?.asOf ?? day) <= day)
    const weekAgo = await ratesOfWeek(tx, now)
    const odd = newer.filter(({ currency, toBase }) =>
      // Also compare with the rates of the week, because many small steps make a large one.
      [ofCurrency.get(currency)?.toBase, ...(weekAgo.get(currency) ?? [])].some(
        (before) => before && Math.abs(changeOf(toBase, before)) > IMPLAUSIBLE,
      ),
    )
    if (odd.length && !isSure)
      throw new AppError(
        'conflict',
        `More than ${IMPLAUSIBLE * 100}% away from the last rate: ${odd.map(({ currency }) => currency).join(', ')}. If these are correct, confirm them.`,
        { field: 'isSure' },
      )
    const first = newer.filter(({ currency }) => !ofCurrency.has(currency))
    const doubtful = odd.length ? newer : first
    let isWaiting = false
    if (doubtful.length) {
      const input = { asOf, source, rates: doubtful.map(({ currency, toBase }) => ({ currency, toBase })) }
      const summary = `Unusual rates for ${asOf}, ${source}: ${[...odd, ...first].map(({ currency, toBase }) => `1 ${currency} = ${toBase} ${BASE_CURRENCY} (previously ${ofCurrency.get(currency)?.toBase.toFixed(6) ?? 'none'})`).join('; ')}`
      const step = { action: 'unusual_rates', subjectId: asOf, partnerIds: [], input, summary } as const
      isWaiting = !(await agreeOn(tx, { db, visit, viewer }, step, now))
    }
    const agreed = isWaiting ? newer.filter((rate) => !doubtful.includes(rate)) : newer
    for (const { currency, toBase } of agreed) {
      const row = { currency, toBase, asOf: day }
      await tx.enteredRate.create({ data: { ...row, source, enteredById: viewer.userId, enteredAt: now } })
      await tx.exchangeRate.upsert({ where: { currency }, create: row, update: { toBase, asOf: day } })
    }
    if (agreed.length) {
      const data = {
        asOf,
        source,
        isSure,
        before: Object.fromEntries(
          agreed.map(({ currency }) => [currency, ofCurrency.get(currency)?.toBase.toFixed(6) ?? null]),
        ),
        after: Object.fromEntries(agreed.map(({ currency, toBase }) => [currency, toBase])),
      }
      await writeAudit(db, visit, { actorId: viewer.userId, action: 'rates_entered', data }, tx)
    }
    return { count: agreed.length, isWaiting }
  })
  // The hourly job does the rest.
  if (entered.count) await takeUpSales(db, now, AbortSignal.timeout(TAKE_UP_MS))
  return entered
}

async function lastId(db: Db | Prisma.TransactionClient): Promise<string> {
  const row = await db.enteredRate.findFirst({ orderBy: [{ enteredAt: 'desc' }, { id: 'desc' }], select: { id: true } })
  return row?.id ?? ''
}

/** Returns the rates that applied in the last seven days, by currency. */
async function ratesOfWeek(tx: Prisma.TransactionClient, now: Date): Promise<Map<string, Prisma.Decimal[]>> {
  const since = new Date(now.getTime() - 7 * 86_400_000)
  const rows = await tx.$queryRaw<Array<{ currency: string; toBase: Prisma.Decimal }>>`
    SELECT currency, to_base AS "toBase" FROM entered_rates WHERE entered_at > ${since}
    UNION ALL SELECT * FROM (SELECT DISTINCT ON (currency) currency, to_base FROM entered_rates WHERE entered_at <= ${since} ORDER BY currency, entered_at DESC, id DESC) older`
  const found = new Map<string, Prisma.Decimal[]>()
  for (const { currency, toBase } of rows) found.set(currency, [...(found.get(currency) ?? []), toBase])
  return found
}

/** Returns how much a rate exceeds the one before, as a fraction. */
const changeOf = (toBase: string, before: Prisma.Decimal): number => Number(toBase) / before.toNumber() - 1
