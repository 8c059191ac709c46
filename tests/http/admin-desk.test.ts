import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const OLD = new Date('2020-01-01')
const PAGES = [
  '/admin',
  '/admin/connections',
  '/admin/site',
  '/admin/search?q=a',
  '/admin/sales',
  `/admin/sales/${newId()}`,
]

const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)
/** Creates an old brand, which lists of new brands do not show. */
const brand = () =>
  createPartner(shop.db, { businessName: `Brand ${randomBytes(6).toString('hex')}`, createdAt: OLD, domain: null })

test('only administrators see the queues and their navigation', async () => {
  const shopper = await shop.visitorAs((await createAccount(shop.db)).id)
  for (const path of PAGES) {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    const page = await shopper.open(path)
    expect([page.status, page.heading, page.all('aside nav').length]).toEqual([403, 'Access Denied', 0])
  }
})

test('the start page lists queues, overdue first, with their ages, and the navigation shows the counts', async () => {
  await shop.db.supportTicket.create({
    data: { channel: 'support', email: 'a@x.example', subject: 'Where?', description: 'Where is it?', createdAt: OLD },
  })
  const start = await (await admin()).open('/admin')
  expect(start.heading).toBe('Needs attention')
  const row = start
    .all('ul[aria-label="Needs attention"] li')
    .find((each) => /Open tickets/.test(each.textContent ?? ''))
  expect(row?.textContent).toMatch(/Overdue: oldest \d+ days ago01 Jan 2020/)
  expect(start.text('nav a[href="/admin/tickets"]')).toMatch(/^Tickets ?[\d,]+ waiting/)
  expect((await start.follow(/Open tickets/)).heading).toBe('Tickets')
})

test('an unknown page shows a message in the admin layout', async () => {
  const page = await (await admin()).open(`/admin/sales/${newId()}`)
  expect([page.status, page.heading, page.all('main').length]).toEqual([404, 'Page not found', 1])
  expect(page.text()).toContain('Sale not found.')
  expect((await page.follow('Invoices', 'nav')).heading).toBe('Invoices')
})

test('the site has a separate settings page', async () => {
  const page = await (await admin()).open('/admin/site')
  expect(page.headings).toEqual(['The site', 'System information', 'Settings'])
  const refused = await page.press('Save: Launch date (UTC)', { 'Launch date (UTC)': 'never' })
  expect([refused.address, refused.text('[role=alert]')]).toEqual(['/admin/site', expect.stringMatching(/date/i)])
})

test('a failed webhook is retried once if two administrators retry it', async () => {
  const { db } = shop
  const partner = await brand()
  const name = randomBytes(6).toString('hex')
  const { id: connectionId } = await db.shopifyConnection.create({
    data: {
      partnerId: partner.id,
      shop: `${name}.myshopify.com`,
      shopId: name,
      shopName: 'S',
      currency: 'USD',
      mode: 'token',
      keyId: 'k',
      apiVersion: 'v',
      status: 'degraded',
      statusReason: 'It does not answer.',
    },
  })
  const { id } = await db.webhookEvent.create({
    data: {
      connectionId,
      topic: 'orders/create',
      webhookId: '1',
      triggeredAt: OLD,
      receivedAt: OLD,
      payload: {},
      status: 'dead',
      attempts: 8,
      lastError: 'No such product.',
    },
  })
  const [first, second] = [await admin(), await admin()]
  const stores = await first.open('/admin/connections')
  expect(stores.text()).toContain(`${partner.businessName}${name}.myshopify.comIt does not answer.`)
  const seen = await second.open('/admin/connections?show=letters')
  const letters = await stores.follow(/^Failed webhooks/)
  const row = `li:has(input[value="${id}"])`
  expect(letters.text(row)).toMatch(/orders\/create.*tried 8 times.*No such product\./)
  expect((await letters.press('Try again', {}, row)).text('body')).toContain('The webhook is being retried.')
  expect(await db.webhookEvent.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'waiting', attempts: 0 })
  expect(await db.auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
    action: 'store_event_retried',
    data: { before: { status: 'dead', error: 'No such product.' }, after: { status: 'waiting' } },
  })
  const late = await second.open('/admin/connections?show=letters', {
    method: 'POST',
    body: new URLSearchParams({ form: `retry ${id}`, eventId: id }),
    headers: { referer: seen.url.href },
  })
  expect(late.status).toBe(409)
  expect(await db.auditEntry.count({ where: { subjectId: id } })).toBe(1)
})

test('a search leads to its result without JavaScript', async () => {
  const { db } = shop
  const partner = await brand()
  const product = await createProduct(db, { partnerId: partner.id })
  const click = await createClick(db, product)
  await createSaleAndInvoice(db, partner.id)
  await db.conversion.update({ where: { id: partner.id }, data: { clickId: click.id } })
  const start = await (await admin()).open('/admin')
  const search = await start.follow(/^Search/, 'aside')
  const found = await search.press('Search', { 'Search everything': ` ${click.id.toLowerCase()} ` })
  expect(found.headings).toEqual(['Search', 'Sales', 'Clicks'])
  const evidence = await found.follow(new RegExp(`^${click.id}`))
  expect(evidence.heading).toBe(click.id)
  expect(evidence.text()).toContain(partner.businessName)
  expect(evidence.text()).not.toContain(click.visitorId)
  const sale = await evidence.follow('Sale #1')
  expect([sale.heading, sale.text()]).toEqual(['#1', expect.stringContaining("the partner's")])
  expect((await sale.follow(partner.businessName)).heading).toBe(partner.businessName)
})

test('explains why a search has no results', async () => {
  const visitor = await admin()
  const said = async (q: string) => {
    const page = await visitor.open(`/admin/search?q=${encodeURIComponent(q)}`)
    return [page.status, page.text()]
  }
  expect(await said('wc_01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual([200, expect.stringContaining('No results for this ID.')])
  expect(await said('%')).toEqual([200, expect.stringContaining('Type a letter or a digit.')])
  expect(await said('zzqxj')).toEqual([200, expect.stringContaining("No results for 'zzqxj'.")])
  expect(await said(`zzqxj${'x'.repeat(5_000)}`)).toEqual([200, expect.stringContaining('Nothing found')])
  expect((await visitor.open('/admin/clicks/nonsense')).status).toBe(404)
})
