import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { newEmail } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { createWishes } from '#tests/factories.ts'
import { adminPage, expect, received, test } from './joining-shop.ts'

// The way from the administrator's invitation through the emails to the dashboard, in a shop that really sends emails.

// Run in order, because the tests share a shop.
test.describe.configure({ mode: 'default' })

const BUSINESS = 'Lark & Loom'
let number = 0

/** Invites a brand with the administrator's form. @returns the link in the email */
async function invite(
  {
    browser,
    db,
    mailing,
  }: {
    browser: Parameters<typeof adminPage>[0]
    db: Db
    mailing: Parameters<typeof received>[0] & { url: string }
  },
  email: string,
): Promise<{ link: string; businessName: string }> {
  const businessName = `${BUSINESS} ${++number} ${process.pid}`
  const admin = await adminPage(browser, db, mailing.url)
  await admin.goto('/admin/partners/invite')
  const form = admin.locator('form').filter({ has: admin.getByLabel('Contact person') })
  await form.getByLabel('Business email').fill(email)
  await form.getByLabel('Business name').fill(businessName)
  await form.getByLabel('Contact person').fill('Lara Loom')
  await form.getByLabel('Personal message').fill('Your coats belong here.')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(admin.getByText(`Partner invitation sent to ${email}!`).first()).toBeVisible()
  await admin.context().close()
  const { link, text } = await received(mailing, email, /your invitation to WTF/)
  expect(text).toContain('Your coats belong here.')
  return { link, businessName }
}

/** Walks through the first three steps, with the errors that stop each of them. */
async function walkToAccount(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByText('Please agree to join the WTF Partner Network to continue')).toBeVisible()
  await expect(page.getByRole('link', { name: 'terms of service' })).toHaveAttribute('href', '/terms')
  await page.getByLabel('I agree to join').check()
  await next.click()
  // The focus is at the start of the new step, for screen readers.
  await expect(page.locator('main [tabindex="-1"]')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible()
  await page.getByLabel('I understand how').check()
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Commission structure' })).toBeVisible()
  await next.click()
  await expect(page.getByText('Please select your product categories and revenue target')).toBeVisible()
  // The terms that say which sales owe commission, and when.
  for (const term of ['Click window', 'Lock period', 'Discount codes', 'Commission due', 'Currency'])
    await expect(page.getByRole('term').filter({ hasText: term })).toBeVisible()
  await page.getByLabel('Apparel').check()
  await next.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account setup' })).toBeVisible()
}

async function fillBusiness(page: Page): Promise<void> {
  await page.getByLabel('Phone Number').fill('+44 20 7946 0000')
  await page.getByLabel('Business Address').fill('1 Test Street, Leeds')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('Currency you sell in').selectOption('EUR')
  await expect(page.getByText('Your plan is in GBP, and you sell in EUR.')).toBeVisible()
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('I accept the').check()
}

const finish = (page: Page) => page.getByRole('button', { name: 'Complete onboarding' }).click()

