import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAccount, lastMail } from '#tests/setup/auth.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const HTML = '<img src=x onerror="document.title=\'broken\'"><b>bold</b>'
const newEmail = () => `ada-${randomBytes(6).toString('hex')}@mail.example`

const ticket = (given: Record<string, string> = {}) => ({
  Name: 'Ada Example',
  Email: newEmail(),
  Subject: 'Nothing comes',
  Category: 'shipping',
  Priority: 'high',
  Description: 'I wait.\nAnd wait.',
  ...given,
})

/** Returns the reference that the page shows after a message. */
function referenceOn(page: HtmlPage): string {
  expect(page.headings).toContain('We received your message')
  return /WTF-[0-9A-F]{10}/.exec(page.text())?.[0] ?? ''
}

test('a ticket is stored and emailed, and its reference is shown', async () => {
  const form = await shop.visitor().open('/support/shipping')
  expect(form.valueOf('Category', '#ticket')).toBe('shipping')
  const given = ticket({ Subject: HTML, Description: HTML })
  const reference = referenceOn(await form.press('Send ticket', given))
  expect(await shop.db.supportTicket.findUnique({ where: { reference } })).toMatchObject({
    channel: 'support',
    email: given.Email,
    subject: HTML,
    description: HTML,
    category: 'shipping',
    priority: 'high',
    state: 'open',
  })
  const { text } = await lastMail(shop.db, given.Email, 'support_received')
  expect(text).toContain(reference)
  expect(text).not.toContain('bold')
})

test('a rejected form keeps its text, with errors at their fields', async () => {
  const given = ticket({ Email: 'not an address', Subject: `"${HTML}"` })
  const refused = await (await shop.visitor().open('/support')).press('Send ticket', given)
  expect(refused.descriptionOf('Email', '#ticket')).toBe('Please enter a valid email address')
  expect(refused.field('Email', '#ticket').getAttribute('aria-invalid')).toBe('true')
  for (const label of ['Subject', 'Description', 'Category', 'Priority'] as const)
    expect([label, refused.valueOf(label, '#ticket').replaceAll('\r\n', '\n')]).toEqual([label, given[label]])
  expect(referenceOn(await refused.press('Send ticket', { Email: newEmail() }))).not.toBe('')
})

test('a description that is too long is rejected at its field, and kept in full', async () => {
  const long = 'x'.repeat(5_001)
  const refused = await (await shop.visitor().open('/support')).press('Send ticket', ticket({ Description: long }))
  expect(refused.descriptionOf('Description', '#ticket')).toContain('Please use at most 5,000 characters')
  expect(refused.valueOf('Description', '#ticket')).toBe(long)
})

for (const [path, button, text] of [
  ['/support', 'Send ticket', 'Description'],
  ['/contact', 'Send message', 'Message'],
] as const) {
  test(`${path} shows all errors at once`, async () => {
    const refused = await (
      await shop.visitor().open(path)
    ).press(button, { Name: 'Ron', Email: 'ron@example', Subject: 'x'.repeat(151), [text]: 'x'.repeat(5_001) })
    for (const [label, message] of [
      ['Email', 'Please enter a valid email address'],
      ['Subject', 'Please use at most 150 characters'],
      [text, 'Please use at most 5,000 characters'],
    ] as const)
      expect(refused.descriptionOf(label)).toContain(message)
  })
}

test('a message from the contact page is stored and emailed, and its reference is shown', async () => {
  const email = newEmail()
  const refused = await (
    await shop.visitor().open('/contact')
  ).press('Send message', { Name: 'Ada', Email: email, Subject: 'Hello' })
  expect(refused.descriptionOf('Message')).toContain('Message is required')
  const reference = referenceOn(await refused.press('Send message', { Message: 'A word.' }))
  expect(await shop.db.supportTicket.findUnique({ where: { reference } })).toMatchObject({
    channel: 'contact',
    email,
    description: 'A word.',
  })
  expect((await lastMail(shop.db, email, 'support_received')).text).toContain(reference)
})

test('a ticket larger than one megabyte gets an error page', async () => {
  const form = await shop.visitor().open('/support')
  const page = await form.press('Send ticket', ticket({ Description: 'x'.repeat(1024 * 1024) }))
  expect([page.status, page.heading]).toEqual([413, 'This is too long'])
})

test('the questions can be searched', async () => {
  const search = (await shop.visitor().open('/support')).press('Search', { 'Search questions': 'refunds' })
  const found = await search
  expect(found.headings).toContain('When do I get my refund?')
  expect(found.headings).not.toContain('Do I need an account?')
  expect(found.texts('main mark')[0]).toMatch(/^refund/i)
  const nothing = await found.press('Search', { 'Search questions': 'zzqxj' })
  expect(nothing.text()).toContain('No questions match zzqxj.')
  const target = nothing.link('Ask a person') ?? ''
  expect(target).toMatch(/^#/)
  expect(nothing.text(target)).toContain('Send ticket')
})

test("signed-in users write from their account's address, and find the reply at /support", async () => {
  const { id, email } = await createAccount(shop.db)
  const visitor = await shop.visitorAs(id)
  const form = await visitor.open('/support/account')
  expect(form.text('#ticket')).toContain(email)
  expect(form.valueOf('Name', '#ticket')).toBe('Ada Example')
  const reference = referenceOn(
    await form.press('Send ticket', { Subject: 'My shelf is empty', Description: 'Where did it go?' }),
  )
  const kept = await shop.db.supportTicket.update({
    where: { reference },
    data: { state: 'answered', replies: { create: { text: 'It is back.' } } },
  })
  expect([kept.userId, kept.email, kept.category]).toEqual([id, email, 'account'])
  const later = (await visitor.open('/support')).text()
  expect(later).toContain('My shelf is empty')
  expect(later).toContain('It is back.')
})

test('each topic shows its questions, and an unknown topic returns 404', async () => {
  const visitor = shop.visitor()
  for (const [topic, title] of [
    ['orders', 'Orders'],
    ['shipping', 'Shipping'],
    ['returns', 'Returns'],
    ['payment', 'Payment'],
    ['account', 'Account'],
    ['privacy', 'Privacy'],
  ] as const) {
    const page = await visitor.open(`/support/${topic}`)
    expect([page.status, page.heading]).toEqual([200, title])
    expect(page.all('main article').length).toBeGreaterThanOrEqual(5)
  }
  expect((await visitor.open('/support/nonsense')).status).toBe(404)
})

for (const [path, title] of [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/reviews-policy', 'Reviews policy'],
] as const) {
  test(`${path} has a date, a table of contents and a link back`, async () => {
    const page = await shop.visitor().open(path)
    expect(page.heading).toBe(title)
    expect(page.text()).toMatch(/Last updated \d+ \w+ \d{4}/)
    const contents = page.all('nav[aria-label=Contents] a').map((link) => link.getAttribute('href') ?? '')
    expect(contents.length).toBeGreaterThan(3)
    for (const href of contents) expect([href, page.all(href).length]).toEqual([href, 1])
    expect((await page.follow('Back')).url.pathname).not.toBe(path)
  })
}
