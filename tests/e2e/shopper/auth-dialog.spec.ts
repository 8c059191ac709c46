import type { Page } from '@playwright/test'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import {
  createAccount,
  expect,
  expectSignedIn,
  expectSignedOut,
  newEmail,
  openAlive,
  PASSWORD,
  findMail,
  test,
} from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

test('offers both account types, to sign in and to sign up', async ({ page }) => {
  await openAlive(page, '/about-wtf')
  const dialog = dialogOf(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(dialog.getByRole('heading', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(dialog.getByText('Choose Account Type')).toBeVisible()
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await expect(dialog.getByText('Selected: Customer Account')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Sign In as Customer' })).toBeVisible()
  await expect(dialog.getByText('Welcome back! Please sign in to your account')).toBeVisible()
  await dialog.getByRole('button', { name: "Don't have an account? Sign Up" }).click()
  await expect(dialog.getByRole('heading', { name: 'Create Account', exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Create Customer Account' })).toBeVisible()
  await expect(dialog.getByText('Join the future of fashion discovery')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back to account type' }).click()
  await dialog.getByRole('button', { name: /^Partner/ }).click()
  await expect(dialog.getByText('Selected: Partner Account')).toBeVisible()
  await expect(dialog.getByText('Partner with us to grow your brand')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Partner Account' }).click()
  for (const message of [
    'Business name is required',
    'Business email is required',
    'Phone number is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect(dialog.getByText(message)).toBeVisible()
  await expect(dialog.getByLabel('Business Name')).toBeFocused()
  await dialog.getByLabel('Business Name').fill('House')
  await expect(dialog.getByText('Business name is required')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Already have an account? Sign In' }).click()
  await expect(dialog.getByRole('heading', { name: 'Sign In as Partner' })).toBeVisible()
})

test('shows a message if it cannot be loaded, and opens once it can be', async ({ page, context, db, errors }) => {
  await openAlive(page, `/product/${(await findTypicalProduct(db)).id}`)
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
  await context.setOffline(true)
  await heart.click()
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await expect(heart).toBeVisible()
  await context.setOffline(false)
  await heart.click()
  // People who press the heart are probably customers, so pressing Enter is enough.
  await expect(dialogOf(page).getByRole('button', { name: /^Customer/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('Selected: Customer Account')).toBeVisible()
  // Ignore the requests that failed while offline.
  errors.splice(0, errors.length, ...errors.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error)))
})

test('closes with the cross, Escape and the backdrop, clears its fields and returns the focus', async ({ page }) => {
  await openAlive(page, '/about-wtf')
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  const dialog = dialogOf(page)
  for (const close of [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
  ]) {
    await opener.click()
    await dialog.getByRole('button', { name: /^Customer/ }).click()
    await dialog.getByLabel('Email Address').fill('half@typed')
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog.getByRole('button', { name: /^Customer/ }).click()
    await expect(dialog.getByLabel('Email Address')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await expect(page).toHaveURL('/about-wtf')
})

test('saves a heart that was pressed before signing in', async ({ page, db, errors }) => {
  test.setTimeout(60_000)
  const product = await findTypicalProduct(db)
  const { id, email } = await createAccount(db)
  await openAlive(page, `/product/${product.id}`)
  const dialog = dialogOf(page)
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`(Add to|In) Wishlist: ${product.name}`) })
    .first()
  await heart.click()
  await expect(dialog.getByText('Login Required')).toBeVisible()
  await expect(dialog.getByText('Please log in to add items to your wishlist')).toBeVisible()
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog.getByRole('alert').getByText('Invalid email or password')).toBeVisible()
  await expect(dialog.getByLabel('Email Address')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/product/${product.id}`)
  await expectSignedIn(page, email)
  await expect(page.getByText('Added to wishlist')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => db.wishlistItem.count({ where: { userId: id, productId: product.id } })).toBe(1)

  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(page.getByText('Removed from wishlist')).toBeVisible()
  await expect.poll(() => db.wishlistItem.count({ where: { userId: id } })).toBe(0)

  await page.route('**/trpc/wishlist.add**', (route) => route.abort())
  await heart.click()
  await expect(page.getByText('Connection Error: Failed to update wishlist. Please try again.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/trpc/wishlist.add**')
  await page.route('**/trpc/wishlist.add**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"error":{"json":{"message":"no","code":-32603,"data":{"code":"INTERNAL_SERVER_ERROR","httpStatus":500}}}}',
    }),
  )
  await heart.click()
  await expect(page.getByText('Failed to add to wishlist')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  // The browser reports the two failures that the test caused.
  expect(errors.splice(0).filter((error) => !/ERR_FAILED|status of (500|401)/.test(error))).toEqual([])
})

test('does not save the heart after the dialog was closed, even on a later sign-in', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const { id, email } = await createAccount(db)
  await openAlive(page, `/product/${product.id}`)
  await page
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expectSignedIn(page, email)
  await page.reload()
  expect(await db.wishlistItem.count({ where: { userId: id } })).toBe(0)
})

test('can be cancelled with Escape while it is loading', async ({ page }) => {
  let arrive = () => undefined as void
  const isAsked = new Promise<void>((resolve) => {
    const mayArrive = new Promise<void>((go) => (arrive = go))
    void page.route('**/auth-dialog-*.js', async (route) => {
      resolve()
      await mayArrive
      await route.continue()
    })
  })
  await openAlive(page, '/about-wtf')
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign In' })
  await opener.click()
  await isAsked
  await page.keyboard.press('Escape')
  const arrived = page.waitForResponse('**/auth-dialog-*.js')
  arrive()
  await arrived
  await opener.click()
  await expect(dialogOf(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('also saves the heart after signing in with an emailed code', async ({ page, db }) => {
  test.setTimeout(60_000)
  const product = await findTypicalProduct(db)
  const { id, email } = await createAccount(db)
  await openAlive(page, `/product/${product.id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add to Wishlist: ${product.name}`, exact: true })
    .first()
    .click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await dialog.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await expect(page).toHaveURL(`/auth/magic?redirectTo=${encodeURIComponent(`/product/${product.id}`)}`)
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByLabel('6-digit code').fill((await findMail(db, email, 'magic_link')).code)
  await page.getByRole('button', { name: 'Sign in with the code' }).click()
  await expect(page).toHaveURL(`/product/${product.id}`)
  await expectSignedIn(page, email)
  await expect.poll(() => db.wishlistItem.count({ where: { userId: id, productId: product.id } })).toBe(1)
})

test('opens when a heart is pressed after the session has ended', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const { id, email } = await createAccount(db)
  await page.goto(`/login?redirectTo=/product/${product.id}`)
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectSignedIn(page, email)
  await db.session.deleteMany({ where: { userId: id } })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .click()
  await expect(dialogOf(page).getByText('Login Required')).toBeVisible()
  await expectSignedOut(page)
})

test('signs a customer up and saves the pressed heart, and shows the same result for a known address', async ({
  page,
  db,
}) => {
  test.setTimeout(60_000)
  const product = await findTypicalProduct(db)
  const { email: known } = await createAccount(db)
  const fresh = newEmail('dialog')
  for (const email of [known, fresh]) {
    await openAlive(page, `/product/${product.id}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Add to Wishlist: ${product.name}`, exact: true })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: "Don't have an account? Sign Up" }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: /^Customer/ }).click()
    await dialog.getByLabel('Full Name').fill('Dialog Body')
    await dialog.getByLabel('Email Address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('Other-Hanger-88')
    await dialog.getByLabel('Confirm Password', { exact: true }).fill('Other-Hanger-88')
    await dialog.getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/auth/sign-up')
    await expect(page.getByText(`We have sent an email to ${email}.`)).toBeVisible()
    await expectSignedOut(page)
  }
  await page.getByLabel('6-digit code').fill((await findMail(db, fresh, 'confirm_sign_up')).code)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page).toHaveURL(`/product/${product.id}`)
  await expectSignedIn(page, fresh)
  await expect.poll(() => db.wishlistItem.count({ where: { user: { email: fresh }, productId: product.id } })).toBe(1)
})

for (const width of [360, 1280]) {
  test(`axe finds nothing at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const violations = () => axeFindings(page, { onlySerious: false })
    test.setTimeout(90_000)
    await openAlive(page, '/about-wtf')
    if (width < 768) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Sign In' }).filter({ visible: true }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: /^Customer/ }).waitFor()
    expect(await violations()).toEqual([])
    await dialog.getByRole('button', { name: /^Customer/ }).click()
    expect(await violations()).toEqual([])
    await dialog.getByRole('button', { name: "Don't have an account? Sign Up" }).click()
    await dialog.getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(dialog.getByText('Full name is required')).toBeVisible()
    expect(await violations()).toEqual([])
  })
}

test('leads to the email page after a corrected sign-up, and closes', async ({ page }) => {
  await openAlive(page, '/discover')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  const create = dialog.getByRole('button', { name: 'Create Customer Account' })
  await create.click()
  await expect(dialog.getByText('Full name is required')).toBeVisible()
  await dialog.getByLabel('Full Name').fill('Second Try')
  await dialog.getByLabel('Email Address').fill(newEmail())
  await dialog.getByLabel('Password', { exact: true }).fill('Other-Hanger-88')
  await dialog.getByLabel('Confirm Password', { exact: true }).fill('Other-Hanger-88')
  await create.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(dialog).toHaveCount(0)
})

test('shows the links of the sign-in form on separate lines', async ({ page }) => {
  await openAlive(page, '/discover')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  const link = await dialog.getByRole('link', { name: 'Email me a sign-in link' }).boundingBox()
  const signUp = await dialog.getByRole('button', { name: "Don't have an account? Sign Up" }).boundingBox()
  expect(signUp!.y).toBeGreaterThanOrEqual(link!.y + link!.height)
})
