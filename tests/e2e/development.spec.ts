import fs from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { invite } from '#server/invitations/invite.service.ts'
import { inviteInput } from '#server/invitations/invitations.schema.ts'
import { createMail, createPartner, createProduct, createReview, createViewer, createWishes } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { afterFirstFactor, guardedAdmin } from '#tests/setup/second-factor.ts'
import { freePort, spawnShop, type ShopProcess } from '#tests/setup/shop-process.ts'
import { createOrderFile, createSaleAndInvoice } from '#tests/setup/sales.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { chromiumOptions } from '../../scripts/chromium.ts'
import { newEmail } from './accounts.ts'
import { everyAdminPage } from './admin/every-page.ts'
import { expect, OWN_ENV, reopen, test as ownTest } from './own-shop.ts'
import { everyPage } from './shopper/every-page.ts'

// React reports most mistakes only in development, so this opens every page there once and expects no warnings.

/** Output that is no warning: the indented lines of the start message, information logs, and reloads of saved files. */
const IS_NO_WARNING = /^$|^ {2}\S|^\{"level":30,|(hmr update|page reload) /

const ROUTES = path.resolve(import.meta.dirname, '../../app/routes')

let shop: ShopProcess | undefined
let url = ''
const printed: string[] = []
/** The routes of all pages visited so far, by all tests. */
const walked = new Set<string>()

const test = ownTest.extend({
  baseURL: async ({}, use) => use(url),
  errors: async ({ page }, use) => {
    const warnings: string[] = []
    const warn = (text: string) => warnings.push(`${page.url().slice(url.length)}: ${text}`)
    page.on('console', (message) => {
      const text = message.text()
      // The status of the page itself. Some pages are missing, refused or closed on purpose.
      const isStatus = /status of (403|404|503)/.test(text) && message.location().url === page.url()
      // The browser reports this if a page stays open for seconds, which happens only on slow machines.
      const isEarly = /was preloaded using link preload but not used/.test(text)
      if (['warning', 'error'].includes(message.type()) && !isStatus && !isEarly) warn(text)
    })
    page.on('pageerror', ({ message }) => warn(message))
    await use(warnings)
    expect(warnings).toEqual([])
  },
})

test.describe.configure({ mode: 'serial', timeout: 300_000 })

const options = chromiumOptions()
// Pictures are disabled, because drawing them all takes longer than the test and causes no warnings. `page.route` could
// also block them, but it switches off the cache, so each page would load all its modules again.
test.use({ launchOptions: { ...options, args: [...options.args, '--blink-settings=imagesEnabled=false'] } })

test.beforeAll(async ({ ownShop: { dataDir } }) => {
  // Start as in a fresh clone, where Vite has to find the packages that pages need.
  await fs.rm(path.join(dataDir, 'vite'), { recursive: true, force: true })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const keep = (line: string) => !IS_NO_WARNING.test(line) && printed.push(line)
  shop = spawnShop(dataDir, keep, { NODE_ENV: 'development', PORT: String(port), SITE_URL: url, ...OWN_ENV })
  await shop.address
})

test.afterEach(() => expect(printed.splice(0)).toEqual([]))

test.afterAll(async ({ ownShop }) => {
  await shop?.stop()
  await reopen({ ownShop })
})

/**
 * Opens each page, and stays until it is hydrated and has loaded its data. If a page was loaded in full before,
 * navigates to it in the browser, with other parameters.
 */
async function walk(page: Page, addresses: string[]): Promise<void> {
  const loaded = new Set<string>()
  for (const address of addresses) {
    const [pathname = ''] = address.split('?')
    if (loaded.has(pathname)) await page.evaluate(goWithin, address)
    else await page.goto(address)
    loaded.add(pathname)
    const isAlive = () =>
      Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber'))
    await page.waitForFunction(isAlive)
    await page.waitForLoadState('networkidle')
    for (const route of await page.evaluate(() => Object.keys(Reflect.get(window, '__remixRouteModules') as object)))
      walked.add(route)
  }
}

const goWithin = (address: string) =>
  (Reflect.get(window, '__remixRouter') as { navigate: (to: string) => Promise<void> }).navigate(address)

const keepCookies = (context: BrowserContext, { cookies }: TestVisit) =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))

