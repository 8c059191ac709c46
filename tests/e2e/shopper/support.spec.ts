import type { Page } from '@playwright/test'
import { createAccount, expect, newEmail, readMail, signIn, test } from '../accounts.ts'

const HTML = '<img src=x onerror="document.title=\'broken\'"><b>bold</b>'
const form = (page: Page) => page.locator('form[method=post]').filter({ has: page.getByLabel('Subject') })

async function fillTicket(page: Page, given: { email?: string; name?: string; subject?: string; description?: string } = {}) {
  const ticket = { name: 'Ada Example', email: newEmail(), subject: 'Nothing comes', description: 'I wait.\nAnd wait.', ...given }
  await form(page).getByLabel('Name').fill(ticket.name)
  await form(page).getByLabel('Email').fill(ticket.email)
  await form(page).getByLabel('Subject').fill(ticket.subject)
  await form(page).getByLabel('Category').selectOption('shipping')
  await form(page).getByLabel('Priority').selectOption('high')
  await form(page).getByLabel('Description').fill(ticket.description)
  return ticket
}

const send = (page: Page, name = 'Send ticket') => page.getByRole('button', { name }).click()
const referenceOn = (page: Page) => page.getByRole('main').getByText(/^WTF-[0-9A-F]{10}$/).innerText()

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a ticket leaves a row, a mail and the reference on the page', async ({ page, db }) => {
      await page.goto('/support/shipping')
      await expect(form(page).getByLabel('Category')).toHaveValue('shipping')
      const ticket = await fillTicket(page, { subject: HTML, description: HTML })
      await send(page)
      await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
      const reference = await referenceOn(page)
      expect(await db.supportTicket.findUnique({ where: { reference } })).toMatchObject({ channel: 'support', email: ticket.email, subject: HTML, description: HTML, category: 'shipping', priority: 'high', state: 'open' })
      const { text } = await readMail(db, ticket.email, 'support_received')
      expect(text).toContain(reference)
      expect(text).not.toContain('bold')
    })

    test('what is refused keeps what was typed, and says what is wrong at its field', async ({ page }) => {
      await page.goto('/support')
      const ticket = await fillTicket(page, { email: 'not an address', subject: `"${HTML}"` })
      await send(page)
      await expect(form(page).getByText('Please enter a valid email address')).toBeVisible()
      await expect(form(page).getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
      await expect(form(page).getByLabel('Subject')).toHaveValue(ticket.subject)
      await expect(form(page).getByLabel('Description')).toHaveValue(ticket.description)
      await expect(form(page).getByLabel('Category')).toHaveValue('shipping')
      await expect(form(page).getByLabel('Priority')).toHaveValue('high')
      await form(page).getByLabel('Email').fill(newEmail())
      await send(page)
      await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
    })

    test('too long a text is refused at its field, whole', async ({ page }) => {
      await page.goto('/support')
      await fillTicket(page, { description: 'x'.repeat(5_001) })
      await send(page)
      await expect(form(page).getByText('Please use at most 5,000 characters')).toBeVisible()
      await expect(form(page).getByLabel('Description')).toHaveValue('x'.repeat(5_001))
    })

    test('everything that is wrong is told at once', async ({ page }) => {
      await page.goto('/support')
      await fillTicket(page, { email: 'ron@example', subject: 'x'.repeat(151), description: 'x'.repeat(5_001) })
      await send(page)
      for (const message of ['Please enter a valid email address', 'Please use at most 150 characters', 'Please use at most 5,000 characters']) await expect(form(page).getByText(message)).toBeVisible()
      await page.goto('/contact')
      await form(page).getByLabel('Name').fill('Ron')
      await form(page).getByLabel('Email').fill('ron@example')
      await form(page).getByLabel('Subject').fill('x'.repeat(151))
      await form(page).getByLabel('Message').fill('x'.repeat(5_001))
      await send(page, 'Send message')
      for (const message of ['Please enter a valid email address', 'Please use at most 150 characters', 'Please use at most 5,000 characters']) await expect(form(page).getByText(message)).toBeVisible()
    })

    test('a message from the contact page leaves a row, a mail and a reference', async ({ page, db }) => {
      const email = newEmail()
      await page.goto('/contact')
      await form(page).getByLabel('Name').fill('Ada')
      await form(page).getByLabel('Email').fill(email)
      await form(page).getByLabel('Subject').fill('Hello')
      await send(page, 'Send message')
      await expect(form(page).getByText('Message is required')).toBeVisible()
      await form(page).getByLabel('Message').fill('A word.')
      await send(page, 'Send message')
      await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
      const reference = await referenceOn(page)
      expect(await db.supportTicket.findUnique({ where: { reference } })).toMatchObject({ channel: 'contact', email, description: 'A word.' })
      expect((await readMail(db, email, 'support_received')).text).toContain(reference)
    })

    test('the questions can be searched', async ({ page }) => {
      await page.goto('/support')
      const search = page.getByRole('main').getByRole('searchbox')
      await search.fill('refunds')
      if (!javaScriptEnabled) await search.press('Enter')
      await expect(page.getByRole('heading', { name: 'When do I get my refund?' })).toBeVisible()
      await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^refund/i)
      await expect(page.getByRole('heading', { name: 'Do I need an account?' })).toHaveCount(0)
      await search.fill('zzqxj')
      if (!javaScriptEnabled) await search.press('Enter')
      await expect(page.getByText('No question here has zzqxj in it.')).toBeVisible()
      await page.getByRole('link', { name: 'Ask a person' }).click()
      await expect(form(page)).toBeInViewport()
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a ticket of more than a megabyte gets a page that says so', async ({ page }) => {
    await page.goto('/support')
    await fillTicket(page)
    // In a field that is not drawn: a megabyte takes a browser minutes to lay out.
    await form(page).locator('input[name=form]').evaluate((input: HTMLInputElement) => void (input.value = 'x'.repeat(1024 * 1024)))
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await send(page)
    expect((await answered).status()).toBe(413)
    await expect(page.getByRole('heading', { name: 'This is too long' })).toBeVisible()
  })
})

