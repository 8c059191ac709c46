import fs from 'node:fs'
import path from 'node:path'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { activeTab } from '#app/features/shell/active-tab.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { ADDRESSES, addressAt, pageAt, patternsWith, workerRules } from '#server/site/addresses.ts'
import { FRAMES, PAGE_PARAMETERS } from '#server/site/addresses.values.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { pagesOf } from '#tests/attack/world.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { handlingOf } from './service-worker/rules.js'

const SITE = 'https://wtf.example'
const database = useTestDatabase()
let rendered = 0
const shop = useTestShop(database, async ({ url }, { gate }) => {
  if (!gate) rendered++
  return new Response(url.slice(new URL(url).origin.length), { headers: { 'content-type': 'text/html' } })
})
const set = (state: 'live' | 'coming_soon' | 'maintenance') =>
  setSiteState({ db: database.db, visit: null, viewer: null }, { state })

/** For each URL: who its page is rendered for, whether it is open, which forms it accepts, caching, and its tab. */
const EXPECTED = `
  /                             everybody  closed         ours       page   home
  /home                         everybody  closed         ours       page   home
  /about                        everybody  closed         ours       page   -
  /about-wtf                    everybody  closed         ours       page   -
  /features                     everybody  closed         ours       page   -
  /offline                      everybody  open           ours       page   -
  /ranking                      everybody  closed         ours       page   -
  /contact                      everybody  before-launch  ours       page   -
  /terms                        everybody  open           ours       page   -
  /privacy                      everybody  open           ours       page   -
  /reviews-policy               everybody  closed         ours       page   -
  /early-access                 everybody  closed         ours       page   -
  /discover                     everybody  closed         ours       page   search
  /shop                         everybody  closed         ours       page   -
  /shop/brand/x                 everybody  closed         ours       page   -
  /product/x                    everybody  closed         ours       page   -
  /partner/x                    everybody  closed         ours       page   -
  /brand/x                      everybody  closed         ours       page   -
  /support                      everybody  closed         ours       page   -
  /support/orders               everybody  closed         ours       page   -
  /brand/signup                 one        before-launch  ours       page   -
  /login                        one        closed         ours       page   login
  /signup                       one        closed         ours       page   -
  /logout                       one        open           ours       page   -
  /forgot-password              one        before-launch  ours       page   -
  /reset-password               one        before-launch  ours       page   -
  /verify-email                 one        before-launch  ours       page   -
  /second-factor                one        open           ours       page   -
  /auth/callback                one        open           anybody    alone  -
  /auth/change-email            one        open           ours       alone  -
  /auth/magic                   one        open           ours       alone  -
  /auth/reset-password          one        open           ours       alone  -
  /auth/sign-up                 one        open           ours       alone  -
  /auth/verify-email            one        open           ours       alone  -
  /admin                        one        closed         ours       page   -
  /admin/outbox                 one        closed         ours       page   -
  /admin/outbox/x               one        closed         ours       page   -
  /admin/partners               one        closed         ours       page   -
  /admin/partners/x             one        closed         ours       page   -
  /admin/partners/invite        one        closed         ours       page   -
  /admin/tickets                one        closed         ours       page   -
  /admin/tickets/x              one        closed         ours       page   -
  /admin/waitlist               one        closed         ours       page   -
  /admin/waitlist.csv           one        closed         ours       page   -
  /admin/bypass                 one        closed         ours       page   -
  /go/x                         one        open           ours       alone  -
  /partners/platform            one        open           ours       alone  -
  /orders                       one        closed         ours       page   -
  /settings                     one        before-launch  ours       page   account
  /settings/notifications       one        before-launch  ours       page   account
  /settings/preferences         one        before-launch  ours       page   account
  /settings/privacy             one        before-launch  ours       page   account
  /settings/search              one        before-launch  ours       page   account
  /settings/second-factor       one        before-launch  ours       page   account
  /settings/closed              one        before-launch  ours       page   account
  /settings/export              one        before-launch  ours       alone  account
  /stores                       everybody  closed         ours       page   -
  /brands                       everybody  closed         ours       page   -
  /waitlist                     one        before-launch  ours       page   -
  /waitlist/confirm             one        before-launch  ours       page   -
  /waitlist/join                one        before-launch  ours       page   -
  /waitlist/unsubscribe         one        open           one-click  page   -
  /feedback/unsubscribe         one        open           one-click  page   -
  /brand/dashboard/feedback     one        before-launch  ours       page   -
  /wishlist                     one        closed         ours       page   wishlist
  /wishlist/export              one        closed         ours       alone  -
  /wishlist/import              one        closed         ours       page   -
  /wishlist/shared/x            one        closed         ours       page   -
  /wishlist/sharing             one        closed         ours       page   -
  /wishlist/toggle              one        closed         ours       page   -
  /display                      one        open           ours       page   -
  /__manifest?p=%2Fa&version=1  everybody  open           ours       page   -
  /healthz                      server     open           ours       alone  -
  /readyz                       server     open           ours       page   -
  /img/a/320.webp               server     open           ours       page   -
  /seen/x                       server     open           ours       alone  -
  /searched                     one        closed         anybody    alone  -
  /searched/x                   server     open           ours       alone  -
  /sitemap.xml                  server     closed         ours       alone  -
  /sitemap-pages.xml            server     closed         ours       alone  -
  /sitemap-product-1.xml        server     closed         ours       alone  -
  /robots.txt                   server     open           ours       alone  -
  /.well-known/security.txt     server     open           ours       page   -
  /security.txt                 server     open           ours       page   -
  /.well-known/change-password  server     open           ours       page   -
  /sw.js                        server     open           ours       alone  -
  /trpc/catalogue.trending      server     closed         ours       alone  -
  /nowhere                      one        closed         ours       page   -
  /ABOUT                        one        closed         ours       page   -
  /terms/                       everybody  open           ours       page   -
  /terms/x                      one        closed         ours       page   -
  /terms.data                   everybody  open           ours       page   -
  /product/x.data               everybody  closed         ours       page   -
  /settings.data                one        before-launch  ours       page   -
`

