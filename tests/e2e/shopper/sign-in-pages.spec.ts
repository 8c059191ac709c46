import AxeBuilder from '@axe-core/playwright'
import { findTypicalProduct } from '../demo-products.ts'
import { createAccount, expect, expectSignedIn, newEmail, PASSWORD, readMail, signIn, test } from '../accounts.ts'

const PAGES = ['/login', '/login?why=wishlist&error=google', '/signup', '/brand/login', '/brand/signup', '/auth/sign-up', '/auth/sign-up?token=x', '/forgot-password', '/auth/reset-password', '/auth/reset-password?token=x', '/auth/magic', '/auth/magic?token=x', '/auth/callback?connected', '/logout']

for (const width of [360, 1280]) {
  test(`axe finds nothing, and nothing is wider than the screen at ${width} pixels`, async ({ page }) => {
    // Twenty pages and more.
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: string[] = []
    const look = async (name: string) => {
      for (const { id, nodes } of (await new AxeBuilder({ page }).analyze()).violations) found.push(`${name}: ${id}: ${nodes[0]?.html.slice(0, 160)}`)
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)) found.push(`${name} is too wide`)
    }
    for (const path of PAGES) {
      await page.goto(path)
      await look(path)
    }
    await page.goto('/signup')
    await page.getByRole('main').getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(page.getByText('Full name is required')).toBeVisible()
    await look('wrong form')
    await page.goto('/signup')
    await page.getByLabel('Full Name').fill('Some Body')
    await page.getByRole('main').getByLabel('Email Address').fill(newEmail('a-rather-long-name-before-the-sign'))
    for (const field of ['Password', 'Confirm Password']) await page.getByRole('main').getByLabel(field, { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
    await look('waiting sign-up')
    await page.goto('/login')
    await look('sign-in while a sign-up waits')
    await page.goto('/')
    if (width < 768) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.locator('#site-menu:popover-open')).toBeVisible()
      await look('menu')
    }
    expect(found).toEqual([])
  })
}

test('a hint at an account is nowhere in the page of a visitor, and two visitors get the same bytes', async ({ browser, baseURL }) => {
  const read = async () => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const response = await context.request.get('/about-wtf')
    const answer = [await response.text(), response.headers().etag, response.headers()['set-cookie']]
    await context.close()
    return answer
  }
  expect(await read()).toEqual(await read())
})

test('a form that does not arrive whole is answered with a page that says so', async ({ request, baseURL }) => {
  for (const path of ['/login', '/signup', '/brand/signup', '/forgot-password', '/auth/magic', '/auth/callback', '/settings?index', '/settings/search', '/wishlist/toggle']) {
    for (const type of ['multipart/form-data; boundary=--a-boundary-of-the-usual-length', 'multipart/form-data', 'application/json']) {
      const answer = await request.post(path, { data: Buffer.from('{"nonsense'), headers: { 'content-type': type, origin: baseURL! } })
      expect([path, type, answer.status()]).toEqual([path, type, 400])
      expect(await answer.text()).toContain('This form did not arrive whole. Please go back and send it again.')
    }
  }
})

test('people sign in with keys alone', async ({ page, db }) => {
  const { email } = await createAccount(db)
  await page.goto('/login')
  const focusOn = async (label: string) => {
    const field = page.getByRole('main').getByLabel(label, { exact: true })
    for (let steps = 0; steps < 40 && !(await field.evaluate((element) => element === document.activeElement)); steps++) await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
  }
  await focusOn('Email Address')
  await page.keyboard.type(email)
  await focusOn('Password')
  await page.keyboard.type(PASSWORD)
  await focusOn('Remember me')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.keyboard.press('Enter')
  await expectSignedIn(page, email)
  const menu = page.getByRole('button', { name: /^Your account/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  for (let links = 0; links < 3; links++) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('people sign up, confirm, sign out and in again, and what was typed stays', async ({ page, db }) => {
    test.setTimeout(120_000)
    const email = newEmail('plain')
    await page.goto('/signup')
    const main = page.getByRole('main')
    await main.getByLabel('Full Name').fill('Plain Body')
    await main.getByLabel('Email Address').fill(email)
    await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main.getByLabel('Confirm Password', { exact: true }).fill('Other-Password-1')
    await main.getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(main.getByText('Passwords do not match')).toBeVisible()
    await expect(main.getByLabel('Full Name')).toHaveValue('Plain Body')
    await expect(main.getByLabel('Password', { exact: true })).toHaveValue('')
    for (const field of ['Password', 'Confirm Password']) await main.getByLabel(field, { exact: true }).fill(PASSWORD)
    await main.getByRole('button', { name: 'Create Customer Account' }).click()
    await expect(page.getByText(/Please check your mail/)).toBeVisible()
    await page.goto((await readMail(db, email, 'confirm_sign_up')).link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed!')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/home')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signIn(page, email, { password: 'Wrong-Password-1' })
    await expect(page.getByText('Invalid email or password')).toHaveCount(2)
    await expect(main.getByLabel('Email Address')).toHaveValue(email)
    await signIn(page, email)
    await expect(page).toHaveURL('/home')
    await expectSignedIn(page, email)
  })

  test('a heart leads to signing in and back, and is saved by a press', async ({ page, db }) => {
    const product = await findTypicalProduct(db)
    const { id, email } = await createAccount(db)
    await page.goto(`/product/${product.id}`)
    await page.getByRole('main').getByRole('button', { name: `Add to Wishlist: ${product.name}`, exact: true }).first().click()
    await expect(page.getByText('Login Required')).toBeVisible()
    await signIn(page, email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
    expect(await db.wishlistItem.count({ where: { userId: id } })).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Add to Wishlist' }).click()
    await expect(page).toHaveURL(`/product/${product.id}`)
    await expect(page.getByText('Added to wishlist')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: `In Wishlist: ${product.name}`, exact: true }).first()).toBeVisible()
    expect(await db.wishlistItem.count({ where: { userId: id, productId: product.id } })).toBe(1)
  })

  test('a link and its code by mail work', async ({ page, db }) => {
    const { email } = await createAccount(db)
    await page.goto('/brand/login')
    await page.getByRole('link', { name: 'Customer sign-in' }).click()
    await page.getByText('Email me a sign-in link').click()
    await page.getByLabel('Send the link to').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByLabel('6-digit code').fill((await readMail(db, email, 'magic_link')).code)
    await page.getByRole('button', { name: 'Sign in with the code' }).click()
    await expectSignedIn(page, email)
  })
})
