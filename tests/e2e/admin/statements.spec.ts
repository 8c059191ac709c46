import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { createOwedSale } from '#tests/setup/office.ts'
import { axeFindings } from '../axe.ts'
import { createAccount, enterAs, expect, openAlive, test } from '../accounts.ts'

test('an administrator uploads a statement and records its payment by keyboard, and undoes it', async ({
  page,
  db,
}) => {
  const { partnerId } = await createOwedSale(db)
  await closeMonths(db, 'https://wtf.example', new Date())
  const { number, payableMinor, currency } = await db.invoice.findFirstOrThrow({ where: { partnerId } })
  const statement = `Date,Reference,Amount,Currency,Payer\n2026-11-20,${number},${toAmount(payableMinor, currency)},${currency},A payer\n2026-11-20,Rent,-9.00,GBP,\n`
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openAlive(page, '/admin/statements')
  await page.getByLabel(/^A CSV or CAMT.053 file/).setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(statement),
  })
  await page.getByRole('button', { name: 'Upload statement' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'november.csv' })).toBeVisible()
  const box = page.getByRole('checkbox', { name: new RegExp(number) })
  await expect(box).toBeChecked()
  await box.press('Space')
  await expect(page.getByText('Nothing is selected.')).toBeVisible()
  await box.press('Space')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Record 1 payment' }).press('Enter')
  await expect(page.getByText('1 payment is waiting for a second administrator.')).toBeVisible()
  const review = page.url()

  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/approvals')
  const proposal = page.getByRole('listitem').filter({ hasText: number })
  await proposal.locator('summary').first().click()
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(proposal).toHaveCount(0)
  await openAlive(page, new URL(review).pathname)
  await page.locator('summary').filter({ hasText: 'Undo' }).click()
  await page.getByLabel('Reason, shown to the partner').fill('Another store’s transfer.')
  await page.getByRole('button', { name: 'Undo this payment' }).click()
  await expect(page.getByText('Undone: Another store’s transfer.')).toBeVisible()
  expect((await db.invoice.findUniqueOrThrow({ where: { number } })).status).toBe('open')
})
