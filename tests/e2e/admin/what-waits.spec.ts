import { createPartner } from '#tests/factories.ts'
import { signal, createSeller, storeOrder } from '#tests/setup/sales.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

test('administrators see sales that wait for a rate, and credit that is not used yet', async ({ page, db }) => {
  const { partner, click } = await createSeller(db)
  const signals = [signal({ clickId: (await click()).id })]
  await recordOrder(db, partner.id, storeOrder({ currency: 'SEK', signals }), new Date())
  const left = await createPartner(db, { verificationStatus: 'suspended', domain: null })
  const month = new Date('2026-08-01')
  await db.invoice.create({
    data: {
      ...{ partnerId: left.id, kind: 'credit_note', number: `N-${left.id}`, status: 'open', currency: 'USD' },
      ...{ month, issuedAt: month, dueOn: month, totalMinor: -4_250, payableMinor: 0, billedTo: {} },
    },
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/flags')
  const rates = page.getByRole('region', { name: 'Sales that wait for an exchange rate' })
  // Whoever else waits for the same rate is counted too.
  await expect(rates.getByRole('listitem').filter({ hasText: 'SEK' })).toContainText(/\d sales?/)
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.goto('/admin/invoices')
  const credit = page.getByRole('region', { name: 'Credit not used yet' })
  const row = credit.getByRole('listitem').filter({ hasText: left.businessName })
  await expect(row).toContainText('$42.50')
  await expect(row).toContainText('Since 1 August 2026')
  await expect(row).toContainText('Suspended')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
})