async function enterAs(context: BrowserContext, db: Db, userId: string): Promise<void> {
  await keepCookies(context, (await signedIn(db, userId, { visit: createVisit({ siteUrl: url }) })).visit)
}

async function closeSite(page: Page, db: Db, state: 'coming_soon' | 'maintenance'): Promise<void> {
  await setSiteState({ db, visit: null, viewer: null }, { state })
  await expect.poll(async () => (await page.request.get('/ranking')).status()).toBe(503)
}

test('visitor pages log no warnings', async ({ page, db }) => {
  const { id: productId } = await findTypicalProduct(db)
  const { id: unverifiedId } = await createProduct(db, {
    partnerId: (await createPartner(db)).id,
    productUrl: 'https://evil.example/p',
  })
  await walk(page, [
    ...Object.values(await everyPage(db)),
    '/shop/nowhere',
    `/go/${unverifiedId}`,
    `/wishlist/toggle?productId=${productId}`,
    '/orders',
    '/offline',
    '/settings/closed',
    '/settings/closed/export?token=junk',
    '/waitlist/confirm?token=junk',
    '/waitlist/unsubscribe?token=junk',
    '/wishlist/unsubscribe?token=junk',
    '/login?error=too-late',
    '/signup',
    '/logout',
    '/forgot-password',
    '/brand/login',
    '/brand/signup',
    '/auth/callback?error=access_denied',
    '/auth/magic',
    '/auth/magic?token=junk',
    '/auth/reset-password?token=junk',
    '/auth/sign-up',
    '/auth/sign-up?token=junk',
    '/partners/onboarding',
    '/partners/onboarding?token=junk&email=junk',
    '/partners/onboarding/confirmed?token=junk',
  ])
})

test('shopper pages log no warnings', async ({ page, context, db }) => {
  const { id: productId, partnerId } = await findTypicalProduct(db)
  const { id: userId } = await createAccount(db)
  const [wish] = await createWishes(db, userId, [productId])
  const { id: searchId } = await db.savedSearch.create({
    data: { userId, list: '/discover?all=true', name: 'Everything', meaning: [], feedToken: `walked-${userId}` },
  })
  const sold = await createProduct(db, { partnerId: (await createPartner(db)).id })
  const twin = await createProduct(db, { partnerId: (await createPartner(db)).id })
  const [one, other] = [sold.id, twin.id].sort()
  await db.itemMatch.create({ data: { productId: one!, otherId: other!, way: 'look' } })
  await db.shopperSizes.create({ data: { userId, sizes: { measures: { chest: 960 }, garments: [], unit: 'cm' } } })
  await enterAs(context, db, userId)
  await walk(page, [
    '/',
    '/discover?all=true',
    `/product/${productId}`,
    `/product/${productId}/size`,
    `/product/${sold.id}/stores`,
    `/product/${sold.id}/stores/${twin.id}`,
    '/my-size/measures',
    '/my-size/list?all=true',
    '/new-in',
    `/new-in/${searchId}`,
    '/new-in/save?list=%2Fdiscover%3Fcategory%3Ddresses',
    '/wishlist',
    `/wishlist/items/${wish!.id}`,
    '/wishlist/import',
    '/wishlist/lookbook',
    '/for-you',
    '/stores?favourites=true',
    '/brands?letter=a',
    '/orders',
    '/contact',
    '/support',
    '/settings',
    '/settings?edit=profile',
    '/settings?edit=email',
    '/settings?edit=password',
    '/settings/preferences',
    '/settings/search',
    '/settings/notifications',
    '/settings/privacy',
    '/settings/wishlist',
    '/settings/reviews',
    '/settings/assistants',
    `/brand/${partnerId}/feedback`,
    '/logout',
    '/auth/verify-email?token=junk',
    '/auth/change-email?token=junk',
    '/admin',
  ])
  await db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } })
  await walk(page, ['/auth/again'])
})

