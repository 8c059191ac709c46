import { expect, openAlive, test } from '../shop.ts'

const carousel = 'section[aria-roledescription=carousel]'
const scrolled = (element: SVGElement | HTMLElement) => element.scrollLeft

test('advances the carousel automatically until it is paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const track = page.locator(`${carousel} ul`)
  await expect(page.getByRole('button', { name: 'Pause the carousel' })).toBeVisible()
  await page.clock.fastForward(6_100)
  await expect.poll(() => track.evaluate(scrolled)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause the carousel' }).click()
  await page.getByRole('button', { name: 'Play the carousel' }).blur()
  await page.mouse.move(5, 5)
  await track.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
  await page.clock.fastForward(30_000)
  expect(await track.evaluate(scrolled)).toBe(0)
})

test('advances the carousel with its buttons by keyboard, and wraps around at both ends', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAlive(page, '/')
  const track = page.locator(`${carousel} ul`)
  await expect(page.getByRole('button', { name: 'Play the carousel' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous store' }).press('Enter')
  await expect
    .poll(() => track.evaluate((element) => element.scrollLeft >= element.scrollWidth - element.clientWidth - 4))
    .toBe(true)
  await page.getByRole('button', { name: 'Next store' }).press('Enter')
  await expect.poll(() => track.evaluate(scrolled)).toBeLessThan(4)
})

test('does not advance the carousel with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the carousel' })).toBeVisible()
  await page.clock.fastForward(60_000)
  expect(await page.locator(`${carousel} ul`).evaluate(scrolled)).toBe(0)
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  test(`shows a store and products above the fold at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    expect((await boxOf(carousel)).height).toBeLessThanOrEqual(0.45 * height)
    const store = await boxOf(`${carousel} li:nth-child(2)`)
    expect(store.x + store.width).toBeLessThanOrEqual(width)
    const picture = await boxOf('main article img')
    expect(picture.y + picture.height / 2).toBeLessThan(height)
    await expect(page.getByRole('combobox', { name: 'Search products and brands' })).toBeInViewport()
  })

test('the text of the first card aligns with the page and is not cut off at any width', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const { label, mark, lines } = await page.evaluate(() => {
      const leftOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().left
      const range = document.createRange()
      const question = document.querySelector('.hero-question')!
      range.selectNodeContents(question)
      return {
        label: leftOf('.hero-label'),
        mark: leftOf('.shop-header .home-mark'),
        lines:
          range.getBoundingClientRect().width <= question.getBoundingClientRect().width + 4 &&
          question.scrollWidth <= question.clientWidth + 4,
      }
    })
    expect([width, Math.abs(label - mark) < 1.5, lines]).toEqual([width, true, true])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const height = await page.evaluate(() => {
    const range = document.createRange()
    const text = document.createTreeWalker(document.querySelector('.hero-question')!, NodeFilter.SHOW_TEXT).nextNode()!
    range.setStart(text, 0)
    range.setEnd(text, 'Where’s'.length)
    return range.getClientRects().length
  })
  expect(height).toBe(1)
})

test('a page loads its scripts after the first paint', async ({ page }) => {
  await openAlive(page, '/')
  const { paint, scripts } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')),
  }))
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter(({ startTime }) => startTime < paint)).toEqual([])
})

test('a page that is never painted loads its scripts after its other files', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined
  })
  await openAlive(page, '/')
})
