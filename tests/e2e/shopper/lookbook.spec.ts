import type { Page } from '@playwright/test'
import { createPartner, createProduct, createWishes } from '#tests/factories.ts'
import { createAccount, enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect, test as ownTest } from '../own-shop.ts'
import type { Db } from '#server/platform/db.ts'

const test = ownTest.extend<{ unreachable: undefined }>({
  // The browser reports requests that fail offline as errors; these tests are about them.
  unreachable: [
    async ({ errors }, use) => {
      await use(undefined)
      const others = errors.filter(
        (error) =>
          !/Failed to (load resource|fetch)|ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/.test(
            error,
          ),
      )
      errors.splice(0, errors.length, ...others)
    },
    { auto: true },
  ],
})
test.describe.configure({ mode: 'serial', timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

const LOOKBOOK = '/wishlist/lookbook'

/** Creates a shopper with a wishlist of six products with pictures and one without. */
async function createReader(db: Db): Promise<string> {
  const { id: userId } = await createAccount(db)
  const shown = await db.product.findMany({
    where: {
      status: 'active',
      partner: { verificationStatus: 'approved' },
      images: { some: { fileId: { not: null } } },
    },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 6,
  })
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const bare = await createProduct(db, { partnerId, name: 'Without a picture' })
  await createWishes(db, userId, [...shown.map(({ id }) => id), bare.id], { note: 'For the winter' })
  return userId
}

const hasTaken = (page: Page) => page.evaluate(() => caches.has('wtf-lookbook'))

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 780 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`on ${device}: is saved, opens offline, and is removed on request or at sign-out`, async ({
    page,
    context,
    db,
  }) => {
    await page.setViewportSize(viewport)
    await enterAs(page, db, await createReader(db))
    await page.goto('/wishlist')
    await page.getByRole('link', { name: 'Lookbook' }).click()
    await expect(page).toHaveURL(LOOKBOOK)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
      .toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save offline' }).click()
    await expect(page.getByRole('status').getByText(/^Saved on \d+ \w+ \d{4}, [\d.]+ [kM]B\./)).toBeVisible({
      timeout: 30_000,
    })

    await context.setOffline(true)
    await page.goto(LOOKBOOK)
    await expect(
      page.getByText(/^This is the copy you saved on .+ Its prices are from .+ and may have changed\.$/),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7)
    await expect(page.getByText('For the winter')).toHaveCount(7)
    await expect(page.getByRole('button')).toHaveCount(0)
    const pictures = await page.locator('article img').evaluateAll((all: HTMLImageElement[]) =>
      Promise.all(
        all.map(async (picture) => {
          picture.loading = 'eager'
          await picture.decode()
          return picture.naturalWidth > 0
        }),
      ),
    )
    expect(pictures).toEqual(Array(6).fill(true))
    // The page's styles were cached, too.
    expect(
      await page
        .locator('.lookbook-spread')
        .first()
        .evaluate((spread) => getComputedStyle(spread).display),
    ).toBe('grid')
    expect(await axeFindings(page)).toEqual([])

    await context.setOffline(false)
    await page.goto(LOOKBOOK)
    await page.getByRole('button', { name: 'Remove from this device' }).click()
    await expect(page.getByRole('button', { name: 'Remove from this device' })).toHaveCount(0)
    expect(await hasTaken(page)).toBe(false)
    await context.setOffline(true)
    await page.goto(LOOKBOOK)
    await expect(page).toHaveURL(/\/offline\?from=/)

    // The offline page leads back automatically.
    await context.setOffline(false)
    await expect(page).toHaveURL(LOOKBOOK, { timeout: 20_000 })
    await page.getByRole('button', { name: 'Save offline' }).click()
    await expect.poll(() => hasTaken(page), { timeout: 30_000 }).toBe(true)
    await page.goto('/logout')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Sign|Log) out$/i })
      .click()
    await expect(page).toHaveURL('/home')
    await expect.poll(() => hasTaken(page)).toBe(false)
  })

test("an incomplete download changes nothing, and another person's saved lookbook is not shown", async ({
  page,
  db,
}) => {
  const first = await createReader(db)
  await enterAs(page, db, first)
  await page.goto(LOOKBOOK)
  await page.getByRole('button', { name: 'Save offline' }).click({ timeout: 30_000 })
  await expect.poll(() => hasTaken(page), { timeout: 30_000 }).toBe(true)
  await enterAs(page, db, await createReader(db))
  await page.goto(LOOKBOOK)
  await expect(page.getByRole('button', { name: 'Save offline' })).toBeVisible()
  await expect.poll(() => hasTaken(page)).toBe(false)
  await page.evaluate(() => {
    const real = window.fetch
    let left = 3
    window.fetch = (...asked) => (left-- > 0 ? real(...asked) : Promise.reject(new TypeError('gone')))
  })
  await page.getByRole('button', { name: 'Save offline' }).click()
  await expect(
    page.getByRole('status').getByText(/^We could not download everything, so nothing was changed\./),
  ).toBeVisible()
  expect(await hasTaken(page)).toBe(false)
})

test('is removed once the session has expired and a page has loaded', async ({ page, context, db }) => {
  await enterAs(page, db, await createReader(db))
  await page.goto(LOOKBOOK)
  await page.getByRole('button', { name: 'Save offline' }).click({ timeout: 30_000 })
  await expect.poll(() => hasTaken(page), { timeout: 30_000 }).toBe(true)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 30_000 })
    .toBe(true)
  await page.goto('/about')
  expect(await hasTaken(page)).toBe(true)
  await context.clearCookies()
  await page.goto('/about')
  await expect.poll(() => hasTaken(page)).toBe(false)
})

test('prints a cover, and up to three items on each further page', async ({ page, db }) => {
  await enterAs(page, db, await createReader(db))
  await page.goto(LOOKBOOK)
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1, { timeout: 30_000 })
  const loaded = await page
    .locator('article img')
    .evaluateAll((all: HTMLImageElement[]) => all.every((picture) => picture.complete && picture.naturalWidth > 0))
  expect(loaded).toBe(true)
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(4)
  // A4, portrait.
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})
