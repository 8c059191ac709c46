import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const SELLER = {
  legalName: 'WTF Marketplace GmbH',
  address: 'Weg 1\n10115 Berlin',
  country: 'DE',
  companyNumber: 'HRB 1',
  vatNumber: 'DE136695976',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  sortCode: '',
  accountNumber: '',
  paymentDays: 14,
}

test('a partner enters billing details, and sees how to pay an invoice', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId, businessName } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/settings/billing')
  await page.getByLabel('Legal name').fill('Marke & Söhne GmbH')
  await page.getByLabel('Address').fill('Hauptstraße 2\n10115 Berlin')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('VAT number').fill('DE136695978')
  await page.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByText('This is not a valid VAT number for DE.')).toBeVisible()
  await page.getByLabel('VAT number').fill('DE 136 695 976')
  await page.getByRole('button', { name: 'Save billing details' }).click()
  await expect(page.getByRole('status').getByText('Billing details saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('VAT number')).toHaveValue('DE136695976')
  expect(await axeFindings(page)).toEqual([])

  const buyer = await db.billingProfile.findUniqueOrThrow({
    where: { partnerId },
    omit: { partnerId: true, updatedAt: true },
  })
  const { id } = await db.invoice.create({
    data: {
      partnerId,
      kind: 'invoice',
      number: `N-${partnerId}`,
      month: new Date('2026-08-01'),
      currency: 'EUR',
      issuedAt: new Date('2026-09-01'),
      dueOn: new Date('2026-09-15'),
      status: 'open',
      totalMinor: 10_000,
      vatMinor: 1_900,
      payableMinor: 11_900,
      seller: SELLER,
      billedTo: { businessName, businessAddress: '', email: 'billed@example.test', ...buyer },
      lines: { create: { place: 1, description: 'Order #1', baseMinor: 100_000, amountMinor: 10_000 } },
      vat: { create: { treatment: 'domestic', rateBps: 1_900, netMinor: 10_000, vatMinor: 1_900 } },
    },
    select: { id: true },
  })
  await page.goto(`/brand/dashboard/invoices/${id}`)
  const invoice = page.getByRole('main')
  for (const text of ['Marke & Söhne GmbH', 'WTF Marketplace GmbH', 'VAT 19% on €100.00', '€119.00', 'COBADEFFXXX'])
    await expect(invoice.getByText(text).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code for this bank transfer' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test('an administrator changes the seller details on invoices', async ({ page, db }) => {
  const { id } = await createAccount(db, { role: 'admin' })
  await enterAs(page, db, id)
  await page.goto('/admin/seller')
  const number = `T${Date.now()}`
  await page.getByLabel('Company number').fill(number)
  await page.getByRole('button', { name: 'Save seller details' }).click()
  await expect(page.getByText('Seller details saved.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  expect(await db.sellerProfile.findFirst({ where: { companyNumber: number } })).toMatchObject({ createdById: id })
})
