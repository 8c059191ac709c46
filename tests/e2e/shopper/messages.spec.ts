import { createAccount, signIn } from '../accounts.ts'
import { open } from '../navigation.ts'
import { expect, test } from '../shop.ts'

test.describe('a message', () => {
  test('disappears after a while unless it is hovered, and is replaced by a new one', async ({ page, db, errors }) => {
    test.setTimeout(60_000)
    const { email } = await createAccount(db)
    await signIn(page, email)
    await expect(page.getByRole('button', { name: `Your account: ${email}` })).toBeVisible()
    await open(page, '/discover?all=true')
    const hearts = page.locator('main article').getByRole('button', { name: /Wishlist/ })
    const toast = page.locator('.toast')
    await hearts.first().click()
    await expect(page.getByRole('status').getByText('Added to wishlist')).toBeVisible()
    await toast.hover()
    await expect(toast).toBeVisible()
    await hearts.first().evaluate((heart) => (heart as HTMLButtonElement).click())
    await expect(toast).toHaveText('Removed from wishlist')
    await expect(toast).toHaveCount(1)
    await toast.getByRole('button', { name: 'Close message' }).click()
    await expect(toast).toBeHidden()
    await expect(toast).toHaveCount(0)
    await page.route(/\/trpc\/wishlist/, (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '[]' }),
    )
    await hearts.first().click()
    await expect(page.getByRole('alert').locator('.toast')).toBeVisible()
    await page.mouse.move(5, 5)
    await expect(toast).toBeHidden({ timeout: 6_000 })
    // The browser logs the simulated 503 as an error.
    expect(errors.splice(0).filter((error) => !error.includes('503'))).toEqual([])
  })
})
