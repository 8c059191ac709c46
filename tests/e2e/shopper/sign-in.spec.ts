import { createAccount, expect, expectSignedIn, expectSignedOut, newEmail, PASSWORD, readMail, signIn, test } from '../accounts.ts'

test('the demo has a shopper, a partner and an admin', async ({ browser, baseURL }) => {
  for (const [email, at] of [['shopper@wtf.example', '/login'], ['partner@wtf.example', '/brand/login'], ['admin@wtf.example', '/login']] as const) {
    const page = await browser.newPage({ baseURL: baseURL! })
    await signIn(page, email, { password: 'Velvet-Hanger-26', at })
    await expect(page).toHaveURL(`${baseURL}/`)
    await expectSignedIn(page, email)
    await page.close()
  }
})

test('people sign in, come back to where they were, and sign out', async ({ page, db, context }) => {
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

test('a wrong password is told at both fields, and the address stays', async ({ page, db }) => {
  const { email } = await createAccount(db)
  for (const [given, password] of [[email, 'Wrong-Password-1'], [newEmail('nobody'), PASSWORD]] as const) {
    await page.goto('/login')
    await signIn(page, given, { password })
    await expect(page.getByText('Invalid email or password')).toHaveCount(2)
    const address = page.getByRole('main').getByLabel('Email Address')
    await expect(address).toHaveValue(given)
    await expect(address).toBeFocused()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(address).toHaveAccessibleDescription('Invalid email or password')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    await address.press('End')
    await address.type('x')
    await expect(page.getByText('Invalid email or password')).toHaveCount(1)
  }
})

test('an empty form says what is missing', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('remember me outlives the browser', async ({ page, db, context }) => {
  const { email } = await createAccount(db)
  await signIn(page, email, { remember: true })
  await expectSignedIn(page, email)
  const cookie = (await context.cookies()).find(({ name }) => name === 'wtf_session')
  expect(cookie!.expires).toBeGreaterThan(Date.now() / 1000 + 20 * 24 * 3600)
})

test('a password can be looked at', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('Secret-Secret-1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('aria-pressed', 'true')
})

for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '%2F%2Fevil.example', '/%09/evil.example']) {
  test(`redirectTo=${target} leads home`, async ({ page, db, baseURL }) => {
    const { email } = await createAccount(db)
    await page.goto(`/login?redirectTo=${encodeURIComponent(target)}`)
    await signIn(page, email)
    await expectSignedIn(page, email)
    expect(new URL(page.url()).origin).toBe(new URL(baseURL!).origin)
  })
}

test('whoever is signed in has no business at /login, and a visitor none in the menu', async ({ page, db }) => {
  const { email } = await createAccount(db)
  await signIn(page, email)
  await expectSignedIn(page, email)
  await page.goto('/login?redirectTo=/about-wtf')
  await expect(page).toHaveURL('/about-wtf')
  await page.goto('/signup')
  await expect(page).toHaveURL('/')
})

test('customers sign up', async ({ page, db }) => {
  const email = newEmail('new')
  await page.goto('/signup')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Create Customer Account' }).click()
  for (const message of ['Full name is required', 'Please enter a valid email address', 'Password must be at least 8 characters with 1 uppercase letter and 1 number']) await expect(main.getByText(message)).toBeVisible()
  await expect(main.getByLabel('Full Name')).toBeFocused()
  await main.getByLabel('Full Name').fill('New Body')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Phone Number (Optional)').fill('----------')
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main.getByLabel('Confirm Password', { exact: true }).fill('Other-Password-1')
  await main.getByRole('button', { name: 'Create Customer Account' }).click()
  await expect(main.getByText('Please enter a valid phone number')).toBeVisible()
  await expect(main.getByText('Passwords do not match')).toBeVisible()
  await expect(main.getByLabel('Full Name')).toHaveValue('New Body')
  await main.getByLabel('Phone Number (Optional)').fill('+44 20 7946 0000')
  await main.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await main.getByRole('button', { name: 'Create Customer Account' }).click()
  await expect(page).toHaveURL('/')
  await expectSignedIn(page, email)
  await expect(page.getByText(/Please check your mail/)).toBeVisible()
  expect(await db.user.findUnique({ where: { email }, include: { profile: true } })).toMatchObject({ role: 'customer', profile: { fullName: 'New Body', phone: '+44 20 7946 0000' } })

  const { link } = await readMail(db, email, 'verify_email')
  await page.goto(link)
  expect((await db.user.findUniqueOrThrow({ where: { email } })).emailVerifiedAt).toBeNull()
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed!')
  await expect(page.getByRole('button', { name: 'Close Tab' })).toBeVisible()
  expect((await db.user.findUniqueOrThrow({ where: { email } })).emailVerifiedAt).not.toBeNull()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already confirmed')
  await expect(page.getByText(`${email} is your address.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm address' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go on to the shop' })).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a dead link' : 'a dead link without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('of a confirmation says so at once, and another one can be asked for', async ({ page, db }) => {
      const { id, email } = await createAccount(db, { isVerified: false })
      await signIn(page, email)
      await expect(page).toHaveURL('/')
      await page.goto('/auth/verify-email?token=altered')
      await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Confirm address' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
      const { link } = await readMail(db, email, 'verify_email')
      await page.goto(link)
      const button = page.getByRole('button', { name: 'Confirm address' })
      await expect(button).toBeVisible()
      await db.oneTimeToken.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
      await button.click()
      await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()

      await page.goto('/auth/change-email?token=altered')
      await page.getByRole('link', { name: 'Ask for a new link' }).click()
      await expect(page.getByLabel('New email address')).toBeVisible()
    })
  })
}

test('whoever signs in again before the account is deleted is told that it stays', async ({ page, db }) => {
  const { id, email } = await createAccount(db)
  await db.user.update({ where: { id }, data: { deletionRequestedAt: new Date() } })
  await signIn(page, email)
  await expect(page.getByRole('status').getByText('Welcome back. Your account will not be deleted.')).toBeVisible()
  await expectSignedIn(page, email)
  expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ deletionRequestedAt: null })
})

test('partners sign up, are under review, and sign in', async ({ page, db, browser, baseURL }) => {
  const email = newEmail('brand')
  const businessName = `House ${email.slice(6, 18)}`
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Partner', exact: true }).click()
  const main = page.getByRole('main')
  await expect(page).toHaveURL('/brand/signup')
  await main.getByLabel('Business Name').fill(businessName)
  await main.getByLabel('Business Email').fill('not an address')
  await main.getByLabel('Website URL (Optional)').fill('house.example')
  await main.getByLabel('Password', { exact: true }).fill('short')
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  for (const message of ['Please enter a valid business email', 'Please enter a valid URL', 'Password must be at least 8 characters with 1 uppercase letter and 1 number']) await expect(main.getByText(message)).toBeVisible()
  await main.getByLabel('Business Email').fill(email)
  await main.getByLabel('Website URL (Optional)').fill('https://house.example')
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Under review')
  await expectSignedIn(page, email)
  expect(await db.partner.findFirst({ where: { businessName } })).toMatchObject({ verificationStatus: 'pending', email, websiteUrl: 'https://house.example' })

  const other = await browser.newPage({ baseURL: baseURL! })
  await signIn(other, email, { at: '/brand/login' })
  await expectSignedIn(other, email)
  await other.close()
})

test('a password is forgotten and replaced, and the link works once', async ({ page, db }) => {
  const { email } = await createAccount(db)
  for (const address of [newEmail('nobody'), email]) {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    // The page before it has a field of that name too.
    await expect(page).toHaveURL('/forgot-password')
    await page.getByRole('main').getByLabel('Email Address').fill(address)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(`If ${address} has an account, a link for a new password is on its way.`)).toBeVisible()
  }
  const { link } = await readMail(db, email, 'reset_password')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('weak')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password must be at least 8 characters with 1 uppercase letter and 1 number')).toBeVisible()
  for (const field of ['New password', 'Confirm Password']) await page.getByLabel(field, { exact: true }).fill('Linen-Thimble-58')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your new password is saved.')).toBeVisible()
  await signIn(page, email, { password: 'Linen-Thimble-58' })
  await expectSignedIn(page, email)

  await page.goto(link)
  for (const field of ['New password', 'Confirm Password']) await page.getByLabel(field, { exact: true }).fill('Other-Thimble-58')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
})

test('a sign-in link works in the browser that asked, its code on another device, and is remembered if wished', async ({ page, db, browser, baseURL, context }) => {
  test.setTimeout(60_000)
  const { email } = await createAccount(db)
  const isRemembered = async () => (await context.cookies()).find(({ name }) => name === 'wtf_session')!.expires > Date.now() / 1000 + 20 * 24 * 3600
  const ask = async ({ remember = false } = {}) => {
    await page.goto('/login?redirectTo=/about-wtf')
    await page.getByText('Email me a sign-in link').click()
    await expect(page).toHaveURL('/auth/magic?redirectTo=%2Fabout-wtf')
    await page.getByLabel('Send the link to').fill(email)
    await page.getByLabel('Remember me').setChecked(remember)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    return readMail(db, email, 'magic_link')
  }
  const { link } = await ask({ remember: true })
  const other = await browser.newPage({ baseURL: baseURL! })
  await other.goto(link)
  await other.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText('This link works in the browser that asked for it.')).toBeVisible()
  await expectSignedOut(other)
  await other.close()

  await page.goto(link)
  await expectSignedOut(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/about-wtf')
  await expectSignedIn(page, email)
  expect(await isRemembered()).toBe(true)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await ask()
  await page.getByRole('link', { name: 'ask again' }).click()
  await expect(page.getByLabel('Send the link to')).toBeVisible()
  const { code } = await ask()
  const wrong = code.replace(/\D/g, '') === '000000' ? '111111' : '000000'
  await page.getByLabel('6-digit code').fill(wrong)
  await page.getByRole('button', { name: 'Sign in with the code' }).click()
  await expect(page.getByLabel('6-digit code')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Sign in with the code' }).click()
  await expect(page).toHaveURL('/about-wtf')
  await expectSignedIn(page, email)
  expect(await isRemembered()).toBe(false)
})

test('signing out in one tab is noticed in the other', async ({ page, db, context }) => {
  const { email } = await createAccount(db)
  await signIn(page, email)
  await expectSignedIn(page, email)
  const other = await context.newPage()
  await other.goto('/about-wtf')
  await expectSignedIn(other, email)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(other)
})

test('a session is refreshed before it ends, and its end is told', async ({ page, db }) => {
  const { id, email } = await createAccount(db)
  await signIn(page, email)
  await expectSignedIn(page, email)
  await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
  await page.goto('/about-wtf')
  await expect.poll(async () => (await db.session.findFirstOrThrow({ where: { userId: id } })).expiresAt.getTime()).toBeGreaterThan(Date.now() + 3600_000)

  await db.session.updateMany({ where: { userId: id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
  await page.route('**/trpc/auth.refresh**', async (route) => {
    await db.session.deleteMany({ where: { userId: id } })
    await route.continue()
  })
  await page.goto('/about-wtf')
  await expect(page.getByText('Session expired, please sign in again')).toBeVisible()
  await expectSignedOut(page)
})

test('a user without a profile is told so after 3 seconds, and can complete the registration', async ({ page, db }) => {
  const { email, id } = await createAccount(db, { hasProfile: false })
  await signIn(page, email)
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

test('/logout asks before it signs out', async ({ page, db }) => {
  const { email } = await createAccount(db)
  await signIn(page, email)
  await expectSignedIn(page, email)
  await page.goto('/logout')
  await expectSignedIn(page, email)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
})

test('a callback that nobody asked for leads to /login with a message', async ({ page }) => {
  for (const address of ['/auth/callback', '/auth/callback?code=x&state=y', '/auth/callback?error=server_error&state=y']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/login\?error=no-session/)
    await expect(page.getByText('No session found after OAuth callback')).toBeVisible()
  }
})

test('whoever says no to a provider is told that signing in was cancelled', async ({ page }) => {
  for (const error of ['access_denied', 'user_cancelled_authorize']) {
    await page.goto(`/auth/callback?error=${error}&state=y`)
    await expect(page).toHaveURL(/\/login\?error=cancelled/)
    await expect(page.getByRole('main').getByRole('alert').getByText('Signing in was cancelled.')).toBeVisible()
  }
})