test('partner pages and the sign-up for partners log no warnings', async ({ page, context, db }) => {
  const admin = await createViewer(db, { role: 'admin' })
  const { link } = await invite(
    { db, visit: createVisit({ siteUrl: url }), viewer: admin },
    inviteInput.parse({ email: newEmail('invited'), businessName: newEmail('brand'), contactPerson: 'Ina Invited' }),
  )
  await walk(page, [link])
  await page.getByRole('button', { name: 'Debug Fill' }).click()
  for (const step of [2, 3, 4]) await walk(page, [`/partners/onboarding?step=${step}`])
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = { ownerId, websiteUrl: null, verificationStatus: 'pending' as const, domain: null }
  const { id: partnerId } = await createPartner(db, partner)
  const { id: productId } = await createProduct(db, { partnerId })
  const { id: importId } = await db.productImport.create({
    data: { partnerId, source: 'file', fileName: 'autumn.csv', status: 'read', format: 'wtf', total: 0 },
  })
  await createSaleAndInvoice(db, partnerId)
  const { id: reviewId } = await createReview(db, { partnerId, productId, status: 'approved' })
  const { id: fileId } = await createOrderFile(db, partnerId)
  await enterAs(context, db, ownerId)
  await walk(page, [
    '/brand/dashboard',
    '/brand/dashboard/connect-store?onboarding_completed=true',
    '/brand/dashboard/products',
    '/brand/dashboard/products/new',
    `/brand/dashboard/products/${productId}`,
    '/brand/dashboard/activity',
    '/brand/dashboard/products/import',
    `/brand/dashboard/products/import/${importId}`,
    '/brand/dashboard/products/export',
    '/brand/dashboard/products/sizes',
    '/brand/dashboard/products/sizes/new',
    '/brand/dashboard/storefront',
    '/brand/dashboard/storefront?edit=heroTitle',
    '/brand/dashboard/storefront/preview',
    '/brand/dashboard/promotions',
    '/brand/dashboard/team',
    '/brand/dashboard/help',
    '/brand/dashboard/help/pause',
    '/brand/dashboard/invoices',
    `/brand/dashboard/invoices/${partnerId}`,
    '/brand/dashboard/sales',
    '/brand/dashboard/analytics',
    '/brand/dashboard/analytics?show=traffic',
    '/brand/dashboard/analytics/demand',
    '/brand/dashboard/feedback',
    `/brand/dashboard/feedback/review-${reviewId}`,
    `/brand/dashboard/sales/${partnerId}`,
    '/brand/dashboard/connect-store/approved?success=1&user_id=unknown',
    '/brand/dashboard/connect-store/api',
    '/brand/dashboard/connect-store/webhooks',
    '/brand/dashboard/connect-store/files',
    `/brand/dashboard/connect-store/files/${fileId}`,
    ...['', '/store', '/notifications', '/security', '/billing', '/usage', '/integrations', '/export', '/display'].map(
      (tab) => `/brand/dashboard/settings${tab}`,
    ),
    `/appeal/product/${productId}`,
    '/partners/team',
    '/partners/unsubscribe?token=junk',
  ])
})

test('administrator pages log no warnings', async ({ page, context, db }) => {
  const { user } = await guardedAdmin(db)
  await keepCookies(context, await afterFirstFactor(db, user.email, '/admin', createVisit({ siteUrl: url })))
  await walk(page, ['/second-factor', '/second-factor?by=recovery'])
  await enterAs(context, db, (await createAccount(db, { role: 'admin' })).id)
  const mail = await createMail(db, { toAddress: newEmail() })
  await walk(page, ['/', ...(await everyAdminPage(db)), `/admin/outbox/${mail.id}`, '/settings/second-factor'])
})

test('every page route has been visited', async () => {
  const pages: string[] = []
  for (const file of await fs.readdir(ROUTES)) {
    // Skip second addresses of another page, which only re-export it.
    const isPage = (await fs.readFile(path.join(ROUTES, file), 'utf8')).includes('\nexport default ')
    if (isPage) pages.push(`routes/${path.parse(file).name}`)
  }
  expect(pages.filter((route) => !walked.has(route))).toEqual([])
})

test('the screens of a closed site log no warnings', async ({ page, context, db }) => {
  await closeSite(page, db, 'coming_soon')
  await walk(page, ['/', '/terms', '/waitlist', '/waitlist/confirm?token=junk', '/auth/reset-password?token=junk'])
  await closeSite(page, db, 'maintenance')
  await walk(page, ['/', '/nowhere', '/privacy', '/waitlist/unsubscribe?token=junk', '/offline'])
  await walk(page, [`/ranking?admin=true&secret=${OWN_ENV.ADMIN_BYPASS_SECRET}`])
  await context.clearCookies()
  await enterAs(context, db, (await createAccount(db, { role: 'admin' })).id)
  await walk(page, ['/', '/admin'])
})
