import type { Page } from '@playwright/test'
import { expect, newEmail, test } from '../accounts.ts'

const HTML = '<img src=x onerror="document.title=\'broken\'"><b>bold</b>'
const form = (page: Page) => page.locator('form[method=post]').filter({ has: page.getByLabel('Subject') })

async function fillTicket(
  page: Page,
  given: { email?: string; name?: string; subject?: string; description?: string } = {},
) {
  const ticket = {
    name: 'Ada Example',
    email: newEmail(),
    subject: 'Nothing comes',
    description: 'I wait.\nAnd wait.',
    ...given,
  }
  await form(page).getByLabel('Name').fill(ticket.name)
  await form(page).getByLabel('Email').fill(ticket.email)
  await form(page).getByLabel('Subject').fill(ticket.subject)
  await form(page).getByLabel('Category').selectOption('shipping')
  await form(page).getByLabel('Priority').selectOption('high')
  await form(page).getByLabel('Description').fill(ticket.description)
  return ticket
}

const send = (page: Page) => page.getByRole('button', { name: 'Send ticket' }).click()
const referenceOn = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^WTF-[0-9A-F]{10}$/)
    .innerText()

test('a rejected ticket keeps its fields, and a sent one shows its reference', async ({ page, db }) => {
  await page.goto('/support/shipping')
  await expect(form(page).getByLabel('Category')).toHaveValue('shipping')
  const ticket = await fillTicket(page, {
    email: 'not an address',
    subject: `"${HTML}"`,
    description: 'x'.repeat(5_001),
  })
  await send(page)
  await expect(form(page).getByText('Please enter a valid email address')).toBeVisible()
  await expect(form(page).getByText('Please use at most 5,000 characters')).toBeVisible()
  await expect(form(page).getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(form(page).getByLabel('Subject')).toHaveValue(ticket.subject)
  await expect(form(page).getByLabel('Description')).toHaveValue(ticket.description)
  await expect(form(page).getByLabel('Category')).toHaveValue('shipping')
  await expect(form(page).getByLabel('Priority')).toHaveValue('high')
  await fillTicket(page, { subject: HTML, description: HTML })
  await send(page)
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeFocused()
  const reference = await referenceOn(page)
  expect(await db.supportTicket.findUnique({ where: { reference } })).toMatchObject({
    subject: HTML,
    description: HTML,
  })
})

test('the questions are filtered while typing', async ({ page }) => {
  await page.goto('/support')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('refunds')
  await expect(page.getByRole('heading', { name: 'When do I get my refund?' })).toBeVisible()
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^refund/i)
  await expect(page.getByRole('heading', { name: 'Do I need an account?' })).toHaveCount(0)
  await search.fill('zzqxj')
  await expect(page.getByText('No questions match zzqxj.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask a person' }).click()
  await expect(form(page)).toBeInViewport()
})

test('a description that is too long is not sent, and stays in its field', async ({ page }) => {
  await page.goto('/support')
  await fillTicket(page)
  // Hide the field, because the browser would take minutes to lay out such a long text.
  await form(page)
    .getByLabel('Description')
    .evaluate((area: HTMLTextAreaElement) => {
      area.style.display = 'none'
      area.value = 'x'.repeat(100_001)
    })
  await send(page)
  await expect(form(page).getByText('Please use at most 5,000 characters')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This is too long' })).toHaveCount(0)
  expect(
    await form(page)
      .getByLabel('Description')
      .evaluate((area: HTMLTextAreaElement) => area.value.length),
  ).toBe(100_001)
})

test('a draft survives a failed connection and a reload', async ({ page, errors }) => {
  await page.goto('/support')
  const ticket = await fillTicket(page)
  await page.route('**/support.data*', (route) => route.abort())
  await send(page)
  await expect(form(page).getByLabel('Subject')).toHaveCount(0)
  await page.unroute('**/support.data*')
  await page.goto('/support')
  await expect(form(page).getByLabel('Description')).toHaveValue(ticket.description)
  await send(page)
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeVisible()
  await page.goto('/support')
  await expect(form(page).getByLabel('Subject')).toHaveValue('')
  expect(errors.splice(0).every((error) => /ERR_FAILED|Failed to fetch/.test(error))).toBe(true)
})

test('the legal pages have their own layout, and link back to the previous page', async ({ page }) => {
  await page.goto('/contact')
  for (const path of ['/terms', '/privacy', '/reviews-policy']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).not.toHaveURL(/reviews-policy$/)
})