const keptFor = async (path: string) => {
  rendered = 0
  for (let n = 0; n < 2; n++) await shop.ask(path)
  return ['server', 'everybody', 'one'][rendered]
}
const isClosed = async (path: string, state: 'coming_soon' | 'maintenance') => {
  await set(state)
  return (await shop.ask(path)).status === 503
}
const openWhen = async (path: string) => {
  const [soon, maintenance] = [await isClosed(path, 'coming_soon'), await isClosed(path, 'maintenance')]
  return soon ? 'closed' : maintenance ? 'before-launch' : 'open'
}
const isRefused = async (path: string) =>
  (await shop.ask(path, { origin: 'https://evil.example' }, { method: 'POST', body: 'a=b' })).status === 403
const formsOf = async (path: string) =>
  !(await isRefused(path)) ? 'anybody' : (await isRefused(`${path}?token=x`)) ? 'ours' : 'one-click'
const workerOf = (path: string) =>
  handlingOf({ method: 'GET', mode: 'navigate', url: `${SITE}${path}` }, SITE, workerRules()) ?? 'alone'

describe('an address', () => {
  beforeEach(() => set('live'))
  test.each(
    EXPECTED.trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/) as [string, ...string[]]),
  )('%s: cached for %s, %s, forms of %s, offline %s, tab %s', async (path, ...expected) => {
    expect([
      await keptFor(path),
      await openWhen(path),
      await formsOf(path),
      workerOf(path),
      activeTab(path, '') ?? '-',
    ]).toEqual(expected)
  })
})

const root = path.resolve(import.meta.dirname, '../..')
const routes = pagesOf(flatRoutes(path.join(root, 'app'))).pages

/**
 * Returns the patterns of a route: '/support/:topic?' stands for two URLs, and '/*' matches what no other route
 * matches.
 */
const patternsOf = (page: string) =>
  page === '/*'
    ? []
    : [page.replace(/\/:\w+\?/g, ''), page.replaceAll('?', '')].map((pattern) => pattern.replace(/:\w+/g, '*'))

