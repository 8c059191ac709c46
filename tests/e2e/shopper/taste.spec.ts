import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { createAccount } from '#tests/setup/auth.ts'
import type { TastePool } from '#server/taste/taste-pool.shared.ts'
import { enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../shop.ts'

const SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desktop', width: 1280, height: 900 },
] as const
const KEY = 'wtf-taste'
const kept = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

/** Opens a product until the profile contains it. */
async function look(page: Page, id: string): Promise<void> {
  await page.goto(`/product/${id}`)
  await expect.poll(() => kept(page)).toContain(id)
}

/** Returns three products of different brands that have a category and an outgoing link. */
async function threeProducts(page: Page): Promise<Array<TastePool['products'][number] & { brandName: string }>> {
  const pool = (await (await page.request.get('/for-you/pool')).json()) as TastePool
  const inCategory = Map.groupBy(pool.products, ({ category }) => category ?? -1)
  const brands = new Set<number>()
  const found = []
  for (const [category, own] of inCategory) {
    const product = own.find(({ brand, name }) => !brands.has(brand) && !name.startsWith('Product '))
    if (category < 0 || own.length < 5 || !product) continue
    brands.add(product.brand)
    found.push({ ...product, brandName: pool.brands[product.brand]!.name })
    if (found.length === 3) break
  }
  return found
}

for (const { name, ...viewport } of SIZES)
  test(`on a ${name}: views, saves and store visits choose products, with reasons that can be switched off`, async ({
    page,
    context,
    db,
  }) => {
    await page.setViewportSize(viewport)
    const scripts: string[] = []
    page.on('request', (request) => /for-you-row|for-you\/pool/.test(request.url()) && scripts.push(request.url()))
    await page.goto('/', { waitUntil: 'networkidle' })
    // New visitors load none of its scripts.
    expect(scripts).toEqual([])
    await page.goto('/for-you')
    await expect(page.getByRole('heading', { name: 'No suggestions yet' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Popular with everyone' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    expect(scripts).toEqual([])

    await enterAs(page, db, (await createAccount(db)).id)
    const [looked, saved, left] = await threeProducts(page)
    await look(page, looked!.id)
    await look(page, saved!.id)
    // Wait for the response, because leaving the page earlier may lose the save.
    const saving = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
    await page
      .getByRole('button', { name: `Add to Wishlist: ${saved!.name}` })
      .first()
      .click()
    await saving
    await expect.poll(() => kept(page)).toMatch(/"savedAt":\d/)
    await look(page, left!.id)
    const store = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Shop at Partner Store' }).click()
    await (await store).close()
    await expect.poll(() => kept(page)).toMatch(/"leftAt":\d/)

    await page.goto('/for-you')
    const chosen = page.getByRole('region', { name: 'Chosen for you' })
    await expect(chosen.getByText(`From ${left!.brandName}, whose store you visited`).first()).toBeVisible()
    await expect(chosen.getByText(/^Because you (saved|clicked through to|viewed) /).first()).toBeVisible()
    // The saved product and the product whose store was visited are not shown again.
    for (const { name: gone } of [saved!, left!])
      await expect(page.getByRole('main').getByRole('link', { name: gone, exact: true })).toHaveCount(0)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

    // Turn off a single reason, then a kind of reason.
    await page
      .getByRole('button', { name: `Remove: ${left!.brandName}` })
      .last()
      .click()
    await expect(page.getByText(`From ${left!.brandName}, whose store`)).toHaveCount(0)
    await page.getByRole('switch', { name: 'Categories' }).uncheck()
    await expect(page.getByText(/^Because you /)).toHaveCount(0)
    await expect(chosen).toBeVisible()
    await page.getByRole('switch', { name: 'Categories' }).check()
    await expect(page.getByText(/^Because you /).first()).toBeVisible()

    // Read the exported file.
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    const file = JSON.parse(fs.readFileSync(await (await download).path(), 'utf8')) as {
      products: Array<{ id: string; savedAt: string | null; leftAt: string | null }>
      notWanted: Array<{ label: string }>
    }
    const isIn = (id: string) => file.products.find((product) => product.id === id)
    expect(isIn(looked!.id)).toMatchObject({ savedAt: null, leftAt: null })
    expect(isIn(saved!.id)?.savedAt).toMatch(/^\d{4}-/)
    expect(isIn(left!.id)?.leftAt).toMatch(/^\d{4}-/)
    expect(file.notWanted.some(({ label }) => label === left!.brandName)).toBe(true)

    // The home page links here.
    await page.goto('/')
    await page.getByRole('region', { name: 'For you' }).getByRole('link', { name: 'See all suggestions' }).click()
    await expect(page.getByRole('heading', { name: 'For you', level: 1 })).toBeVisible()

    // Delete everything and restore it. The wishlist is not imported again automatically.
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'No suggestions yet' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(chosen).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Your taste profile is restored.' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No suggestions yet' })).toBeVisible()
    await expect(page.getByText('Your taste profile is stored only in this browser')).toBeVisible()
    expect(await kept(page)).not.toContain('savedAt')
  })

