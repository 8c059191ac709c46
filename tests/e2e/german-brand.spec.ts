import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { DEMO_SHOP } from '#server/connections/demo-store.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { createDemoDir } from '#tests/setup/demo.ts'
import { checkEInvoice } from '#tests/setup/e-invoice-rules.ts'
import { parsePdfText } from '#tests/setup/pdf-text.ts'
import { freePort, removeDataDir, spawnShop, type ShopProcess } from '#tests/setup/shop-process.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { createAccount, newEmail, PASSWORD, signIn } from './accounts.ts'
import { received } from './partner/joining-shop.ts'
import { expect, openDashboard, test as shopTest } from './shop.ts'

// One business from the invitation to the paid invoice, with real emails and a store that sells in euros.

const PERSONS_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const CLOCK = pathToFileURL('tests/setup/later-clock.ts').href
const LATER_DAYS = 63

/** A separate shop for this file. It can be reopened at a later time. */
interface Place {
  db: Db
  smtp: TestSmtp
  url: string
  /** Returns the URL of the simulated Shopify's page with all store actions. */
  storeAdmin: () => Promise<string>
  openLater: (days: number) => Promise<void>
}

const test = shopTest.extend<object, { place: Place }>({
  place: [
    async ({}, use) => {
      const dataDir = await createDemoDir('wtf-german-')
      const smtp = await startSmtp()
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const printed = Promise.withResolvers<string>()
      const open = (env: Record<string, string>) =>
        spawnShop(
          dataDir,
          (line) => {
            const [, address] = /Simulated Shopify for the demo: (\S+)\//.exec(line) ?? []
            if (address) printed.resolve(`${address}/shop-admin`)
          },
          {
            PORT: String(port),
            SITE_URL: url,
            JOBS: 'on',
            DEMO_SHOPIFY: 'on',
            LOG_LEVEL: 'warn',
            SMTP_URL: smtp.url,
            MAIL_FROM: 'WTF <hello@wtf.example>',
            ...env,
          },
        )
      let shop: ShopProcess = open({})
      try {
        await shop.address
        const postgres = await startEmbeddedPostgres(dataDir)
        const db = connect(postgres.url, { poolSize: 2 })
        const openLater = async (days: number) => {
          await shop.stop()
          shop = open({ LATER_DAYS: String(days), NODE_OPTIONS: `--import ${CLOCK}` })
          await shop.address
        }
        await use({ db, smtp, url, storeAdmin: () => printed.promise, openLater })
        await db.$disconnect()
        await postgres.release()
      } finally {
        await shop.stop()
        await smtp.stop()
        await removeDataDir(dataDir)
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ place }, use) => use(place.url),
  db: [async ({ place }, use) => use(place.db), { scope: 'worker' }],
  // The platform of a store's URL cannot be detected without a network, which the browser reports as an error.
  errors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await use(errors)
    expect(errors).toEqual([])
  },
})

/** Opens a separate browser and signs in an administrator there. */
async function administrator(browser: Browser, { db, url }: Place): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  const { email } = await createAccount(db, { role: 'admin' })
  await signIn(page, email)
  await page.waitForURL((address) => address.pathname !== '/login')
  return page
}

