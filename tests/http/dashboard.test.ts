import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createClick, createPartner, createProduct, createView } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const HOME = '/brand/dashboard'
const CONNECT = '/brand/dashboard/connect-store'
const IMPORT = '/brand/dashboard/products/import'
/** An owner of a brand without a website and without an accepted plan. */
const owner = async (given: Partial<Prisma.PartnerUncheckedCreateInput> = {}) => {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, {
    businessName: `Brand ${randomBytes(6).toString('hex')}`,
    ownerId: id,
    websiteUrl: null,
    domain: null,
    createdAt: new Date('2020-01-01'),
    ...given,
  })
  return { partner, visitor: await shop.visitorAs(id) }
}

describe('home', () => {
  test.each([0, 1])(
    'shows sales first, stock if there are products, and the next steps, with %i products',
    async (products) => {
      const { partner, visitor } = await owner()
      if (products) await createProduct(shop.db, { partnerId: partner.id })
      const home = await visitor.open(`${HOME}?period=year`)
      const figures = home.all('main dt button').map((about) => about.getAttribute('aria-label')?.replace('About ', ''))
      expect(figures.slice(0, 4)).toEqual(['Sales', 'Clicks', 'Conversion', 'Commission'])
      expect(figures.slice(4)).toEqual(products ? ['Products', 'Viewed', 'Low stock', 'Out of stock'] : [])
      expect(home.text('nav[aria-label="Time range"] [aria-current]')).toBe('Year')
      expect(home.link('Connect Store')).toBe(CONNECT)
      expect(home.link('Add website')).toBe(`${CONNECT}#website`)
      expect(home.texts('main ol li .font-medium')).toEqual([
        'Join',
        'Get approved',
        'Add your website',
        'Add your products',
        'Connect Store',
      ])
    },
  )
  test('shows an overdue invoice with a link, as Sales does', async () => {
    const { partner, visitor } = await owner()
    await createSaleAndInvoice(shop.db, partner.id)
    const home = await visitor.open(HOME)
    const number = `N-${partner.id}`
    expect(home.text('main .notice')).toContain(`Invoice ${number} is overdue: £5.00. It was due on`)
    expect(home.link('Open the invoice')).toBe(`/brand/dashboard/invoices/${partner.id}`)
    const sales = await visitor.open(`${HOME}/sales`)
    const processing = sales.texts('main dl dt').findIndex((name) => name.startsWith('Processing'))
    expect(sales.texts('main dl dt')[processing + 1]).toMatch(
      new RegExp(`^OverdueIncluded in Processing. Invoice ${number} was due on`),
    )
    expect(sales.texts('main dl dd')[processing + 1]).toBe('£5.00')
    expect(sales.link('Overdue')).toBe(`/brand/dashboard/invoices/${partner.id}`)
    expect(sales.text()).toContain('Next payout dateFor sales confirmed this month')
    // An order has arrived, so the store is connected in some way.
    expect(home.texts('main ol li .sr-only').at(-1)).toBe(', done')
  })
  test('shows a rejected partner no figures, and only possible steps', async () => {
    const { visitor } = await owner({ verificationStatus: 'rejected' })
    const home = await visitor.open(HOME)
    expect(home.texts('main dt')).toEqual([])
    expect(home.texts('main ol li .font-medium')).not.toContain('Connect Store')
  })
})

