import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { currencyChanged } from '#server/mail/partner-mails.ts'
import type { PartnerAsk, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { assertHasRate, getMoneyChoices } from '#server/platform/money-choices.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { agreementInForce } from '../plan-in-force.ts'
import { getActivePlan, getPlan } from '../commission-plan.service.ts'
import type { ChangeCurrencyInput, ChangePartnerCurrencyInput } from './currency.schema.ts'

type Tx = Prisma.TransactionClient

/** Imports that still write prices, or wait for their partner to accept the result. */
const UNDER_WAY = ['receiving', 'fetching', 'uploaded', 'unmapped', 'reading', 'read', 'applying', 'undoing'] as const

/**
 * Returns a partner's currency and the data that a change does not convert, for the partner and for administrators.
 * `otherProducts`: products with prices in other currencies.
 * @throws AppError not_found
 */
export async function getPartnerCurrency(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Partner not found.')
  const partner = await db.partner.findUnique({ where: { id: partnerId }, select: { currency: true } })
  if (!partner) throw new AppError('not_found', 'Partner not found.')
  const [agreement, sales, store, products, { currencies }] = await Promise.all([
    agreementInForce(db, partnerId, new Date()),
    hasSales(db, partnerId),
    connectedStore(db, partnerId),
    // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
    db.$queryRaw<Array<{ currency: string; products: number }>>`
      SELECT currency, count(*)::int AS products FROM products
      WHERE partner_id = ${partnerId}::uuid AND deleted_at IS NULL GROUP BY currency ORDER BY count(*) DESC, currency`,
    getMoneyChoices(db),
  ])
  const plan = await (agreement ? getPlan(db, agreement.planId) : getActivePlan(db).catch(() => null))
  return {
    currency: partner.currency,
    currencies,
    hasSales: sales,
    store,
    products,
    otherProducts: products.filter(({ currency }) => currency !== partner.currency),
    planCurrency: plan?.currency ?? null,
  }
}

/**
 * Changes the currency of the viewer's partner while it has no sales. Products keep their prices.
 * @throws AppError conflict if it has sales, a store with another currency is connected, an import is in progress, or
 *   the currency has changed since the page was opened; bad_input at 'currency' without an exchange rate
 */
export async function changeCurrency(
  { db, visit, viewer, partner }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { currency, from }: ChangeCurrencyInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockCurrency(tx, partner.id)
    if (await hasSales(tx, partner.id))
      throw new AppError('conflict', 'You have sales, so only our team can change your currency. Please contact us.')
    await setCurrency(tx, partner.id, { currency, from })
    const data = { from, to: currency }
    const note = { actorId: viewer.userId, action: 'partner_currency_changed', subjectId: partner.id, data }
    await writeAudit(db, visit, note, tx)
  })
}

/**
 * Changes a partner's currency for an administrator, also for a partner with sales. Products, sales, ledger entries and
 * invoices keep their currency. The owner gets an email.
 * @throws AppError not_found; as `changeCurrency`
 */
export async function changePartnerCurrency(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, currency, from, reason }: ChangePartnerCurrencyInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockCurrency(tx, partnerId)
    await setCurrency(tx, partnerId, { currency, from })
    const { businessName, contactPerson, owner } = await tx.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { businessName: true, contactPerson: true, owner: { select: { email: true } } },
    })
    const about = { siteUrl: visit.siteUrl, name: contactPerson, businessName, from, to: currency, reason }
    if (owner) await queueMail(tx, { to: owner.email, ...currencyChanged(about) })
    const data = { from, to: currency, reason }
    const note = { actorId: viewer.userId, action: 'partner_currency_changed', subjectId: partnerId, data }
    await writeAudit(db, visit, note, tx)
  })
}

/** The currency of the store to connect, and whether the partner has agreed to switch to it. */
interface StoreCurrency {
  shop: { currency: string }
  takesCurrency: boolean
}

/**
 * Switches the partner to the currency of the store to connect, if they differ and the partner has agreed. Runs in the
 * transaction that connects the store, and records the change in the audit log.
 * @throws AppError as `assertCurrencyFits`
 */
export async function takeStoreCurrency(
  { db, visit, viewer, partner: { id } }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  tx: Tx,
  given: StoreCurrency,
): Promise<void> {
  await lockCurrency(tx, id)
  await assertCurrencyFits(tx, id, given)
  const to = given.shop.currency
  const { currency: from } = await tx.partner.findUniqueOrThrow({ where: { id }, select: { currency: true } })
  if (from === to) return
  await tx.partner.update({ where: { id }, data: { currency: to } })
  const note = {
    actorId: viewer.userId,
    action: 'partner_currency_changed',
    subjectId: id,
    data: { from, to },
  } as const
  await writeAudit(db, visit, note, tx)
}