describe('the table of addresses', () => {
  const pages = new Set(routes.flatMap(patternsOf))
  test('has exactly one row for every route of app/routes', () => {
    const rows = patternsWith(({ by }) => by === undefined)
    expect([...pages].filter((pattern) => !rows.includes(pattern))).toEqual([])
    expect(rows.filter((pattern) => !pages.has(pattern))).toEqual([])
  })
  test('has exactly one row for every route of server/http', () => {
    // Converts '/:file{sitemap.*}' to '/sitemap*'.
    const answered = new Set(
      shop.routes
        .filter((route) => !/^\/?\*$/.test(route))
        .map((route) => route.replace(/:\w+\{([a-z]+).*/, '$1*').replace(/:\w+/, '*')),
    )
    const addressOf = (route: string) => route.replaceAll('*', 'x')
    expect([...answered].filter((route) => addressAt(addressOf(route)) === undefined)).toEqual([])
    const matched = new Set([...answered].map((route) => addressAt(addressOf(route))))
    expect(patternsWith((row) => row.by === 'server' && !matched.has(row))).toEqual([])
  })
  test('has a row for every static file', () => {
    const files = fs.readdirSync(path.join(root, 'public'), { recursive: true, withFileTypes: true })
    const served = files
      .filter((file) => file.isFile())
      .map((file) => `/${path.relative(path.join(root, 'public'), path.join(file.parentPath, file.name))}`)
    expect(served.filter((file) => addressAt(file)?.by !== 'files')).toEqual([])
    expect(served.length).toBeGreaterThan(10)
  })
  // These parameters are names of tabs.
  const TABBED: Record<string, string> = {
    settings: paths.settings('search'),
    storeSettings: dashboardPaths.storeSettings('store'),
  }
  test('has a row for the result of every link builder', () => {
    const links = Object.entries({ ...paths, ...dashboardPaths, ...adminPaths }).map(
      ([name, write]) => TABBED[name] ?? (write as (...given: unknown[]) => string)('x', 320, 'webp'),
    )
    expect(links.filter((link) => addressAt(new URL(link, SITE).pathname) === undefined)).toEqual([])
  })
  test('has a row for every URL with a page frame', () => {
    const known = (pattern: string) =>
      pattern in ADDRESSES || patternsWith(() => true).some((row) => isBelow(row, pattern))
    expect(Object.keys(FRAMES).filter((pattern) => !known(pattern))).toEqual([])
  })
  test('lists exactly the query parameters that pages read', () => {
    const read = new Set(
      patternsWith(({ by }) => by === undefined).flatMap((pattern) => ADDRESSES[pattern]?.reads ?? []),
    )
    expect([...read].toSorted()).toEqual([...PAGE_PARAMETERS].toSorted())
  })
  test('includes no personal or disallowed pages in the sitemap', () =>
    expect(
      patternsWith(
        ({ indexed, isShared, isOffLimits }) => indexed === 'in sitemap' && (!isShared || isOffLimits === true),
      ),
    ).toEqual([]))
})

/** Whether a pattern covers a row: '/auth/magic' matches '/auth/*', and '/admin/tickets/*' matches '/admin/**'. */
const isBelow = (row: string, pattern: string) =>
  row.replace(/[^/]+$/, '*') === pattern || (pattern.endsWith('/**') && row.startsWith(pattern.slice(0, -2)))

describe('a URL without a row', () => {
  test.each([
    '/nowhere',
    '/brand/dashboard/preview',
    '/product/x/y',
    '/discover/x',
    '/auth/x',
    '/waitlist/x',
    '/about_root.data',
    // Routers match these to a different page than the spelling suggests.
    '/brand/LOGIN',
    '/brand/log%69n',
    '/ABOUT',
  ])('like %s is not cached publicly, not indexed, and closed while the site is closed', async (address) => {
    expect(pageAt(address)).toBeUndefined()
    await set('live')
    expect([await keptFor(address), (await shop.ask(address)).headers.get('x-robots-tag')]).toEqual(['one', 'noindex'])
    expect(await openWhen(address)).toBe('closed')
  })
})

describe('the X-Robots-Tag header', () => {
  test.each([
    ['/', null],
    ['/product/x', null],
    ['/discover.data', null],
    ['/img/x', null],
    ['/offline', 'noindex'],
    ['/login', 'noindex'],
    ['/settings/privacy', 'noindex'],
    ['/admin/waitlist.csv', 'noindex'],
    ['/sw.js', 'noindex'],
  ])('for %s is %s', async (address, expected) => {
    await set('live')
    expect((await shop.ask(address)).headers.get('x-robots-tag')).toBe(expected)
  })
})

describe('a shared page', () => {
  test.each([
    ['/about?q=x&page=2', '/about'],
    ['/discover?q=a&utm_source=b&page=2', '/discover?q=a&page=2'],
    ['/product/x?tab=details&q=a', '/product/x?tab=details'],
    ['/brand/x?page=2&sort=newest', '/brand/x?page=2'],
    ['/features.data?demo=a&_routes=routes%2Ffeatures&x=1', '/features.data?demo=a&_routes=routes%2Ffeatures'],
    ['/features?demo=a&_routes=b', '/features?demo=a'],
    ['/offline?from=%2Fdiscover', '/offline'],
  ])('at %s is rendered as %s', async (asked, expected) => {
    await set('live')
    expect(await (await shop.ask(asked)).text()).toBe(expected)
  })
})
