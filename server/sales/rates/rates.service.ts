import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'
import { listWaitingForRate, takeUpSales } from '../take-up-sales.ts'
import { IMPLAUSIBLE, type EnterRateInput, type EnterRatesInput, type PreviewRatesInput } from './rates.schema.ts'
import { readEcbFile } from './read-ecb-file.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const MOST_SHOWN = 100
const TAKE_UP_MS = 5_000
const ECB = 'European Central Bank, euro reference rates'

interface NewRate {
  currency: string
  toBase: string
}

/** The rate of each currency in US dollars with its day and source, the last 100 entered, and the currencies in which sales wait for one. */
export async function listRates(db: Db) {
  const [rates, history, waiting] = await Promise.all([
    db.exchangeRate.findMany({ orderBy: { currency: 'asc' } }),
    db.enteredRate.findMany({ orderBy: [{ enteredAt: 'desc' }, { id: 'desc' }], take: MOST_SHOWN }),
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

/** What a file of the European Central Bank would change. Nothing counts yet. @throws AppError bad_input; conflict if a newer day counts */
export async function previewRates(db: Db, { text }: PreviewRatesInput, now = new Date()) {
  const { asOf, rates, tooSmall } = readEcbFile(text)
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

/** Enters one rate by hand. @throws AppError bad_input; conflict if it is implausible and nobody is sure, or another was entered meanwhile */
export async function enterRate(
  ask: Ask,
  { currency, toBase, asOf, source, isSure, last }: EnterRateInput,
  now = new Date(),
): Promise<void> {
  refuseDay(asOf, now)
  if (currency === BASE_CURRENCY)
    throw new AppError('bad_input', `${BASE_CURRENCY} is what the others are in.`, { field: 'currency' })
  if (/^[0.]+$/.test(toBase)) throw new AppError('bad_input', 'A rate is above zero.', { field: 'toBase' })
  const entered = await enter(ask, [{ currency, toBase }], { asOf, source, isSure, last }, now)
  if (!entered) throw new AppError('conflict', 'A rate of a later day counts already. Nothing was changed.')
}

/** Enters the rates of a file; those of which a later day counts stay. @returns how many were entered. @throws AppError as previewRates; conflict */
export async function enterRates(ask: Ask, { text, isSure, last }: EnterRatesInput, now = new Date()): Promise<number> {
  const { asOf, rates } = readEcbFile(text)
  refuseDay(asOf, now)
  return enter(ask, rates, { asOf, source: ECB, isSure, last }, now)
}

function refuseDay(asOf: string, now: Date): void {
  if (new Date(asOf) > now) throw new AppError('bad_input', 'This day has not come yet.', { field: 'asOf' })
}

/** What the ledger has used stays with its entries: only sales that get their rate from now on have these. */
async function enter(
  { db, visit, viewer }: Ask,
  rates: readonly NewRate[],
  { asOf, source, isSure, last }: { asOf: string; source: string; isSure: boolean; last: string },
  now: Date,
): Promise<number> {
  const day = new Date(asOf)
  const entered = await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE entered_rates IN SHARE ROW EXCLUSIVE MODE`
    if ((await lastId(tx)) !== last)
      throw new AppError('conflict', 'Somebody has entered rates meanwhile. Nothing was changed: look at them first.')
    const known = await tx.exchangeRate.findMany()
    const ofCurrency = new Map(known.map((rate) => [rate.currency, rate]))
    const newer = rates.filter(({ currency }) => (ofCurrency.get(currency)?.asOf ?? day) <= day)
    const odd = newer.filter(({ currency, toBase }) => {
      const before = ofCurrency.get(currency)
      return before && Math.abs(changeOf(toBase, before.toBase)) > IMPLAUSIBLE
    })
    if (odd.length && !isSure)
      throw new AppError(
        'conflict',
        `More than ${IMPLAUSIBLE * 100}% away from the last rate: ${odd.map(({ currency }) => currency).join(', ')}. Say that you are sure, if they are right.`,
        { field: 'isSure' },
      )
    for (const { currency, toBase } of newer) {
      const row = { currency, toBase, asOf: day }
      await tx.enteredRate.create({ data: { ...row, source, enteredById: viewer.userId, enteredAt: now } })
      await tx.exchangeRate.upsert({ where: { currency }, create: row, update: { toBase, asOf: day } })
    }
    if (newer.length) {
      const data = {
        ...{ asOf, source, isSure },
        before: Object.fromEntries(
          newer.map(({ currency }) => [currency, ofCurrency.get(currency)?.toBase.toFixed(6) ?? null]),
        ),
        after: Object.fromEntries(newer.map(({ currency, toBase }) => [currency, toBase])),
      }
      await writeAudit(db, visit, { actorId: viewer.userId, action: 'rates_entered', data }, tx)
    }
    return newer.length
  })
  // What takes longer the job does within the hour.
  if (entered) await takeUpSales(db, now, AbortSignal.timeout(TAKE_UP_MS))
  return entered
}

async function lastId(db: Db | Prisma.TransactionClient): Promise<string> {
  const row = await db.enteredRate.findFirst({ orderBy: [{ enteredAt: 'desc' }, { id: 'desc' }], select: { id: true } })
  return row?.id ?? ''
}

/** By which part a rate is above the one before. */
const changeOf = (toBase: string, before: Prisma.Decimal): number => Number(toBase) / before.toNumber() - 1