test('records nothing when turned off, keeps or deletes the data, and can be turned on again', async ({ page }) => {
  const [first, second] = await threeProducts(page)
  await look(page, first!.id)
  await page.goto('/for-you')
  await expect(page.getByRole('region', { name: 'Chosen for you' })).toBeVisible()
  await page.getByText('Switch off', { exact: true }).click()
  await page.getByRole('button', { name: 'Keep it here' }).click()
  await expect(page.getByRole('heading', { name: 'For You is switched off' })).toBeVisible()
  const before = await kept(page)
  expect(before).toContain(first!.id)
  await page.goto(`/product/${second!.id}`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  expect(await kept(page)).toBe(before)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('region', { name: 'For you' })).toHaveCount(0)
  await page.goto('/for-you')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('region', { name: 'Chosen for you' })).toBeVisible()
  await page.getByText('Switch off', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete it', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'For You is switched off' })).toBeVisible()
  expect(JSON.parse((await kept(page))!)).toMatchObject({ isOn: false, pieces: [] })
  // Undo restores the data, but does not turn recording on.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'It is still switched off' })).toBeFocused()
  expect(JSON.parse((await kept(page))!)).toMatchObject({ isOn: false, pieces: [{ id: first!.id }] })
  // Recording that is turned on after a deletion starts fresh, so there is nothing to undo.
  await page.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('removing a row moves the focus to the next heading', async ({ page }) => {
  for (const { id } of await threeProducts(page)) await look(page, id)
  await page.goto('/for-you')
  const buttons = page.getByRole('main').locator('button').filter({ hasText: 'Not interested' })
  await expect(buttons.first()).toBeVisible()
  const label = (await buttons.first().getAttribute('aria-label'))!
  await buttons.first().click()
  await expect(
    page.locator('section').filter({ has: page.getByRole('button', { name: label, exact: true }) }),
  ).toHaveCount(0)
  await expect(page.locator('h2:focus')).toBeVisible()
})

test('a failure to load products shows a message, and can be retried', async ({ page, errors }) => {
  const [first] = await threeProducts(page)
  await look(page, first!.id)
  await page.route('**/for-you/pool', (route) => route.abort())
  await page.goto('/for-you')
  await expect(page.getByRole('heading', { name: 'Products did not load' })).toBeVisible()
  expect(errors.splice(0).every((text) => text.includes('ERR_FAILED'))).toBe(true)
  await page.unroute('**/for-you/pool')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Chosen for you' })).toBeVisible()
  // The stored data is damaged: the page starts fresh.
  await page.evaluate((key) => localStorage.setItem(key, '{"version":1,"pieces":7'), KEY)
  await page.goto('/for-you')
  await expect(page.getByRole('heading', { name: 'No suggestions yet' })).toBeVisible()
})

test('sends no part of the profile: apart from images, the server gets the same requests as without one', async ({
  browser,
  baseURL,
}) => {
  // Other tests add products and stores at the same time, so both visitors get the same recorded pages.
  const documents = new Map<string, { headers: Record<string, string>; body: Buffer }>()
  const walk = async (hasTaste: boolean) => {
    const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: 'block' })
    const page = await context.newPage()
    const [first, second] = await threeProducts(page)
    await page.goto('/offline')
    for (const product of [first!, second!]) await look(page, product.id)
    const profile = (await kept(page))!
    // The other visitor has a taste that matches no product: the pool is requested, and nothing is shown.
    if (!hasTaste)
      await page.evaluate(
        ([key, text]) => localStorage.setItem(key!, text!),
        [KEY, profile.replaceAll(/"key":"([^"]+)"/g, '"key":"x$1"')],
      )
    const asked: Array<{ url: string; method: string; body: string | null; headers: string }> = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') return
      asked.push({
        url: request.url().replace(baseURL!, ''),
        method: request.method(),
        body: request.postData(),
        headers: JSON.stringify(request.headers()),
      })
    })
    const paths = ['/for-you', '/', `/product/${first!.id}`]
    await page.route(
      ({ pathname }) => paths.includes(pathname),
      async (route) => {
        const { pathname } = new URL(route.request().url())
        if (!documents.has(pathname)) {
          const answer = await route.fetch()
          const headers = Object.fromEntries(
            Object.entries(answer.headers()).filter(([name]) => !/^content-(encoding|length)$/.test(name)),
          )
          documents.set(pathname, { headers, body: await answer.body() })
        }
        await route.fulfill(documents.get(pathname)!)
      },
    )
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.waitForTimeout(500)
    }
    const pooled = asked.filter(({ url }) => url === '/for-you/pool')
    expect(pooled.length).toBeGreaterThan(0)
    expect(pooled.filter(({ headers }) => /cookie/i.test(headers))).toEqual([])
    const words = [...new Set((JSON.parse(profile) as { pieces: Array<{ facts: Array<{ key: string }> }> }).pieces)]
      .flatMap(({ facts }) => facts.map(({ key }) => key))
      .filter((key) => key.length > 3)
    for (const { headers, body, method } of asked) {
      expect(['GET', 'HEAD']).toContain(method)
      expect(body).toBeNull()
      expect(words.filter((word) => headers.includes(word))).toEqual([])
    }
    await context.close()
    // Timing decides which links are requested together.
    const urls = asked.flatMap(({ url }) =>
      url.startsWith('/__manifest')
        ? new URL(url, baseURL).searchParams.getAll('p').map((path) => `route of ${path}`)
        : url,
    )
    return [...new Set(urls)].filter((url) => !url.startsWith('/assets/')).toSorted()
  }
  expect(await walk(true)).toEqual(await walk(false))
})
