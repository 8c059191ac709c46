import { expect, test } from 'vitest'
import { toAmount } from '#server/platform/money.schema.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createOwedSale } from '#tests/setup/office.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)

test('without JavaScript, an administrator pastes a statement and proposes its payments, and another approves them', async () => {
  const { partnerId } = await createOwedSale(shop.db)
  await closeMonths(shop.db, 'https://wtf.example', new Date('2026-11-01T02:15:00Z'))
  const invoice = await shop.db.invoice.findFirstOrThrow({ where: { partnerId } })
  const { number, payableMinor, currency } = invoice
  const one = await admin()
  const page = await one.open('/admin/statements')
  const refused = await page.press('Upload statement', { 'Or paste the statement': 'Colour,Size\nred,S\n' })
  expect([refused.status, refused.text('[role=alert]')]).toEqual([
    400,
    expect.stringContaining('We found no column for'),
  ])
  const pasted = `Date;Reference;Amount;Currency\n2026-11-20;${number};${toAmount(payableMinor, currency)};${currency}\n2026-11-20;Rent;-9.00;GBP\n`
  const review = await (
    await one.open('/admin/statements')
  ).press('Upload statement', { 'Or paste the statement': pasted })
  expect(review.text('main')).toContain('1 outgoing or pending, ignored')
  expect(review.text('legend')).toContain('Exact matches')
  const proposed = await review.press('Record 1 payment')
  expect(proposed.text('main')).toContain('1 payment is waiting for a second administrator')
  expect((await shop.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).status).toBe('open')
  const { id } = await shop.db.approval.findFirstOrThrow({ where: { action: 'statement_payments', status: 'open' } })
  await (
    await (await admin()).open('/admin/approvals')
  ).press('Approve', {}, `main form:has(input[value="approve ${id}"])`)
  expect((await shop.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).status).toBe('paid')
})