test('joins with a link and a password, with a reload and Back at every step', async ({
  page,
  browser,
  db,
  mailing,
}) => {
  const email = newEmail('lark')
  const { link, businessName } = await invite({ browser, db, mailing }, email)
  await page.goto(link)
  // The address no longer contains the token.
  await expect(page).toHaveURL('/partners/onboarding?step=1')
  await expect(page.getByRole('heading', { level: 1, name: `${businessName}, welcome.` })).toBeVisible()
  await walkToAccount(page)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Commission structure' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Apparel')).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeVisible()
  for (const [step, width] of [
    [3, 360],
    [3, 1280],
    [2, 1280],
    [1, 360],
    [4, 360],
    [4, 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/partners/onboarding?step=${step}`)
    await expect(page.getByRole('progressbar', { name: 'Onboarding' })).toHaveAttribute('aria-valuenow', String(step))
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  await expect(page.getByLabel('I accept the')).toBeDisabled()
  await finish(page)
  await expect(page.getByText('Please complete account setup first')).toBeVisible()
  await expect(page.getByLabel('Email Address').first()).toHaveValue(email)
  await page.getByRole('button', { name: 'Send magic link' }).click()
  await expect(page.getByText('We have sent a link to')).toBeVisible()
  await page.reload()
  await expect(page.getByText('We have sent a link to')).toBeVisible()

  const mail = await received(mailing, email, /Confirm your email/)
  const tab = await page.context().newPage()
  await tab.goto(mail.link)
  await tab.getByRole('button', { name: 'Confirm address' }).click()
  await expect(tab.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Close Tab' })).toBeVisible()
  await tab.close()
  await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  await expect(page.getByText('Email verified successfully!')).toBeVisible()

  await finish(page)
  await expect(page.getByText('Please complete all required fields')).toBeVisible()
  for (const field of ['Phone Number', 'Business Address', 'Country', 'Currency you sell in'])
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(/^This field is required/)
  await fillBusiness(page)
  await page.getByLabel('Password (optional)', { exact: true }).fill('short')
  await finish(page)
  await expect(
    page.getByText('Password must be at least 8 characters with 1 uppercase letter and 1 number'),
  ).toBeVisible()
  await page.getByLabel('Password (optional)', { exact: true }).fill(PASSWORD)
  await finish(page)
  await expect(page).toHaveURL('/brand/dashboard/connect-store?onboarding_completed=true')
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${businessName}` })).toBeVisible()
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('partner-onboarding'))),
  ).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL('/brand/dashboard')
  await received(mailing, email, /has joined WTF/)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/home')
  await page.goto('/brand/login')
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/brand/dashboard/products')
  await expect(page.getByRole('heading', { name: 'No Products Yet' })).toBeVisible()
  await page.goto('/brand/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: businessName })).toBeVisible()
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }

  // A partner who has joined cannot return to onboarding, and nobody else can use the link.
  await page.goto(link)
  await expect(page).toHaveURL('/brand/dashboard')
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible()
  await expect(page.getByText('Invalid or expired invitation link.')).toBeVisible()
})

test('joins with an emailed code and a different address, while the link fails on another device', async ({
  page,
  browser,
  db,
  mailing,
}) => {
  const { link, businessName } = await invite({ browser, db, mailing }, newEmail('linnet'))
  await page.goto(link)
  await walkToAccount(page)
  const email = newEmail('other')
  await page.getByLabel('Email Address').first().fill('nobody')
  await page.getByRole('button', { name: 'Send magic link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email Address').first().fill('typo@mail.example')
  await page.getByRole('button', { name: 'Send magic link' }).click()
  await page.getByRole('button', { name: 'Use a different email' }).click()
  await page.getByLabel('Email Address').first().fill(email)
  await page.getByRole('button', { name: 'Send magic link' }).click()
  const mail = await received(mailing, email, /Confirm your email/)

  // The other device may read the email, but not use its link.
  const device = await browser.newContext({ baseURL: mailing.url })
  const phone = await device.newPage()
  await phone.goto(mail.link)
  await phone.getByRole('button', { name: 'Confirm address' }).click()
  await expect(phone.getByText('This link only works in the browser where you signed up.')).toBeVisible()
  await device.close()

  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
  await page.getByLabel('6-digit code').fill(mail.code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  await expect(page.getByText('We will then review your brand before it is listed')).toBeVisible()
  await fillBusiness(page)
  await finish(page)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${businessName}` })).toBeVisible()
  await expect(page.getByText('Under review')).toBeVisible()
})

test('joins with a provider, after cancelling the first attempt', async ({ page, browser, db, mailing }) => {
  const email = newEmail('gull')
  const { link, businessName } = await invite({ browser, db, mailing }, email)
  mailing.google.addUser({ sub: email, email, email_verified: true, name: 'Gulliver Gull' })
  await page.goto(link)
  await walkToAccount(page)
  await page.getByLabel('Contact Person').fill('')
  // Only Safari shows Apple's button.
  await expect(page.getByRole('button', { name: 'Continue with Apple' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Authentication failed. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Gulliver Gull' }).click()
  await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  await expect(page.getByLabel('Contact Person')).toHaveValue('Gulliver Gull')
  await page.getByLabel('Contact Person').fill('')
  await page.getByLabel('Contact Person').pressSequentially('Gina')
  await expect(page.getByLabel('Contact Person')).toHaveValue('Gina')
  await fillBusiness(page)
  await finish(page)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${businessName}` })).toBeVisible()
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
})

