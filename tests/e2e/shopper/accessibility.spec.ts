import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../shop.ts'
import { everyPage } from './every-page.ts'

/** So many tests share the pages, so that none of them takes long. */
const SHARES = 4

for (const width of [360, 1280]) {
  for (let share = 0; share < SHARES; share++) {
    test(`axe finds nothing serious at ${width} pixels, share ${share + 1} of ${SHARES}`, async ({ page, db, errors }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const found: string[] = []
      const pages = Object.entries(await everyPage(db)).filter((_, at) => at % SHARES === share)
      for (const [name, path] of pages) {
        await page.goto(path)
        // Of what is not laid out axe may read no styles.
        await page.locator('.rail-section').evaluateAll((sections) => sections.forEach((section) => section.setAttribute('style', 'content-visibility: visible')))
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, impact, nodes } of violations) {
          if (impact === 'serious' || impact === 'critical') found.push(`${name}: ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.split('\n')[1] ?? ''}`)
        }
      }
      expect(found).toEqual([])
      // The browser reports the 404 pages themselves.
      expect(errors.splice(0).filter((error) => !error.includes('404'))).toEqual([])
    })
  }
}

test('axe finds nothing serious in the zoom and in the notice', async ({ page, db }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { product } = await everyPage(db)
  await page.goto(product!)
  const serious = async () => (await new AxeBuilder({ page }).analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  await page.getByRole('link', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport()
  expect(await serious()).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Add to Wishlist/ }).first().click()
  await expect(page.getByText('Login Required')).toBeVisible()
  expect(await serious()).toEqual([])
})

for (const width of [360, 1280]) {
  test(`axe finds nothing serious in suggestions, sheet, chips and explanations at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const serious = async (part = 'html') => (await new AxeBuilder({ page }).include(part).analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
    await page.goto('/discover')
    await page.getByRole('main').getByRole('combobox').fill('dress')
    await page.getByRole('main').getByRole('combobox').press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('main').getByRole('combobox').press('ArrowDown')
    expect(await serious()).toEqual([])
    await page.goto('/discover?q=black+dress+under+300+dollars+zzqxj&mode=intelligent&materials=wool&onSale=true')
    if (width < 1024) {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible()
    }
    await page.getByText(/^Show \d+ more$/).first().click()
    // What lies below an open sheet is not read through it.
    expect(await serious(width < 1024 ? '#filters' : 'html')).toEqual([])
    await page.goto('/discover?q=dress')
    await page.getByRole('button', { name: /^Why is this here\?/ }).first().click()
    await expect(page.locator('.why:popover-open')).toBeVisible()
    expect(await serious()).toEqual([])
  })
}
