import type { Page } from '@playwright/test'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { findingsAt } from '../axe.ts'
import { expect, openAlive, test } from '../shop.ts'

const WIDTHS = [360, 1280]
const LISTS = [
  'black linen dress for a wedding under £150 in UK 12',
  'trainers for a friend size UK 9',
  'birthday gift for my sister under £50',
  'mens jeans W32 L32',
].map((sentence) => `/discover?q=${encodeURIComponent(sentence)}`)

/** Returns the layout shifts since the page was opened, except those that the shopper caused. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are delivered two frames later.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )

for (const path of ['/', ...LISTS, '/picture-search', 'a product'])
  test(`${path} has no accessibility findings and no layout shifts`, async ({ page, db }) => {
    const address = path === 'a product' ? `/product/${(await findTypicalProduct(db)).id}` : path
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await openAlive(page, address)
      await page.evaluate(() => document.fonts.ready)
      expect([width, await shifts(page)]).toEqual([width, 0])
    }
    expect(await findingsAt(page, WIDTHS, { onlySerious: false })).toEqual([])
  })