describe('a period between two dates', () => {
  const DATES = 'first=2026-11-01&last=2026-11-15'
  const summary = 'main header details summary'
  test.each([HOME, `${HOME}/analytics`, `${HOME}/analytics/demand`, `${HOME}/sales`])(
    'can be chosen on %s',
    async (path) => {
      const { visitor } = await owner()
      const page = await visitor.open(`${path}?${DATES}`)
      expect(page.text(summary)).toBe('1–15 Nov 2026')
      expect(page.text('nav[aria-label="Time range"] [aria-current]')).toBe('')
      const chosen = page.all('main header form input[type=date]').map((input) => input.getAttribute('value'))
      expect(chosen).toEqual(['2026-11-01', '2026-11-15'])
      expect((await visitor.open(`${path}?period=2026-11-01..2026-11-15`)).text(summary)).toBe('1–15 Nov 2026')
      const refused = await visitor.open(`${path}?first=2026-11-15&last=2026-11-01`)
      expect(refused.text('main header form [role=alert]')).toBe('The first date must not be after the last date.')
      expect(refused.text('nav[aria-label="Time range"] [aria-current]')).toBe('Month')
    },
  )
  test("also applies to exports, in the partner's time zone", async () => {
    const { partner, visitor } = await owner({ timeZone: 'Europe/Berlin' })
    const product = await createProduct(shop.db, { partnerId: partner.id })
    for (const clickedAt of [
      '2026-10-31T22:59:59Z',
      '2026-10-31T23:00:00Z',
      '2026-11-15T22:59:59Z',
      '2026-11-15T23:00:00Z',
    ])
      await createClick(shop.db, product, { clickedAt: new Date(clickedAt) })
    await createView(shop.db, product, { viewedAt: new Date('2026-11-05') })
    await createSaleAndInvoice(shop.db, partner.id)
    await shop.db.conversion.update({
      where: { id: partner.id },
      data: { orderedAt: new Date('2026-11-15T22:59:59Z') },
    })
    const analytics = await visitor.open(`${HOME}/analytics?${DATES}`)
    const days = await visitor.ask(analytics.link('Export') ?? '')
    expect(days.headers.get('content-disposition')).toContain('analytics-2026-11-01-to-2026-11-15.csv')
    const rows = (await days.text()).trim().split(/\r?\n/).slice(1)
    expect(rows).toHaveLength(15)
    expect(rows.map((row) => Number(row.split(',').at(-1)))).toEqual([1, ...Array<number>(13).fill(0), 1])
    const sales = await visitor.open(`${HOME}/sales?${DATES}`)
    const file = await visitor.ask(sales.link('Export') ?? '')
    expect(file.headers.get('content-disposition')).toContain('sales-2026-11-01-to-2026-11-15.csv')
    expect(await file.text()).toContain('#1,')
    const before = await visitor.open(`${HOME}/sales?first=2026-11-01&last=2026-11-14`)
    expect(await (await visitor.ask(before.link('Export') ?? '')).text()).not.toContain('#1,')
  })
})

test('emails about sales can be changed in the settings', async () => {
  const { visitor } = await owner()
  const path = `${HOME}/settings/notifications`
  const page = await visitor.open(path)
  const chosen = (shown: typeof page) => shown.find('input[name=emailSales][checked]')?.getAttribute('value')
  expect(chosen(page)).toBe('daily')
  const saved = await page.press('Save', { 'Within minutes': true })
  expect(chosen(saved)).toBe('instant')
  expect(chosen(await visitor.open(path))).toBe('instant')
})

