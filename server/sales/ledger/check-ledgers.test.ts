import { afterEach, expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { log } from '#server/platform/log.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { closeMonths } from '../invoices/close-months.ts'
import { confirmDue } from '../lifecycle.ts'
import { inTurn, recordOrder, recordRefund } from '../record-order.ts'
import { checkLedgers } from './check-ledgers.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const { level } = log
afterEach(() => void (log.level = level))

/** Creates a ledger with two sales and an invoice. */
async function build() {
  const { partner, click } = await createSeller(database.db)
  const signals = [signal({ clickId: (await click()).id })]
  for (let sale = 0; sale < 2; sale++)
    await recordOrder(database.db, partner.id, storeOrder({ signals }), minutesAfter(ORDERED, 5))
  await confirmDue(database.db, new Date('2026-10-12'))
  await closeMonths(database.db, SITE, new Date('2026-11-01T02:15:00Z'))
  return partner.id
}
const check = async (partnerId: string) => {
  log.level = 'silent'
  const { problems } = await checkLedgers(database.db, SITE)
  return problems.filter((problem) => problem.partnerId === partnerId).map(({ what }) => what)
}

/** Changes rows as the database's owner could, despite triggers and permissions. */
const tamper = (sql: string, tables = ['commission_entries']) => {
  const each = (of: (table: string) => string) => tables.map((table) => database.db.$executeRawUnsafe(of(table)))
  return database.db.$transaction([
    ...each((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ...each((table) => `GRANT UPDATE, DELETE ON ${table} TO CURRENT_USER`),
    database.db.$executeRawUnsafe(sql),
    ...each((table) => `REVOKE UPDATE, DELETE ON ${table} FROM CURRENT_USER`),
    ...each((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  ])
}

test('records a valid ledger, and alerts nobody', async () => {
  const partnerId = await build()
  expect(await check(partnerId)).toEqual([])
  const kept = await database.db.ledgerCheck.findFirstOrThrow({ orderBy: { at: 'desc' } })
  expect(kept).toMatchObject({ problems: [] })
  expect(kept.entries).toBeGreaterThan(1)
  expect(await database.db.mail.count({ where: { kind: 'ledger_alarm' } })).toBe(0)
})

test('takes no locks, and waits for none', async () => {
  const partnerId = await build()
  expect(await inTurn(database.db, partnerId, () => check(partnerId))).toEqual([])
})

test('finds a changed entry, and notifies the administrators', async () => {
  const partnerId = await build()
  const admin = await createUser(database.db, { role: 'admin' })
  await tamper(
    `UPDATE commission_entries SET amount_minor = amount_minor - 1 WHERE partner_id = '${partnerId}' AND seq = 1`,
  )
  const found = await check(partnerId)
  expect(found[0]).toBe('hash mismatch')
  expect(found[1]).toMatch(
    /^its commission must be 1000 on 10000 in the tier starting at 0, but its entries say 999 on 10000 in the tier starting at 0/,
  )
  expect(found[2]).toMatch(/^invoice WTF-2026-\d+ is 2000, but its lines total 2000 and its entries 1999$/)
  const mail = await database.db.mail.findFirstOrThrow({ where: { toAddress: admin.email } })
  expect(mail.text).toContain('hash mismatch')
})

test('finds a removed entry, even at the end of the chain', async () => {
  const partnerId = await build()
  await tamper(`DELETE FROM commission_entries WHERE partner_id = '${partnerId}' AND seq = 4`)
  expect((await check(partnerId))[0]).toBe('the chain ends at entry 3, but its head says 4')
})

test('finds a changed position, in the confirmation and in the sale', async () => {
  const partnerId = await build()
  await tamper(`UPDATE commission_entries SET position = 9999 WHERE partner_id = '${partnerId}' AND seq = 4`)
  const found = await check(partnerId)
  expect(found).toContain('given the entries before it, its position must be 10000, not 9999')
  expect(found).toContain('its month or position (10000) does not match its confirmation (9999)')
})

test("finds a second confirmation, and an entry at a position other than its sale's", async () => {
  const partnerId = await build()
  const again = (kind: string, month: string) =>
    tamper(`INSERT INTO commission_entries SELECT partner_id, seq + 2, '${kind}', conversion_id, plan_id, 0, 0, 0, 0, currency,
      order_net_minor, order_currency, rate, ${month}, position, effective_at, reason, actor, actor_id, previous_hash, hash
      FROM commission_entries WHERE partner_id = '${partnerId}' AND seq = (SELECT max(seq) FROM commission_entries WHERE partner_id = '${partnerId}')`)
  await again('confirmation', 'month')
  expect(await check(partnerId)).toContain('its sale is confirmed twice')
  await again('adjustment', `'2026-09-01'`)
  expect(await check(partnerId)).toContain('its sale is confirmed with another month or position')
})

test('finds a status without matching entries', async () => {
  const partnerId = await build()
  await database.db.conversion.updateMany({ where: { partnerId }, data: { status: 'confirmed' } })
  const told = 'it is confirmed, but an invoice includes its confirmation'
  expect(await check(partnerId)).toEqual([told, told])
  const { partner, click } = await createSeller(database.db)
  const order = storeOrder({ signals: [signal({ clickId: (await click()).id })] })
  await recordOrder(database.db, partner.id, order, minutesAfter(ORDERED, 5))
  await database.db.conversion.updateMany({ where: { partnerId: partner.id }, data: { status: 'paid' } })
  expect(await check(partner.id)).toEqual([
    'it is paid, but no entry confirms it',
    'it is paid, but no invoice includes its confirmation',
  ])
})

test('finds a sale that was changed outside the ledger', async () => {
  const partnerId = await build()
  await database.db.conversion.updateMany({ where: { partnerId }, data: { netMinor: 1 } })
  expect(await check(partnerId)).toEqual(['its net must be 1, not 10000', 'its net must be 1, not 10000'])
})

test('finds a month that starts after the confirmation or ends before the order', async () => {
  const partnerId = await build()
  const move = async (month: string) => {
    await tamper(`UPDATE commission_entries SET month = '${month}' WHERE partner_id = '${partnerId}'`)
    await database.db.conversion.updateMany({ where: { partnerId }, data: { month: new Date(month) } })
    return check(partnerId)
  }
  expect(await move('2031-05-01')).toContain('it is confirmed before its month begins')
  const early = 'it was ordered after the month it counts in'
  expect((await move('2026-08-01')).filter((what) => what === early)).toEqual([early, early])
})

test('finds a deleted invoice by its entries, which a later invoice should contain', async () => {
  const { db } = database
  const partnerId = await build()
  const sales = await db.conversion.findMany({ where: { partnerId }, orderBy: { id: 'asc' } })
  for (const [index, { externalId }] of sales.entries()) {
    const at = `2026-${11 + index}-05T00:00:00Z`
    const refund = { id: 'r', refundedAt: at, lines: [], otherMinor: 1_000 }
    await recordRefund(db, partnerId, externalId, refund, new Date(at))
  }
  expect(await closeMonths(db, SITE, new Date('2027-01-01T02:15:00Z'))).toBe(2)
  expect(await check(partnerId)).toEqual([])
  const [, credit] = await db.invoice.findMany({ where: { partnerId }, orderBy: { number: 'asc' } })
  await tamper(
    `WITH entries AS (DELETE FROM invoice_entries WHERE invoice_id = '${credit?.id}'),
      lines AS (DELETE FROM invoice_lines WHERE invoice_id = '${credit?.id}')
    DELETE FROM invoices WHERE id = '${credit?.id}'`,
    ['invoice_entries', 'invoice_lines', 'invoices'],
  )
  expect(await check(partnerId)).toEqual(['the sale was invoiced, but no invoice includes this entry'])
})
