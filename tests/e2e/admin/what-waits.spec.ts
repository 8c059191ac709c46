import { createPartner } from '#tests/factories.ts'
import { signal, createSeller, storeOrder } from '#tests/setup/sales.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { openQueue } from '../queues.ts'

test('admins see unused credit, and sales without an exchange rate until two of them enter the rate', async ({
  page,
  db,
}) => {
  const { partner, click } = await createSeller(db)
  const signals = [signal({ clickId: (await click()).id })]
  // A previous attempt of this test may have entered the rate.
  await db.exchangeRate.deleteMany({ where: { currency: 'SEK' } })
  const { conversionId } = await recordOrder(db, partner.id, storeOrder({ currency: 'SEK', signals }), new Date())
  const left = await createPartner(db, { verificationStatus: 'suspended', domain: null })
  const month = new Date('2026-08-01')
  await db.invoice.create({
    data: {
      partnerId: left.id,
      kind: 'credit_note',
      number: `N-${left.id}`,
      status: 'open',
      currency: 'USD',
      month,
      issuedAt: month,
      dueOn: month,
      totalMinor: -4_250,
      payableMinor: 0,
      billedTo: {},
    },
  })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/flags')
  const rates = page.getByRole('region', { name: 'Sales without an exchange rate' })
  // Other tests may have sales that wait for the same rate.
  await expect(rates.getByRole('listitem').filter({ hasText: 'SEK' })).toContainText(/\d sales?/)
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.goto('/admin/invoices')
  const credit = page.getByRole('region', { name: 'Unused credit' })
  const row = credit.getByRole('listitem').filter({ hasText: left.businessName })
  await expect(row).toContainText('$42.50')
  await expect(row).toContainText('Since 1 August 2026')
  await expect(row).toContainText('Suspended')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])

  await openQueue(page, 'Sales without an exchange rate')
  await expect(page.getByText(/^Sales without a rate:/)).toContainText('SEK')
  await page.getByLabel('Currency', { exact: true }).fill('SEK')
  await page.getByLabel('Value of one unit in USD').fill('0.09')
  await page.getByLabel('Date', { exact: true }).fill('2026-11-20')
  const source = `Sveriges Riksbank ${partner.id}`
  await page.getByLabel('Source', { exact: true }).fill(source)
  await page.getByRole('button', { name: 'Save this rate' }).click()
  await expect(page.getByText('Proposed. Another administrator has to approve it under Approvals.')).toBeVisible()
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/approvals')
  const proposal = page.getByRole('listitem').filter({ hasText: source })
  await proposal.locator('summary').first().click()
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByText('Approved. The change has been made.')).toBeVisible()
  await page.goto('/admin/rates')
  await expect(page.getByText(/^Sales without a rate:.* in SEK/)).toHaveCount(0)
  await page.goto(`/admin/sales/${conversionId}`)
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
})
