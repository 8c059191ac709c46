import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createAccount, expectSignedIn, signIn } from '../accounts.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { expect, test as ownTest } from '../own-shop.ts'
import { startShopProxy, type ShopProxy } from '../shop-proxy.ts'

const test = ownTest.extend<{ front: ShopProxy; unreachable: undefined }>({
  // The browser reports requests that fail offline as errors; these tests are about them.
  unreachable: [
    async ({ errors }, use) => {
      await use(undefined)
      const others = errors.filter(
        (error) =>
          !/Failed to (load resource|fetch)|ERR_INTERNET_DISCONNECTED|error occurred when fetching the script|loading route module|dynamically imported module|reading 'default'/.test(
            error,
          ),
      )
      errors.splice(0, errors.length, ...others)
    },
    { auto: true },
  ],
  front: async ({ ownShop }, use) => {
    const proxy = await startShopProxy(ownShop.url)
    await use(proxy)
    await proxy.stop()
  },
})
test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('wtf-pages-'))
    return Promise.all(
      names.map(async (name) => ({
        name,
        pages: (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      })),
    )
  })

const keptFiles = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('wtf-files')).keys()).map(({ url }) => url.slice(url.lastIndexOf('/') + 1)),
  )

/** Expects that the service worker is in control and has cached the page. */
async function expectKept(page: Page, pathname: string): Promise<void> {
  await expect
    .poll(async () => (await keptPages(page)).flatMap(({ pages }) => pages), { timeout: 30_000 })
    .toContain(pathname)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

test('Chromium offers to install the app', async ({ ownShop, playwright }, info) => {
  const { launchOptions, viewport } = info.project.use
  const profile = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-profile-'))
  // A Playwright context is a private window, where nothing can be installed.
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: viewport ?? null,
    serviceWorkers: 'allow',
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(ownShop.url)
    await expectKept(page, '/offline')
    const devtools = await context.newCDPSession(page)
    const { errors, url, data } = await devtools.send('Page.getAppManifest')
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest'])
    expect(JSON.parse(data ?? '')).toMatchObject({ short_name: 'WTF', display: 'standalone' })
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  } finally {
    await context.close()
    await fs.rm(profile, { recursive: true, force: true })
  }
})

test('works offline after one visit, and shows the age of each page', async ({ page, context, db }) => {
  const product = await findTypicalProduct(db)
  const other = await db.product.findFirstOrThrow({
    where: { status: 'active', id: { not: product.id }, partner: { verificationStatus: 'approved' } },
  })
  await page.goto('/')
  await expectKept(page, '/')
  await page.goto(`/product/${product.id}`)
  await expectKept(page, `/product/${product.id}`)
  const minutes = 20
  await page.evaluate(async (minutes) => {
    const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('wtf-pages-')) ?? '')
    const kept = await cache.match('/')
    const headers = new Headers(kept?.headers)
    headers.set('x-kept-at', new Date(Date.now() - minutes * 60_000 - 5_000).toISOString())
    await cache.put('/', new Response(await kept?.text(), { headers }))
  }, minutes)

  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(
    page.getByText('You are offline. This page is from 20 minutes ago: prices may have changed.'),
  ).toBeVisible()

  await page.goto(`/product/${other.id}`)
  await expect(page).toHaveURL(/\/offline\?from=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  const seen = page.getByRole('region', { name: 'Recently viewed' })
  await expect(seen.getByRole('listitem')).toContainText([product.name])
  await expect
    .poll(() =>
      seen
        .getByRole('img')
        .or(seen.locator('img'))
        .first()
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true)
  await expect(
    page.getByRole('region', { name: 'Pages available offline' }).getByText('Saved 20 minutes ago'),
  ).toBeVisible()
  await seen.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByText('prices may have changed')).toBeVisible()

  await page.goto(`/product/${other.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await context.setOffline(false)
  await expect(page).toHaveURL(`/product/${other.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name)
})

test('dialogs that load on demand also open offline', async ({ page, context, db }) => {
  const product = await findTypicalProduct(db)
  await page.goto('/')
  await expectKept(page, '/')
  await page.goto(`/product/${product.id}`)
  await expectKept(page, `/product/${product.id}`)
  await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/^zoom-dialog-/))
  await expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/^auth-dialog-/))
  await context.setOffline(true)

  await page.getByRole('link', { name: 'View full screen' }).click()
  const picture = page.getByRole('dialog').locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Choose Account Type')).toBeVisible()
})

test('links to the stored pages if a page is not available offline', async ({ page, context, db }) => {
  const product = await findTypicalProduct(db)
  await page.goto('/about-wtf')
  await expectKept(page, '/about-wtf')
  await page.goto(`/product/${product.id}`)
  await expectKept(page, `/product/${product.id}`)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'WTF, home' }).click()
  await expect(page).toHaveURL(/\/offline\?from=%2F$/)
  await page.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
})

test('shows the stored page if the shop stops responding', async ({ page, front }) => {
  await page.goto(`${front.url}/about-wtf`)
  await expectKept(page, '/about-wtf')
  await page.goto(`${front.url}/`)
  await expectKept(page, '/')
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete')
  await front.stop()
  // The browser still seems online, and Remix requests data that never arrives.
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveURL(`${front.url}/about-wtf`)
  await expect(
    page.getByText('We can’t connect right now. This page is from less than a minute ago: prices may have changed.'),
  ).toBeVisible({ timeout: 40_000 })
})

