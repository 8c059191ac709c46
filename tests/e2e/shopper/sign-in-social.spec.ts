import { expect, expectSignedIn, openAlive, test } from '../accounts.ts'

test('people sign in with a provider in the dialog, and return to their page', async ({ page }) => {
  await openAlive(page, '/ranking')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await expect(dialog.getByText('Or continue with email')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Gina Google' }).click()
  await expect(page).toHaveURL('/ranking')
  await expectSignedIn(page, 'newcomer@google.example')
})
