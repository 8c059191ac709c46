import { axeFindings, findingsAt } from '../axe.ts'
import { expect, openAlive, test } from '../shop.ts'
import { everyPage } from './every-page.ts'

/** The number of tests that share the pages, so that no test takes long. */
const SHARES = 4

for (let share = 0; share < SHARES; share++) {
  test(`axe finds nothing serious, and nothing is wider than the screen, share ${share + 1} of ${SHARES}`, async ({
    page,
    db,
    errors,
  }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const found: string[] = []
    const pages = Object.entries(await everyPage(db)).filter((_, at) => at % SHARES === share)
    for (const [name, path] of pages) {
      await page.goto(path)
      for (const finding of await findingsAt(page, [1280, 360])) found.push(`${name} ${finding}`)
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.emulateMedia({ colorScheme: 'dark' })
      // Inherited colours change only in the next frame.
      await expect(page.locator('body')).toHaveCSS('color', 'rgb(246, 241, 231)')
      for (const finding of await axeFindings(page, { rules: ['color-contrast'] }))
        found.push(`${name} dark: ${finding}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    expect(found).toEqual([])
    // The browser reports the 404 pages.
    expect(errors.splice(0).filter((error) => !error.includes('404'))).toEqual([])
  })
}

test('axe finds nothing serious in the image zoom and in notices', async ({ page, db }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { product } = await everyPage(db)
  await openAlive(page, product!)
  await page.getByRole('link', { name: 'View full screen' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .click()
  await expect(page.getByText('Login Required')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

for (const width of [360, 1280]) {
  test(`axe finds nothing serious in suggestions, the filter sheet, chips and explanations at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openAlive(page, '/discover')
    await page.getByRole('main').getByRole('combobox').fill('dress')
    await page.getByRole('main').getByRole('combobox').press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByRole('main').getByRole('combobox').press('ArrowDown')
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/discover?q=black+dress+under+300+dollars+zzqxj&mode=intelligent&materials=wool&onSale=true')
    if (width < 1024) {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    }
    await page
      .getByText(/^Show \d+ more$/)
      .first()
      .click()
    // Content below an open sheet is hidden from screen readers.
    expect(await axeFindings(page, { within: width < 1024 ? '#filters' : 'html' })).toEqual([])
    await page.goto('/discover?q=dress')
    await page.getByRole('button', { name: 'Why these?' }).click()
    await expect(page.locator('.why:popover-open')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  })
}
