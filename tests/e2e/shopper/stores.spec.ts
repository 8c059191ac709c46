import type { Db } from '#server/platform/db.ts'
import { expect, test } from '../shop.ts'

const findPartner = (db: Db) =>
  db.partner.findFirstOrThrow({
    where: { verificationStatus: 'approved', websiteUrl: { not: null }, products: { some: { status: 'active' } } },
    orderBy: { id: 'asc' },
  })

test("a store's list stays in view after searching, paging and filtering", async ({ page, db }) => {
  const partner = await findPartner(db)
  const heading = page.locator('#list-heading')
  await page.goto(`/partner/${partner.id}`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2#list-heading$/)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  const box = page.getByRole('checkbox', { name: /^In stock only/ })
  await box.check()
  await expect(page).toHaveURL(/inStock=true$/)
  await expect(box).toBeFocused()
  await page.evaluate(() => scrollTo(0, 0))
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('a')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=a.*#list-heading$/)
  // Store pages have no suggestions, because suggestions search the entire shop.
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.goto(`/partner/${partner.id}?q=dress`)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})
