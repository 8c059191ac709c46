import type { Page } from '@playwright/test'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const CLOSE = 'You can always install later from your browser menu'

/** Opens the page, with the install script loaded and hydrated. */
async function open(page: Page, path = '/about-wtf'): Promise<void> {
  await page.clock.install()
  // Detects that React has rendered the prompts. They then listen for visibility changes and start to count the
  // seconds.
  await page.addInitScript(() => {
    const listen = document.addEventListener
    document.addEventListener = (...args: Parameters<typeof listen>) => {
      if (args[0] === 'visibilitychange') document.documentElement.dataset.alive = 'install-prompts'
      listen.apply(document, args)
    }
  })
  await page.goto(path)
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(page.locator('html[data-alive=install-prompts]')).toBeAttached({ timeout: 100 })
  }).toPass()
  // Let the prompts set their timers.
  await page.clock.runFor(100)
}

/** Marks this browser as one that has viewed a product. */
const hasSeenProduct = (page: Page) =>
  page.addInitScript(() => {
    const seen = { id: '1', name: 'Coat', image: null, price: '$1', brand: 'House', viewedAt: '2026-01-01T00:00:00Z' }
    localStorage.setItem('wtf-recently-viewed', JSON.stringify([seen]))
  })

/** Dispatches Chromium's install event; `window.answer` is the user's choice. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = 'asked'
        return { outcome: 'accepted' }
      },
    })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
const card = (page: Page) => page.getByRole('region', { name: 'Install WTF' })

test.describe('on a desktop', () => {
  test("the card appears 30 seconds after the browser's offer, and installs the app", async ({ page }) => {
    await open(page)
    expect(await offer(page)).toBe(true)
    await page.clock.runFor(29_500)
    await expect(card(page)).toHaveCount(0)
    await page.clock.runFor(1_000)
    await expect(card(page)).toBeVisible()
    await card(page).getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page).toHaveTitle('asked')
    await expect(card(page)).toHaveCount(0)
  })

  test('the card never comes back once it is dismissed', async ({ page }) => {
    await open(page)
    await offer(page)
    await page.clock.runFor(30_500)
    await card(page).getByRole('button', { name: 'Later' }).click()
    await expect(card(page)).toHaveCount(0)
    await open(page)
    await offer(page)
    await page.clock.runFor(90_000)
    await expect(card(page)).toHaveCount(0)
  })

  test('the card is not shown unless the browser offers to install', async ({ page }) => {
    await open(page)
    await page.clock.runFor(120_000)
    await expect(card(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('on Android', () => {
  test.use({ ...PHONE, userAgent: PIXEL })

  test('the tutorial appears once when the visitor is idle, and works by keyboard', async ({ page }) => {
    await hasSeenProduct(page)
    await open(page)
    await page.clock.runFor(6_000)
    await page.keyboard.press('Shift')
    await page.clock.runFor(6_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'WTF, home' }).first().focus()
    await page.clock.runFor(20_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(9_500)
    const tutorial = page.getByRole('dialog')
    await expect(tutorial.getByRole('heading', { name: 'Open browser menu' })).toBeVisible()
    await expect(tutorial.getByText(CLOSE)).toBeVisible()
    await expect(tutorial.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await tutorial.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(tutorial.getByRole('heading', { name: 'Add to Home screen' })).toBeVisible()
    await tutorial.getByRole('button', { name: 'Why Install?' }).click()
    for (const benefit of ['Lightning Fast', 'Works Offline', 'Native Experience', 'Secure & Private'])
      await expect(tutorial.getByRole('heading', { name: benefit })).toBeVisible()
    await expect(tutorial.getByText('Why Install the App?')).toBeVisible()
    await tutorial.getByRole('button', { name: 'Back to Tutorial' }).click()
    await tutorial.getByRole('button', { name: 'Next' }).click()
    await expect(tutorial.getByRole('heading', { name: 'Install', exact: true })).toBeVisible()
    await tutorial.getByRole('button', { name: 'Previous' }).click()
    await tutorial.getByRole('button', { name: 'Next' }).click()
    await tutorial.getByRole('button', { name: 'Got It!' }).click()
    await expect(tutorial).toHaveCount(0)
    await open(page)
    await page.clock.runFor(10_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('a visitor who has not viewed a product gets no tutorial', async ({ page }) => {
    await open(page)
    await page.clock.runFor(60_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('the card waits until the tutorial is closed', async ({ page }) => {
    await hasSeenProduct(page)
    await open(page)
    await offer(page)
    await page.clock.runFor(9_500)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(card(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.clock.runFor(1_500)
    await expect(card(page)).toBeVisible()
  })

  test('nothing is shown inside another app or in the installed app', async ({ browser, baseURL }) => {
    for (const more of [{ userAgent: PIXEL.replace('Pixel 9)', 'Pixel 9; wv)') }, { isStandalone: true }]) {
      const { isStandalone, ...options } = { isStandalone: false, ...more }
      const context = await browser.newContext({
        ...PHONE,
        userAgent: PIXEL,
        ...options,
        baseURL: baseURL!,
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      if (isStandalone)
        await page.addInitScript(() => {
          Object.defineProperty(navigator, 'standalone', { value: true })
        })
      await hasSeenProduct(page)
      await open(page)
      await page.clock.runFor(20_000)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await context.close()
    }
  })
})

test.describe('on an iPhone', () => {
  test.use({ ...PHONE, userAgent: IPHONE })

  test('the card appears after 60 seconds with the first steps, and leads to the tutorial', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('wtf-install-tutorial-shown', 'yes'))
    await open(page)
    await page.clock.runFor(59_000)
    await expect(card(page)).toHaveCount(0)
    await page.clock.runFor(1_500)
    await expect(card(page).getByRole('listitem')).toHaveText(['Tap share', 'Choose Add to Home Screen'])
    await card(page).getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Tap Share' })).toBeVisible()
  })

  test('the tutorial is also shown without browser storage, once per visit', async ({ page, db }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    await open(page, `/product/${(await findTypicalProduct(db)).id}`)
    await page.clock.runFor(9_500)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'WTF, home' }).first().click()
    await page.clock.runFor(20_000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
