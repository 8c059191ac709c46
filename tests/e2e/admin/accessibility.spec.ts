import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings, findingsAt } from '../axe.ts'
import { everyAdminPage } from './every-page.ts'

test("axe finds nothing serious on administrators' pages, and nothing is wider than the screen", async ({
  page,
  db,
}) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  const found: string[] = []
  for (const path of await everyAdminPage(db)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const finding of await findingsAt(page, [360, 1280])) found.push(`${path} ${finding}`)
  }
  expect(found).toEqual([])
})

test('axe finds nothing serious in the Admin Panel', async ({ page, db }) => {
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