test('caches no account data, but caches public pages for signed-in shoppers too', async ({ page, context, db }) => {
  const { email } = await createAccount(db)
  await signIn(page, email)
  await expectSignedIn(page, email)
  await page.goto('/')
  await expectKept(page, '/')
  await page.goto('/settings')
  await expectSignedIn(page, email)
  await page.goto('/about-wtf')
  await expectKept(page, '/about-wtf')
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!/\/img\/|\.(png|woff2)$/.test(request.url))
          texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return texts.join('\n')
  })
  expect(kept).toContain('/about-wtf')
  expect(kept).not.toContain(email)
  expect(kept).not.toContain('/settings\n')
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByText('prices may have changed')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('requests each page only once, even if it bypasses the service worker', async ({ page, front }) => {
  const requested: string[] = []
  front.change = async (path) => {
    requested.push(path)
    return null
  }
  await page.goto(`${front.url}/`)
  await expectKept(page, '/')
  // A store's admin redirects to the second URL. It connects the store with a state that works only once.
  for (const path of [
    '/auth/reset-password?token=1',
    '/brand/dashboard/connect-store/approved?success=1',
    '/about-wtf',
  ]) {
    await page.goto(front.url + path, { waitUntil: 'networkidle' })
    expect(requested.filter((each) => each === path)).toHaveLength(1)
  }
})

test('switches to a new build during a visit, and shows no stale page', async ({ page, front }) => {
  let season = 'first'
  let version = ''
  front.change = async (path, text) => {
    if (path.startsWith('/sw.js'))
      return version
        ? { status: 200, body: (await text()).replace(/const VERSION = '\w+'/, `const VERSION = '${version}'`) }
        : null
    return path === '/about-wtf'
      ? { status: 200, body: (await text()).replace('<html', `<html data-season="${season}"`) }
      : null
  }
  const shown = () => page.evaluate(() => document.documentElement.dataset.season)
  const kept = () =>
    page.evaluate(async () => /data-season="(\w+)"/.exec((await (await caches.match('/about-wtf'))?.text()) ?? '')?.[1])
  await page.goto(`${front.url}/about-wtf`)
  await expectKept(page, '/about-wtf')
  expect([await shown(), await kept()]).toEqual(['first', 'first'])
  const [before] = await keptPages(page)

  season = 'second'
  version = 'aaaaaaaaaaaa'
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
  })
  // The visit continues. The old build's cache is gone, and the new build caches the current page.
  await expect
    .poll(async () => (await keptPages(page)).map(({ name }) => name), { timeout: 40_000 })
    .toEqual(['wtf-pages-aaaaaaaaaaaa'])
  expect(before?.name).not.toBe('wtf-pages-aaaaaaaaaaaa')
  expect(await shown()).toBe('first')
  await expect.poll(kept).toBe('second')
  season = 'third'
  await page.reload()
  expect(await shown()).toBe('third')
  await expect.poll(kept).toBe('third')
})

test('reloads the whole page if the new build lacks a part of it', async ({ page, front }) => {
  // The part is missing from the start, so that the worker cannot cache it.
  let isGone = true
  let isOpen = false
  front.change = async (path) => {
    if (isOpen && path === '/') isGone = false
    return isGone && path.startsWith('/assets/auth-dialog') ? { status: 404, body: 'gone' } : null
  }
  await page.goto(`${front.url}/`)
  await expectKept(page, '/')
  await page.evaluate(() => {
    ;(window as { isOld?: boolean }).isOld = true
  })
  isOpen = true
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click()
  await expect.poll(() => page.evaluate(() => (window as { isOld?: boolean }).isOld).catch(() => true)).toBeUndefined()
  await page.locator('input[role=combobox]').first().waitFor({ state: 'attached' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('shows the offline notice without covering a button', async ({ page, context, db }) => {
  const product = await findTypicalProduct(db)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 780 })
    await page.goto(`/product/${product.id}`)
    await expectKept(page, `/product/${product.id}`)
    await context.setOffline(true)
    const notice = page.locator('.offline-banner')
    await expect(notice).toBeVisible()
    const covered = () =>
      page.evaluate(() => {
        const { top, bottom } = document.querySelector('.offline-banner')!.getBoundingClientRect()
        const isHit = (element: Element) => {
          const box = element.getBoundingClientRect()
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
          if (!box.width || y < top || y > bottom) return false
          return document.elementFromPoint(x, y)?.closest('.offline-banner') !== null
        }
        const isFixed = (element: Element) => {
          for (let at: Element | null = element; at; at = at.parentElement)
            if (getComputedStyle(at).position === 'fixed') return true
          return false
        }
        const pressed = [...document.querySelectorAll('a, button')].filter((one) => !one.closest('.offline-banner'))
        const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
        return pressed.filter((one) => (isAtEnd || isFixed(one)) && isHit(one)).map(({ textContent }) => textContent)
      })
    expect([width, await covered()]).toEqual([width, []])
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect([width, await covered()]).toEqual([width, []])
    await context.setOffline(false)
  }
})

// This test is last, because the shop caches the setting for a moment.
test('removes itself and its data once it is turned off', async ({ page, front, db }) => {
  await page.goto(`${front.url}/`)
  await expectKept(page, '/')
  await db.siteSettings.update({ where: { id: 1 }, data: { offlineApp: false } })
  try {
    await expect
      .poll(async () => (await page.request.head(`${front.url}/sw.js`)).headers()['x-offline-app'])
      .toBe('off')
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration('/'))?.update()
    })
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ])
    await expect.poll(left, { timeout: 40_000 }).toEqual([0, 0])
    const asked = page.waitForResponse((response) => response.url().endsWith('/sw.js'))
    await page.goto(`${front.url}/`)
    await asked
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await left()).toEqual([0, 0])
  } finally {
    await db.siteSettings.update({ where: { id: 1 }, data: { offlineApp: true } })
  }
})
