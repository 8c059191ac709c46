import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

test('does not animate on scrolling with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about-wtf')
  expect(
    await page
      .locator('.rise')
      .evaluateAll(
        (elements) =>
          elements.filter((element) => getComputedStyle(element).opacity !== '1' || element.getAnimations().length)
            .length,
      ),
  ).toBe(0)
})

test.describe('the video on /features', () => {
  const states = (page: Page) =>
    page.locator('.film-strip').evaluateAll((strips) => strips.map((strip) => strip.getAnimations()[0]?.playState))

  test('is paused at first, and can be played and paused', async ({ page }) => {
    await page.goto('/features')
    const film = page.getByRole('switch', { name: 'Play the animation' })
    await expect(film).not.toBeChecked()
    expect(await states(page)).toEqual(['paused', 'paused', 'paused'])
    await film.focus()
    await page.keyboard.press('Space')
    await expect(film).toBeChecked()
    await expect.poll(() => states(page)).toEqual(['running', 'running', 'running'])
    await page.locator('.film-control').click()
    await expect.poll(() => states(page)).toEqual(['paused', 'paused', 'paused'])
  })

  test('is an image with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/features')
    await expect(page.locator('.film-strip img').first()).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    expect(await states(page)).toEqual([undefined, undefined, undefined])
  })
})

test('the demo on /features shows results in place', async ({ page }) => {
  await page.goto('/features')
  const demo = page.locator('#demo')
  const field = demo.getByRole('searchbox')
  await demo.getByRole('link', { name: 'something warm for a rainy commute, not wool' }).click()
  await expect(page).toHaveURL(/demo=something/)
  await expect(field).toHaveValue('something warm for a rainy commute, not wool')
  await field.fill('red dress under 500 dollars')
  await field.press('Enter')
  await expect(page).toHaveURL(/demo=red/)
  await expect(demo.getByRole('list', { name: 'What we understood' }).getByRole('listitem')).toHaveText([
    'Dresses',
    'Red',
    'Under $500',
  ])
  await expect(demo).toBeInViewport()
})

async function enterStores(page: Page, db: Db, userId: string): Promise<void> {
  await enterAs(page, db, userId)
  await page.goto('/stores')
  await expect(page.getByRole('link', { name: /^Visit Store/ }).first()).toBeVisible()
}

test.describe('the partner stores', () => {
  test('can be saved and removed', async ({ page, db }) => {
    test.setTimeout(60_000)
    const { id: userId } = await createAccount(db)
    await enterStores(page, db, userId)
    const card = page.getByRole('article').first()
    const name = await card.getByRole('heading').innerText()
    const heart = card.getByRole('button', { name: /^Add to favourites: / })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Added to your favourite stores')).toBeVisible()
    expect(
      (await db.favouriteStore.findMany({ where: { userId }, include: { partner: true } })).map(
        ({ partner }) => partner.businessName,
      ),
    ).toEqual([name])
    await page.reload()
    await expect(
      page
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('button', { name: /^Add to favourites: / }),
    ).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('navigation', { name: 'Stores' }).getByRole('link', { name: 'My favourites' }).click()
    await expect(page.getByText('1 store', { exact: true })).toBeVisible()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([name])
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Add to favourites: / })
      .click()
    await expect(page.getByText('Removed from your favourite stores')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
  })

  test('revert the heart if a store cannot be saved', async ({ page, db, errors }) => {
    const { id: userId } = await createAccount(db)
    await enterStores(page, db, userId)
    await page.route('**/trpc/stores.favourite*', (route) => route.abort())
    const heart = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Add to favourites: / })
    await heart.click()
    await expect(
      page.getByText('Connection Error: Failed to update your favourite stores. Please try again.'),
    ).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    expect(await db.favouriteStore.count({ where: { userId } })).toBe(0)
    expect(errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  })

  test('ask visitors to sign in once the session has ended', async ({ page, db, context }) => {
    const { id: userId } = await createAccount(db)
    await enterStores(page, db, userId)
    const heart = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Add to favourites: / })
    await expect(heart).toBeVisible()
    await context.clearCookies()
    await heart.click()
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
  })

  test('have no serious accessibility findings', async ({ page, db }) => {
    test.setTimeout(60_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterStores(page, db, (await createAccount(db)).id)
    for (const [width, path] of [
      [360, '/stores'],
      [1280, '/stores'],
      [1280, '/stores?view=all&q=zzqxj'],
      [360, '/stores?favourites=true'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      expect([path, await axeFindings(page)]).toEqual([path, []])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
    }
  })
})