test('joins with an existing account, keeps its wishlist, and recovers from a session lost at the last step', async ({
  page,
  browser,
  db,
  mailing,
  errors,
}) => {
  const { id: userId, email } = await createAccount(db, { email: newEmail('shopper') })
  const { id: productId } = await findTypicalProduct(db)
  await createWishes(db, userId, [productId])
  const { link, businessName } = await invite({ browser, db, mailing }, email)
  await page.goto(link)
  await walkToAccount(page)
  const signIn = async () => {
    await page.getByText('I have an account with a password').click()
    const form = page.locator('details form')
    await expect(form.getByLabel('Email Address')).toHaveValue(email)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  }
  await signIn()
  await fillBusiness(page)
  await page.route('**/partners/onboarding*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await finish(page)
  await expect(page.getByText('Failed to complete onboarding. Please try again.')).toBeVisible()
  await page.unroute('**/partners/onboarding*')
  errors.splice(0)
  // The page reloads the account after a failure. Reload now, so that it does not notice the deleted session below.
  await page.reload()
  await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  await db.session.deleteMany({ where: { userId } })
  await finish(page)
  await expect(page.getByText('No active session found. Please sign in again.')).toBeVisible()
  await expect(page.getByLabel('Business Address')).toHaveValue('1 Test Street, Leeds')
  await page.reload()
  await signIn()
  await finish(page)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${businessName}` })).toBeVisible()
  expect(await db.wishlistItem.count({ where: { userId } })).toBe(1)
})

test('shows a plan that changed during the onboarding, and reports an invitation that ended', async ({
  page,
  browser,
  db,
  mailing,
}) => {
  const { email } = await createAccount(db, { email: newEmail('late') })
  const { link, businessName } = await invite({ browser, db, mailing }, email)
  await page.goto(link)
  await walkToAccount(page)
  await page.getByText('I have an account with a password').click()
  const form = page.locator('details form')
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Verified. You will sign in with this address.')).toBeVisible()
  await fillBusiness(page)

  const former = await db.commissionPlan.findFirstOrThrow({ where: { isActive: true }, include: { tiers: true } })
  await db.commissionPlan.update({ where: { id: former.id }, data: { isActive: false } })
  const { id } = await db.commissionPlan.create({
    data: { id: randomUUID(), name: former.name, version: 90 + number, basis: former.basis, currency: former.currency },
  })
  await db.commissionTier.createMany({ data: former.tiers.map((tier) => ({ ...tier, planId: id })) })
  await db.commissionPlan.update({ where: { id }, data: { isActive: true } })
  try {
    await finish(page)
    await expect(page.getByText('The commission plan has changed. Please read it again.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Commission structure' })).toBeVisible()
    await expect(page.getByText(`version ${90 + number}`)).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('I accept the')).not.toBeChecked()
  } finally {
    await db.commissionPlan.update({ where: { id }, data: { isActive: false } })
    await db.commissionPlan.update({ where: { id: former.id }, data: { isActive: true } })
  }
  await page.reload()
  await page.getByLabel('I accept the').check()
  await db.invitation.updateMany({ where: { businessName }, data: { status: 'revoked', endedAt: new Date() } })
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Invalid or expired invitation link.')).toBeVisible()
  await page.getByRole('link', { name: 'sign up without an invitation' }).click()
  await expect(page.getByLabel('Business Name')).toHaveValue(businessName)
})

test('asks visitors for an invitation, and shows administrators where to send one', async ({
  page,
  browser,
  db,
  mailing,
}) => {
  await page.goto('/partners/onboarding')
  await expect(page.getByRole('heading', { name: 'Partner Onboarding Access' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/partners/onboarding?token=nonsense&email=nobody%40mail.example')
  await expect(page.getByRole('heading', { name: 'Access Error' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/')
  const admin = await adminPage(browser, db, mailing.url)
  await admin.goto('/partners/onboarding')
  await admin.getByRole('link', { name: 'Invite partners' }).click()
  await expect(admin).toHaveURL('/admin/partners/invite')
  await admin.context().close()
})