/**
 * Checks that a partner has the store's currency, or can switch to it and has agreed to.
 * @throws AppError conflict, with what to do first, if they differ and the partner has products, sales or an import in
 *   progress; conflict at 'takesCurrency' if the partner has to agree; bad_input without an exchange rate
 */
export async function assertCurrencyFits(
  tx: Db | Tx,
  partnerId: string,
  { shop: { currency: ofStore }, takesCurrency }: StoreCurrency,
): Promise<void> {
  const { currency: ofPartner } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { currency: true },
  })
  if (ofPartner === ofStore) return
  const differ = `Your store sells in ${ofStore}, but your currency on WTF is ${ofPartner}.`
  if (await hasSales(tx, partnerId))
    throw new AppError(
      'conflict',
      `${differ} You have sales, so only our team can change it. Contact us, then connect again. Nothing was changed.`,
    )
  // eslint-disable-next-line house/listed-products -- includes a partner's own products in any state
  if (await tx.product.count({ where: { partnerId, deletedAt: null } }))
    throw new AppError(
      'conflict',
      `${differ} Change it to ${ofStore} under Settings, Profile, then connect again. Nothing was changed.`,
    )
  await assertNoImport(tx, partnerId)
  await assertHasRate(tx, ofStore)
  if (!takesCurrency)
    throw new AppError(
      'conflict',
      `${differ} To connect this store, change your currency to ${ofStore}. Your prices and reports will then be in ${ofStore}. Nothing has changed yet.`,
      { field: 'takesCurrency' },
    )
}

/** Prevents concurrent writes to the partner's sales and products. */
async function lockCurrency(tx: Tx, partnerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.sales}::int, hashtext(${partnerId}::uuid::text))`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.imports}::int, hashtext(${partnerId}))`
}

async function setCurrency(tx: Tx, partnerId: string, { currency, from }: ChangeCurrencyInput): Promise<void> {
  // An upload locks the partner, too, so that none begins after `assertNoImport`.
  const [partner] = await tx.$queryRaw<Array<{ currency: string }>>`
    SELECT currency FROM partners WHERE id = ${partnerId}::uuid FOR NO KEY UPDATE`
  if (!partner) throw new AppError('not_found', 'Partner not found.')
  if (partner.currency !== from)
    throw new AppError('conflict', `The currency is already ${partner.currency}. Reload the page and try again.`)
  if (currency === from) throw new AppError('bad_input', `The currency is already ${from}.`, { field: 'currency' })
  await assertHasRate(tx, currency)
  const store = await connectedStore(tx, partnerId)
  if (store && store.currency !== currency)
    throw new AppError(
      'conflict',
      `The connected store ${store.shopName} sells in ${store.currency}. Disconnect it first, or choose ${store.currency}.`,
      { field: 'currency' },
    )
  await assertNoImport(tx, partnerId)
  await tx.partner.update({ where: { id: partnerId }, data: { currency } })
}

/** @throws AppError conflict if the prices of an import have been read, or may be, in the current currency */
async function assertNoImport(tx: Db | Tx, partnerId: string): Promise<void> {
  // A store that has not begun to list its products has reported no prices, and its currency is checked when it does.
  const hasNoPrices = { source: 'store', status: 'fetching', operationId: null } as const
  if (await tx.productImport.count({ where: { partnerId, status: { in: [...UNDER_WAY] }, NOT: hasNoPrices } }))
    throw new AppError(
      'conflict',
      'A product import is not finished, and its prices are in the current currency. Finish or discard it first.',
    )
}

/** Ignores orders without commission: unmatched, unpaid, cancelled, fully refunded and test orders. */
async function hasSales(db: Db | Tx, partnerId: string): Promise<boolean> {
  const sale = await db.conversion.findFirst({
    where: { partnerId, status: { notIn: ['tracked', 'cancelled'] }, isTest: false, netMinor: { gt: 0 } },
    select: { id: true },
  })
  if (sale) return true
  return (await db.invoice.findFirst({ where: { partnerId }, select: { id: true } })) !== null
}

const connectedStore = (db: Db | Tx, partnerId: string) =>
  db.shopifyConnection.findFirst({
    where: { partnerId, status: { not: 'revoked' } },
    select: { shopName: true, currency: true },
  })
