import { expect, expectSignedIn, expectSignedOut, test } from '../accounts.ts'

const PROVIDERS = [['Google', 'newcomer@google.example', 'Gina Google'], ['Apple', 'newcomer@apple.example', 'Adam Apple']] as const

for (const [provider, email, name] of PROVIDERS) {
  test(`people come in with ${provider}, by the page and by the dialog`, async ({ page, db }) => {
    test.setTimeout(60_000)
    await page.goto('/login?redirectTo=/about-wtf')
    await page.getByRole('button', { name: `Continue with ${provider}` }).click()
    await page.getByRole('button', { name }).click()
    await expect(page).toHaveURL('/about-wtf')
    await expectSignedIn(page, email)
    // Apple tells the name in its first answer by POST only, which takes https.
    expect(await db.user.findUnique({ where: { email }, include: { profile: true } })).toMatchObject({ role: 'customer', profile: { fullName: provider === 'Google' ? name : expect.any(String) } })

    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expectSignedOut(page)
    await page.goto('/ranking')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Customer/ }).click()
    await expect(page.getByText('Or continue with email')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: `Continue with ${provider}` }).click()
    await page.getByRole('button', { name }).click()
    await expect(page).toHaveURL('/ranking')
    await expectSignedIn(page, email)
  })
}

test('who declines is told so and signs in another way', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/login\?error=cancelled/)
  await expect(page.getByText('Signing in was cancelled.')).toBeVisible()
  await expectSignedOut(page)
})

test('an answer that proves nothing is told so', async ({ page }) => {
  await page.goto('/login')
  const asking = page.waitForRequest((request) => new URL(request.url()).searchParams.has('state'))
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const asked = new URL((await asking).url())
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.goto(`/auth/callback?${new URLSearchParams({ code: 'nonsense', state: asked.searchParams.get('state')!, iss: asked.origin })}`)
  await expect(page).toHaveURL(/\/login\?error=social/)
  await expect(page.getByText('Failed to sign in with social provider.')).toBeVisible()
})
