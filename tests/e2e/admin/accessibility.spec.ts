import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { everyAdminPage } from './every-page.ts'

for (const width of [360, 1280]) {
  test(`axe finds nothing serious on administrators' pages at ${width} pixels, and nothing is wider than the page`, async ({
    page,
    db,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
    const paths = await everyAdminPage(db)
    const found: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const finding of await axeFindings(page)) found.push(`${path}: ${finding}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`${path}: ${wide} pixels wide`)
    }
    expect(found).toEqual([])
  })
}

test('axe finds nothing serious in the panel of administrators', async ({ page, db }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/about-wtf')
  const panel = page.getByRole('dialog', { name: 'Admin Panel' })
  await expect(async () => {
    await page.getByRole('link', { name: 'Admin Panel' }).first().click()
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await axeFindings(page, { within: '[role=dialog], dialog' })).toEqual([])
})