test('a German brand is invited, joins in euros, sells, takes a return, and pays its invoice', async ({
  page,
  browser,
  db,
  place,
}) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(60_000)
  const { smtp, url } = place
  const email = newEmail('nordlicht')
  const businessName = 'Nordlicht Mode'
  const main = page.getByRole('main')
  let saleId = ''
  let number = ''

  await test.step('an administrator invites the brand by email', async () => {
    const admin = await administrator(browser, place)
    await admin.goto('/admin/partners/invite')
    const form = admin.locator('form').filter({ has: admin.getByLabel('Contact person') })
    await form.getByLabel('Business email').fill(email)
    await form.getByLabel('Business name').fill(businessName)
    await form.getByLabel('Contact person').fill('Nora Licht')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(admin.getByText(`Partner invitation sent to ${email}!`).first()).toBeVisible()
    await admin.context().close()
  })

  await test.step('the brand joins from Germany, and sells in euros', async () => {
    await page.goto((await received({ smtp }, email, /your invitation to WTF/)).link)
    const next = page.getByRole('button', { name: 'Next' })
    await page.getByLabel('I agree to join').check()
    await next.click()
    await page.getByLabel('I understand how').check()
    await next.click()
    await page.getByLabel('Apparel').check()
    await next.click()
    await page.getByRole('button', { name: 'Send magic link' }).click()
    await page.getByLabel('6-digit code').fill((await received({ smtp }, email, /Confirm your email/)).code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
    await page.getByLabel('Phone Number').fill('+49 30 901820')
    await page.getByLabel('Business Address').fill('Torstraße 1, 10119 Berlin')
    await page.getByLabel('Country').selectOption('DE')
    await expect(page.getByLabel('Currency you sell in')).toHaveValue('EUR')
    await page.getByLabel('I accept the').check()
    await page.getByLabel('Password (optional)', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Complete onboarding' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${businessName}` })).toBeVisible()
    await openDashboard(page, '/brand/dashboard/settings/billing')
    await page.getByLabel('Legal name').fill('Nordlicht Mode GmbH')
    await page.getByLabel('Address', { exact: true }).fill('Torstraße 1\n10119 Berlin')
    await page.getByLabel('Country').selectOption('DE')
    await page.getByLabel('VAT number').fill('DE136695976')
    await page.getByRole('button', { name: 'Save billing details' }).click()
    await expect
      .poll(() => db.billingProfile.findFirst({ where: { partner: { businessName } } }))
      .toMatchObject({ country: 'DE', vatNumber: 'DE136695976' })
  })

  await test.step('the brand connects its store, which must use the same currency', async () => {
    const connectStore = async () => {
      await openDashboard(page, '/brand/dashboard/connect-store')
      await page.getByLabel('Store URL').fill(DEMO_SHOP)
      await page.locator('input[name=mode][value=token]').check()
      await page.locator('input[name=accessToken]').fill('shpat_of_the_demo')
      await page.locator('input[name=apiSecret]').fill('secret-of-the-demo')
      await page.getByRole('button', { name: 'Connect Store', exact: true }).click()
    }
    const store = await (await browser.newContext()).newPage()
    await store.goto(await place.storeAdmin())
    await store.getByLabel('Currency').selectOption('EUR')
    await store.getByRole('button', { name: 'Change currency' }).click()
    await store.context().close()
    await connectStore()
    await expect(page.getByText('Successfully connected Velvet Hanger and registered webhooks.')).toBeVisible()
    await expect.poll(() => db.storeProduct.count(), { timeout: 60_000 }).toBe(8)
    const bought = await db.product.findFirstOrThrow({ where: { handle: 'harbour-overshirt' } })
    expect(bought).toMatchObject({ currency: 'EUR', priceMinor: 8_900 })
  })

  await test.step('a shopper buys two, and returns one', async () => {
    const { id } = await db.product.findFirstOrThrow({ where: { handle: 'harbour-overshirt' } })
    const shopper = await browser.newContext({ baseURL: url, userAgent: PERSONS_BROWSER })
    const store = await shopper.newPage()
    await store.goto(`/go/${id}?src=product`)
    const clickId = new URL(store.url()).searchParams.get('wtf_cid')!
    await db.outboundClick.update({ where: { id: clickId }, data: { clickedAt: new Date(Date.now() - 600_000) } })
    await store.getByLabel('Quantity').fill('2')
    await store.getByRole('button', { name: 'Buy it now' }).click()
    await expect(store.getByText('is confirmed')).toBeVisible()
    await expect.poll(() => db.conversion.count({ where: { clickId } }), { timeout: 30_000 }).toBe(1)
    saleId = (await db.conversion.findFirstOrThrow({ where: { clickId } })).id
    await store.goto(await place.storeAdmin())
    await store
      .getByRole('button', { name: /Refund one/ })
      .first()
      .click()
    await shopper.close()
    await expect
      .poll(() => db.commissionEntry.count({ where: { conversionId: saleId, kind: 'adjustment' } }), {
        timeout: 30_000,
      })
      .toBe(1)
    await page.goto(`/brand/dashboard/sales/${saleId}`)
    // €89.00 including 20% tax is €74.17 before tax, or £65.68 at the demo's rate. The first bracket of the Standard
    // plan is 10%.
    await expect(main).toContainText('€74.17')
    await expect(main).toContainText('Total£6.57')
  })

  await test.step('two months later an administrator closes the month', async () => {
    await confirmDue(db, new Date(Date.now() + 31 * 86_400_000))
    await place.openLater(LATER_DAYS)
    const admin = await administrator(browser, place)
    await openDashboard(admin, '/admin/invoices')
    await admin.getByRole('link', { name: 'Close the month' }).click()
    const row = admin.getByRole('listitem').filter({ hasText: businessName })
    await expect(row).toContainText('£6.57')
    await admin.getByRole('button', { name: /^Close / }).click()
    await expect(admin.getByText(/^Month closed\./)).toBeVisible()
    await admin.context().close()
    ;({ number } = await db.invoice.findFirstOrThrow({ where: { partner: { businessName } } }))
    const { text } = await received({ smtp }, email, new RegExp(number))
    expect(text).toContain('£6.57')
  })

  await test.step('the brand reads the invoice, as a page, a PDF and an e-invoice', async () => {
    await page.context().clearCookies()
    await signIn(page, email, { at: '/brand/login' })
    await page.waitForURL('**/brand/dashboard**')
    await openDashboard(page, '/brand/dashboard/invoices')
    await page.getByRole('link', { name: number }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
    for (const said of ['Nordlicht Mode GmbH', 'DE136695976', '£6.57']) await expect(main).toContainText(said)
    const load = async (name: RegExp) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
      return readFile(await file.path())
    }
    const paper = parsePdfText(await load(/^PDF/)).join(' ')
    for (const said of [number, 'Nordlicht Mode GmbH', 'DE136695976']) expect(paper).toContain(said)
    const xml = (await load(/E-invoice/)).toString()
    checkEInvoice(xml)
    for (const said of [`>${number}<`, '>DE136695976<', 'currencyID="GBP">6.57<']) expect(xml).toContain(said)
  })

  await test.step('the payment arrives on a bank statement, and two administrators record it', async () => {
    const { payableMinor, currency } = await db.invoice.findUniqueOrThrow({ where: { number } })
    const row = `2026-11-20,${number},${toAmount(payableMinor, currency)},${currency},Nordlicht Mode GmbH\n`
    // The statement needs an outgoing row. Without one, no row is recognised as incoming, and none is ticked.
    const buffer = Buffer.from(`Date,Reference,Amount,Currency,Payer\n${row}2026-11-20,Rent,-9.00,GBP,\n`)
    const admin = await administrator(browser, place)
    await openDashboard(admin, '/admin/statements')
    await admin
      .getByLabel(/^A CSV or CAMT.053 file/)
      .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
    await admin.getByRole('button', { name: 'Upload statement' }).click()
    await expect(admin.getByRole('checkbox', { name: new RegExp(number) })).toBeChecked()
    await admin.getByRole('button', { name: 'Record 1 payment' }).click()
    await expect(admin.getByText('1 payment is waiting for a second administrator.')).toBeVisible()
    await admin.context().close()
    const second = await administrator(browser, place)
    await openDashboard(second, '/admin/approvals')
    const proposal = second.getByRole('listitem').filter({ hasText: number })
    await proposal.locator('summary').first().click()
    await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(proposal).toHaveCount(0)
    await second.context().close()
    expect(await db.conversion.findUniqueOrThrow({ where: { id: saleId } })).toMatchObject({ status: 'paid' })
    await received({ smtp }, email, /paid|received/i)
  })

  await test.step('the brand sees the invoice as paid, and its exported ledger verifies offline', async () => {
    await page.goto('/brand/dashboard/invoices')
    const [ledger] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /ledger/i })
        .first()
        .click(),
    ])
    const verified = spawnSync(process.execPath, ['scripts/ledger-verify.mjs', await ledger.path()], {
      encoding: 'utf8',
    })
    expect(verified).toMatchObject({ status: 0, stderr: '' })
    await page.goto(`/brand/dashboard/sales/${saleId}`)
    await expect(main).toContainText('Paid')
  })
})
