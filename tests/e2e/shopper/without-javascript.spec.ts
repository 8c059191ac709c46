import { expect, test } from '../shop.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

test('on a phone: the filter sheet works, and the explanation of the results opens', async ({ page }) => {
  await page.goto('/discover?q=black+dress+under+900+dollars&mode=intelligent')
  const sheet = page.getByRole('region', { name: 'Filters' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('slider')).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: /^In stock only/ }).check()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/inStock=true/)
  await page.getByRole('button', { name: 'Why these?' }).click()
  await expect(page.locator('.why:popover-open')).toBeVisible()
})

test("a store URL with the list's fragment opens at the list", async ({ page, db }) => {
  const partner = await db.partner.findFirstOrThrow({
    where: { verificationStatus: 'approved', products: { some: { status: 'active' } } },
    orderBy: { id: 'asc' },
  })
  await page.goto(`/partner/${partner.id}?view=list&q=a#list-heading`)
  await expect(page.locator('#list-heading')).toBeInViewport()
})