describe('connecting a store', () => {
  test.each(['pending', 'approved'] as const)('is offered to a %s partner', async (verificationStatus) => {
    const { visitor } = await owner({ verificationStatus })
    const page = await visitor.open(CONNECT)
    expect([page.hasButton('Save website'), page.link('Contact us about your products')]).toEqual([true, '/contact'])
    expect(page.link('Import your products')).toBe(IMPORT)
    expect(page.text('main')).toContain('If your store sells in another currency, we will tell you how to change yours')
    const home = await visitor.open(HOME)
    expect([home.link('Import a file'), home.link('Add a product')]).toEqual([IMPORT, '/brand/dashboard/products/new'])
  })
  test("keeps another store's products by default if an import would archive most of them", async () => {
    const { partner, visitor } = await owner()
    const { id } = await shop.db.productImport.create({
      data: {
        partnerId: partner.id,
        source: 'store',
        fileName: 'a.example',
        status: 'read',
        gone: 'keep',
        message: 'More than half of the products we imported before are missing.',
        created: 8,
        goneCount: 7,
        total: 8,
      },
    })
    const page = await visitor.open(`${IMPORT}/${id}`)
    expect(page.all('select[name=gone] option[selected]').map((option) => option.textContent)).toEqual([
      'Leave as they are',
    ])
    expect(page.hasButton('Import 8 products')).toBe(true)
    await shop.db.productImport.update({ where: { id }, data: { gone: 'archive', message: null } })
    expect((await visitor.open(`${IMPORT}/${id}`)).hasButton('Import 8 products, archive 7')).toBe(true)
  })
  test('says since when prices are not up to date after a change of currency, and imports them again', async () => {
    const { partner, visitor } = await owner({ currency: 'GBP' })
    const { id: partnerId } = partner
    const { id: connectionId, shop: fileName } = await createConnection(shop.db, partnerId, {
      currency: 'GBP',
      connectedAt: new Date('2026-11-01'),
    })
    const { id: productId } = await createProduct(shop.db, { partnerId, currency: 'EUR' })
    await shop.db.storeProduct.create({ data: { connectionId, externalId: '1', productId, updatedAt: new Date() } })
    const change = (action: string, day: string) =>
      shop.db.auditEntry.create({
        data: { action, subjectId: partnerId, at: new Date(day), data: { from: 'EUR', to: 'GBP' } },
      })
    await change('store_currency_changed', '2026-11-19')
    await change('partner_currency_changed', '2026-11-20')
    const failed = { status: 'failed', message: 'It was away.', createdAt: new Date('2026-11-21') } as const
    await shop.db.productImport.create({ data: { partnerId, connectionId, fileName, source: 'store', ...failed } })
    const panel = (page: Awaited<ReturnType<typeof visitor.open>>) => page.text('main')
    const page = await visitor.open(CONNECT)
    expect(panel(page)).toContain(
      'Your prices have not been up to date since 19 Nov 2026 00:00:00. Your currency is GBP now, but some products still have prices in another currency.',
    )
    expect(panel(page)).toContain('It was away.')
    const begun = await page.press('Import products again')
    expect(panel(begun)).toContain('We are importing your products again.')
    expect(await shop.db.productImport.count({ where: { connectionId } })).toBe(2)
    await shop.db.partner.update({ where: { id: partnerId }, data: { currency: 'EUR' } })
    const differing = await visitor.open(CONNECT)
    expect(panel(differing)).toContain('Your store sells in GBP, but you use another currency on WTF.')
    expect([differing.link('Change your currency'), differing.hasButton('Import products again')]).toEqual([
      '/brand/dashboard/settings#currency',
      false,
    ])
  })
  test('requires the website, and then proof of its domain', async () => {
    const { visitor } = await owner({ verificationStatus: 'approved' })
    const page = await visitor.open(CONNECT)
    expect([page.hasButton('Save website'), page.hasButton('Add domain')]).toEqual([true, false])
    const host = `www.brand-${randomBytes(6).toString('hex')}.example`
    const named = await page.press('Save website', { 'Website URL': `https://${host}` })
    expect([named.text('summary.link'), named.hasButton('Add domain')]).toEqual(['Change website', true])
    expect(named.hasButton('Check now')).toBe(true)
  })
  test.each(['rejected', 'suspended'] as const)('is not offered to a %s partner', async (verificationStatus) => {
    const { visitor } = await owner({ verificationStatus })
    const page = await visitor.open(CONNECT)
    expect([page.hasButton('Save website'), page.link('Contact us about your products')]).toEqual([false, null])
    expect(page.link('Contact us')).toBe('/contact')
    expect(page.link('Import your products')).toBeNull()
    expect((await visitor.open(HOME)).link('Import a file')).toBeNull()
  })
  test('welcomes only new partners, even if others open the same URL', async () => {
    const [newcomer, old, without] = [await owner(), await owner(), await owner()]
    const { id: planId } = await shop.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
    for (const [{ partner }, ago] of [
      [newcomer, 60_000],
      [old, 2 * 3_600_000],
    ] as const)
      await shop.db.partnerAgreement.create({
        data: { partnerId: partner.id, planId, termsVersion: '2026-11-21', acceptedAt: new Date(Date.now() - ago) },
      })
    const greeted = `${CONNECT}?onboarding_completed=true`
    const page = await newcomer.visitor.open(greeted)
    expect(page.heading).toBe(`Welcome, ${newcomer.partner.businessName}`)
    // This shop has no mail server.
    expect(page.text('main [role=status]')).toBe('Your account, your brand and the plan you accepted have been saved.')
    expect((await newcomer.visitor.open(CONNECT)).heading).toBe('Connect your store')
    for (const { visitor } of [old, without]) expect((await visitor.open(greeted)).heading).toBe('Connect your store')
  })
})

