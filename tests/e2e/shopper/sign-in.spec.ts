import { createAccount, enterAs, expect, expectSignedIn, expectSignedOut, newEmail, signIn, test } from '../accounts.ts'

test('people sign in, return to their page, and sign out', async ({ page, db, context }) => {
  const { email } = await createAccount(db)
  await page.goto('/about-wtf')
  await page.evaluate(() => {
    localStorage.setItem('wtf-recently-viewed', '[]')
    localStorage.setItem('wtf-account-something', 'mine')
  })
  await page.goto(`/login?redirectTo=${encodeURIComponent('/discover?q=dress')}`)
  await signIn(page, email)
  await expect(page).toHaveURL('/discover?q=dress')
  await expectSignedIn(page, email)
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'wtf_session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 })

  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/home')
  await expectSignedOut(page)
  expect((await context.cookies()).filter(({ name }) => name === 'wtf_session')).toEqual([])
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toContain('wtf-recently-viewed')
  expect(await page.evaluate(() => localStorage.getItem('wtf-account-something'))).toBeNull()
})

test('a rejected form focuses the first invalid field, and typing there clears its message', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, newEmail('nobody'))
  await expect(page.getByText('Invalid email or password')).toHaveCount(2)
  const address = page.getByRole('main').getByLabel('Email Address')
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription('Invalid email or password')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await address.press('End')
  await address.pressSequentially('x')
  await expect(page.getByText('Invalid email or password')).toHaveCount(1)
})

test('a password can be shown', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Secret-Secret-1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true')
})

test('signing out in one tab signs out the other', async ({ page, db, context }) => {
  const { id, email } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/about-wtf')
  await expectSignedIn(page, email)
  const other = await context.newPage()
  await other.goto('/about-wtf')
  await expectSignedIn(other, email)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(other)
})

test('a session is refreshed before it expires, and its end is shown', async ({ page, db }) => {
  const { id, email } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/about-wtf')
  await expectSignedIn(page, email)
  await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
  await page.goto('/about-wtf')
  await expect
    .poll(async () => (await db.session.findFirstOrThrow({ where: { userId: id } })).expiresAt.getTime())
    .toBeGreaterThan(Date.now() + 3600_000)

  await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
  await page.route('**/trpc/auth.refresh**', async (route) => {
    await db.session.deleteMany({ where: { userId: id } })
    await route.continue()
  })
  await page.goto('/about-wtf')
  await expect(page.getByText('Session expired, please sign in again')).toBeVisible()
  await expectSignedOut(page)
})

test('a user without a profile sees a message after 3 seconds, and can complete the registration', async ({
  page,
  db,
}) => {
  const { id } = await createAccount(db, { profile: {} })
  await enterAs(page, db, id)
  await page.goto('/about-wtf')
  await expect(page.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText("Your account exists but we couldn't find your profile information.")).toBeVisible()
  await page.getByRole('link', { name: 'Complete Registration' }).click()
  await page.getByLabel('Full Name').fill('Late Body')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(async () => (await db.profile.findUnique({ where: { userId: id } }))?.fullName).toBe('Late Body')
  await page.goto('/about-wtf')
  await expect(page.getByRole('button', { name: /^Your account/ })).toHaveText('L')
})