test('a text that the server would not read to the end is not sent, and stays', async ({ page }) => {
  await page.goto('/support')
  await fillTicket(page)
  // Not drawn: so long a text takes a browser minutes to lay out.
  await form(page).getByLabel('Description').evaluate((area: HTMLTextAreaElement) => {
    area.style.display = 'none'
    area.value = 'x'.repeat(100_001)
  })
  await send(page)
  await expect(form(page).getByText('Please use at most 5,000 characters')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This is too long' })).toHaveCount(0)
  expect(await form(page).getByLabel('Description').evaluate((area: HTMLTextAreaElement) => area.value.length)).toBe(100_001)
})

test('a draft outlives a failed connection and a reload', async ({ page, errors }) => {
  await page.goto('/support')
  const ticket = await fillTicket(page)
  await page.route('**/support.data*', (route) => route.abort())
  await send(page)
  await expect(form(page).getByLabel('Subject')).toHaveCount(0)
  await page.unroute('**/support.data*')
  await page.goto('/support')
  await expect(form(page).getByLabel('Description')).toHaveValue(ticket.description)
  await send(page)
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
  await page.goto('/support')
  await expect(form(page).getByLabel('Subject')).toHaveValue('')
  expect(errors.splice(0).every((error) => /ERR_FAILED|Failed to fetch/.test(error))).toBe(true)
})

test('whoever is signed in writes from the address of the account, and finds the answer at /support', async ({ page, db }) => {
  const { id, email } = await createAccount(db)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/support/account')
  await expect(form(page).getByText(email)).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Some Body')
  await form(page).getByLabel('Subject').fill('My shelf is empty')
  await form(page).getByLabel('Description').fill('Where did it go?')
  await send(page)
  await expect(page.getByRole('heading', { name: 'We have your message' })).toBeVisible()
  const reference = await referenceOn(page)
  const ticket = await db.supportTicket.update({ where: { reference }, data: { state: 'answered', replies: { create: { text: 'It is back.' } } } })
  expect([ticket.userId, ticket.email, ticket.category]).toEqual([id, email, 'account'])
  await page.goto('/support')
  await page.getByText('My shelf is empty').click()
  await expect(page.getByText('It is back.')).toBeVisible()
})

test('each topic answers its questions; an unknown one is not found', async ({ page, errors }) => {
  await page.goto('/support')
  for (const [topic, title] of [['orders', 'Orders'], ['shipping', 'Shipping'], ['returns', 'Returns'], ['payment', 'Payment'], ['account', 'Account'], ['privacy', 'Privacy']] as const) {
    const response = await page.goto(`/support/${topic}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThanOrEqual(5)
  }
  expect((await page.goto('/support/nonsense'))?.status()).toBe(404)
  expect(errors.splice(0).filter((error) => !error.includes('404'))).toEqual([])
})

for (const [path, title] of [['/terms', 'Terms of Service'], ['/privacy', 'Privacy Policy'], ['/reviews-policy', 'Reviews policy']] as const) {
  test(`${path} is dated, has its contents and a way back, and stands outside the shop's frame`, async ({ page }) => {
    await page.goto('/contact')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(/^Last updated \d+ \w+ \d{4}$/)).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
    for (const href of await contents.evaluateAll((links) => links.map((link) => link.getAttribute('href')))) await expect(page.locator(href!)).toHaveCount(1)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).not.toHaveURL(new RegExp(`${path}$`))
  })
}