describe('the plan', () => {
  test('can be accepted by a partner who joined without onboarding', async () => {
    const { partner, visitor } = await owner()
    const { name, version } = await shop.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
    const accept = `Accept ${name}, version ${version}`
    let page = await visitor.open(HOME)
    expect(page.texts('section[aria-labelledby=plan] li')[0]).toMatch(/^£0 to £[\d,]+ ?\d+%$/)
    expect(page.link('terms of service')).toBe('/terms')
    page = await page.press(accept)
    expect([page.status, page.descriptionOf('I accept')]).toEqual([400, 'Please agree to the terms to continue'])
    page = await page.press(accept, { 'I accept': 'on' })
    expect([page.address, page.hasButton(accept)]).toEqual([HOME, false])
    expect(page.text()).toContain(`${name}, version ${version}, accepted on`)
    expect(await shop.db.partnerAgreement.count({ where: { partnerId: partner.id } })).toBe(1)
  })
  test('is not offered to a suspended partner', async () => {
    const { visitor } = await owner({ verificationStatus: 'suspended' })
    const page = await visitor.open(HOME)
    expect([page.text().includes('You have not accepted a plan yet.'), page.hasButton(/^Accept/)]).toEqual([
      true,
      false,
    ])
  })
})

test("only the owner can set a store's time zone, and unknown zones are rejected", async () => {
  const PROFILE = '/brand/dashboard/settings'
  const { partner, visitor } = await owner()
  const { id: userId } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.partnerMember.create({ data: { partnerId: partner.id, userId, role: 'editor' } })
  const zone = async () => (await shop.db.partner.findUniqueOrThrow({ where: { id: partner.id } })).timeZone
  const form = (timeZone: string) => ({
    method: 'POST',
    body: new URLSearchParams({
      form: 'profile',
      businessName: partner.businessName,
      email: partner.email,
      phone: '0123456789',
      country: 'DE',
      timeZone,
    }),
  })

  const edited = await visitor.open(`${PROFILE}?edit=yes`)
  expect(edited.valueOf('Time zone')).toBe('UTC')
  const saved = await edited.press('Save Changes', {
    Phone: '0123456789',
    Country: 'DE',
    'Time zone': 'Europe/Berlin',
  })
  expect(saved.texts('dd')).toContain('Europe/Berlin')
  expect(await zone()).toBe('Europe/Berlin')

  const refused = await visitor.open(`${PROFILE}?index&edit=yes`, form('Atlantis/Capital'))
  expect(refused.descriptionOf('Time zone')).toContain('Please choose a time zone from the list')
  const colleague = await shop.visitorAs(userId)
  expect((await colleague.open(`${PROFILE}?edit=yes`)).hasButton('Save Changes')).toBe(false)
  await colleague.ask(`${PROFILE}?index`, form('Asia/Tokyo'))
  expect(await zone()).toBe('Europe/Berlin')
})

test('members of a store can export all of its data from one page, and strangers cannot', async () => {
  const { partner, visitor } = await owner()
  await createProduct(shop.db, { partnerId: partner.id, name: 'Taken along' })
  const page = await visitor.open('/brand/dashboard/settings/export')
  expect(page.texts('main h2')).toEqual(['Products', 'Sales and money', 'Shoppers', 'Store profile'])
  const files = page.all('main a[download]').map((link) => link.getAttribute('href')!)
  expect(files).toHaveLength(9)
  const stranger = shop.visitor()
  for (const file of files) {
    const answer = await visitor.ask(file)
    expect([file, answer.status, answer.headers.get('content-disposition')]).toEqual([
      file,
      200,
      expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
    ])
    // The program that verifies ledgers is public.
    if (!file.endsWith('.mjs'))
      expect([file, [302, 401, 403].includes((await stranger.ask(file)).status)]).toEqual([file, true])
    const text = await answer.text()
    if (/products/.test(file)) expect(text).toContain('Taken along')
    if (file.endsWith('store.json')) expect(JSON.parse(text)).toMatchObject({ store: { id: partner.id } })
  }
  expect(page.link('Invoices (PDF)')).toBe('/brand/dashboard/invoices')
  const merchant = await stranger.ask(page.link(/Google Merchant Center/)!)
  expect([merchant.status, merchant.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
})
