import { expect, test } from 'vitest'
import { unsubscribePath } from '#server/wishlist/unsubscribe-from-wishlist.service.ts'
import { createClick, createPartner, createProduct, createReview, createWishes } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { findProduct } from '#tests/setup/demo-products.ts'
import { hoursAgo } from '#tests/setup/reviews.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const TABS = [
  ['/settings', 'Profile'],
  ['/settings/preferences', 'Preferences'],
  ['/settings/search', 'Search Settings'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/privacy', 'Privacy'],
  ['/settings/wishlist', 'Wishlist'],
  ['/settings/reviews', 'Your reviews'],
  ['/settings/assistants', 'Assistants'],
] as const

/** Creates a customer and a browser where they are signed in. */
async function customer() {
  const account = await createAccount(shop.db, {
    profile: { create: { fullName: 'Ada Example', city: 'Leeds' } },
  })
  return { ...account, visitor: await shop.visitorAs(account.id) }
}

test('settings require a sign-in', async () => {
  for (const path of [...TABS.map(([path]) => path), '/settings/export']) {
    const answer = await shop.visitor().ask(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      302,
      `/login?redirectTo=${encodeURIComponent(path)}`,
    ])
  }
})

test('each tab has a URL, and two more links lead to orders and saved searches', async () => {
  const { visitor } = await customer()
  let page = await visitor.open('/settings')
  for (const [path, name] of TABS) {
    page = await page.follow(name, 'nav[aria-label=Settings]')
    expect([page.address, page.heading, page.texts('nav[aria-label=Settings] [aria-current]')]).toEqual([
      path,
      name,
      [name],
    ])
  }
  expect(page.texts('nav[aria-label=Settings] a')).toEqual(
    TABS.map(([, name]): string => name)
      .toSpliced(-3, 0, 'Order History')
      .toSpliced(-2, 0, 'Saved searches'),
  )
  expect((await page.follow('Order History')).heading).toBe('Order Tracking Coming Soon')
})

test('orders list visited stores for 30 days', async () => {
  const { visitor, id } = await customer()
  expect((await visitor.open('/orders')).links(/at /, 'main')).toEqual([])
  const product = await findProduct(shop.db)
  await createClick(shop.db, product, { userId: id, priceMinor: 4_200, currency: 'GBP' })
  const page = await visitor.open('/orders')
  expect(page.link('View Wishlist')).toBe('/wishlist')
  expect(page.link(product.partner.businessName, 'main')).toBe(`/brand/${product.partnerId}`)
  expect(page.text('main li')).toContain('£42.00 on ')
  expect(page.link(`${product.name} at ${product.partner.businessName}`)).toBe(`/go/${product.id}?src=orders`)
  expect((await page.follow(product.name, 'main')).heading).toBe(product.name)
})

test('orders link to a review of each eligible product, a day after the visit', async () => {
  const { visitor, id } = await customer()
  // The home page starts with the newest stores, and other tests use it.
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const product = await createProduct(shop.db, { partnerId: partner.id })
  await createClick(shop.db, product, { userId: id })
  expect((await visitor.open('/orders')).links(/^Write a review/, 'main')).toEqual([])
  await shop.db.outboundClick.updateMany({ where: { userId: id }, data: { clickedAt: hoursAgo(25) } })
  const page = await visitor.open('/orders')
  const review = await page.follow(`Write a review of ${product.name}`, 'main')
  expect([review.address, review.heading]).toEqual([`/product/${product.id}/review`, 'Write a review'])
  await createReview(shop.db, { productId: product.id, partnerId: product.partnerId, userId: id })
  expect((await visitor.open('/orders')).links(/^Write a review/, 'main')).toEqual([])
})

test('orders ask visitors to sign in', async () => {
  const page = await shop.visitor().open('/orders')
  expect(page.heading).toBe('Sign in to view orders')
  expect((await page.follow('Sign In')).address).toBe('/login?redirectTo=%2Forders')
})

test('the profile can be edited, and an invalid field keeps its value', async () => {
  const { id, email, visitor } = await customer()
  const view = await visitor.open('/settings')
  expect(view.text('#profile')).toContain(email)
  const form = await view.follow('Edit profile')
  const refused = await form.press('Save profile', {
    Name: '  ',
    Phone: '12345',
    City: 'York',
    Country: 'United Kingdom',
  })
  expect(refused.descriptionOf('Name', '#profile')).toBe('Full name is required')
  expect(refused.descriptionOf('Phone', '#profile')).toContain('Please enter a valid phone number')
  expect(['Phone', 'City', 'Country'].map((label) => refused.valueOf(label, '#profile'))).toEqual([
    '12345',
    'York',
    'GB',
  ])
  const saved = await refused.press('Save profile', { Name: 'Grace Example', Phone: '+44 1904 555 0123' })
  expect(saved.text('#profile [role=status]')).toBe('Profile saved')
  expect(saved.text('#profile')).toContain('Grace Example')
  expect(saved.text('#profile')).toContain('United Kingdom')
  expect(await shop.db.profile.findUnique({ where: { userId: id } })).toMatchObject({
    fullName: 'Grace Example',
    phone: '+44 1904 555 0123',
    city: 'York',
    country: 'GB',
  })
  const later = await visitor.open('/settings')
  expect(later.text('#profile [role=status]')).toBe('')
  const left = await (await later.follow('Edit profile')).follow('Cancel', '#profile')
  expect(left.link('Edit profile')).not.toBeNull()
})

test('preferences, search mode and notifications can be saved', async () => {
  const { id, visitor } = await customer()
  const preferences = await (
    await visitor.open('/settings/preferences')
  ).press('Save preferences', { Currency: 'GBP', Language: 'French' })
  expect(preferences.text('#preferences [role=status]')).toBe('Preferences saved')
  const search = await (await visitor.open('/settings/search')).press('Save', { Intelligent: true })
  expect(search.text('#search-mode [role=status]')).toBe('Search mode saved')
  const before = await visitor.open('/settings/notifications')
  expect(before.all('main [role=switch]').map((box) => box.hasAttribute('checked'))).toEqual([
    false,
    false,
    false,
    false,
  ])
  const after = await before.press('Save', { 'Back in stock': true })
  expect(after.text('#notifications [role=status]')).toBe('Notifications saved')
  const again = await visitor.open('/settings/notifications')
  expect(again.field('Back in stock').hasAttribute('checked')).toBe(true)
  expect(
    await shop.db.user.findUnique({
      where: { id },
      select: { searchMode: true, notifications: true, profile: { select: { currency: true, language: true } } },
    }),
  ).toEqual({
    searchMode: 'intelligent',
    notifications: { priceDrops: false, backInStock: true, reviewRequests: false, news: false },
    profile: { currency: 'GBP', language: 'fr' },
  })
})

test('wishlist alerts can be changed, and an invalid field keeps its value', async () => {
  const { id, visitor } = await customer()
  await createWishes(shop.db, id, [(await findProduct(shop.db)).id])
  const page = await visitor.open('/settings/wishlist')
  expect(page.text('#wishlist')).toContain('1 product saved.')
  expect(page.link('View Wishlist', '#wishlist')).toBe('/wishlist')
  expect(page.texts('#mails dd')).toEqual(['Off', 'Off'])
  expect(page.link('Change your email settings')).toBe('/settings/notifications')
  expect(['No emails from', 'until', 'Time zone'].map((label) => page.valueOf(label))).toEqual(['21', '8', 'UTC'])
  const percent = 'Alert me when the price drops by at least'
  const refused = await page.press('Save wishlist settings', {
    [percent]: '100',
    'Time zone': 'Europe/Berlin',
    until: '06:00',
  })
  expect(refused.descriptionOf(percent)).toContain('Please enter a whole number from 1 to 95')
  expect([percent, 'until', 'Time zone'].map((label) => refused.valueOf(label))).toEqual(['100', '6', 'Europe/Berlin'])
  const saved = await refused.press('Save wishlist settings', { [percent]: '25' })
  expect(saved.text('#alerts [role=status]')).toBe('Wishlist settings saved')
  expect([percent, 'Time zone'].map((label) => saved.valueOf(label))).toEqual(['25', 'Europe/Berlin'])
  expect(await shop.db.wishlistSettings.findUnique({ where: { userId: id } })).toMatchObject({
    timeZone: 'Europe/Berlin',
    quietFrom: 21,
    quietUntil: 6,
    dropPercent: 25,
  })
})

test('the unsubscribe link in wishlist emails asks for confirmation, but accepts one POST from an email client', async () => {
  const mailed = async () => {
    const { id } = await createAccount(shop.db, { notifications: { priceDrops: true, backInStock: true, news: true } })
    const choice = async () => (await shop.db.user.findUniqueOrThrow({ where: { id } })).notifications
    return { link: await unsubscribePath(shop.db, id), choice }
  }
  const off = { priceDrops: false, backInStock: false, news: true }
  const reader = await mailed()
  const page = await shop.visitor().open(reader.link)
  expect(page.heading).toBe('Stop wishlist emails?')
  expect(await reader.choice()).toMatchObject({ priceDrops: true })
  const done = await page.press('Unsubscribe')
  expect(done.heading).toBe('You’re unsubscribed')
  expect(done.link('your notifications')).toBe('/settings/notifications')
  expect(await reader.choice()).toEqual(off)

  const program = await mailed()
  const answer = await shop.visitor({ 'sec-fetch-site': 'cross-site' }).ask(program.link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    headers: { origin: 'https://mail.example' },
  })
  expect(answer.status).toBe(200)
  expect(await program.choice()).toEqual(off)

  const junk = await (await shop.visitor().open('/wishlist/unsubscribe?token=junk')).press('Unsubscribe')
  expect(junk.text()).toContain('This link is not valid.')
  expect((await shop.visitor().open('/wishlist/unsubscribe')).text()).toContain('This link is incomplete.')
})

test('all data can be exported', async () => {
  const { id, email, visitor } = await customer()
  const page = await visitor.open('/settings/privacy')
  for (const name of ['as CSV', 'as JSON'])
    expect((await visitor.ask(page.link(name)!)).headers.get('content-disposition')).toMatch(
      /^attachment; filename="wishlist_/,
    )
  const href = page.link('Download my data')
  const answer = await visitor.ask(href ?? '')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="wtf-account-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(await answer.json()).toMatchObject({ account: { id, email }, profile: { city: 'Leeds' } })
})

test('an account can be closed, and is restored by signing in', async () => {
  const { id, email, visitor } = await customer()
  const privacy = await visitor.open('/settings/privacy')
  const refused = await privacy.press('Delete my account', { 'Your password': 'Wrong-Lantern-41' }, '#delete')
  expect(refused.descriptionOf('Your password')).toBe('This password is incorrect')
  expect(refused.find('#delete details')?.hasAttribute('open')).toBe(true)
  const closed = await refused.press('Delete my account', { 'Your password': PASSWORD }, '#delete')
  expect([closed.address, closed.heading]).toEqual(['/settings/closed', 'Your account is closed'])
  expect((await shop.db.user.findUnique({ where: { id } }))?.deletionRequestedAt).not.toBeNull()
  expect(await shop.db.mail.count({ where: { toAddress: email, kind: 'account_closing' } })).toBe(1)
  const login = await visitor.open('/settings')
  expect(login.url.pathname).toBe('/login')
  const back = await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect(back.address).toMatch(/^\/settings/)
  expect(back.text('body')).toContain('Welcome back. Your account will not be deleted.')
  expect((await shop.db.user.findUnique({ where: { id } }))?.deletionRequestedAt).toBeNull()
})

test('an account that manages a business shows the steps before it can be deleted', async () => {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.partner.create({
    data: { businessName: `Business ${id}`, email: `business-${id}@example.test`, ownerId: id },
  })
  const page = await (await shop.visitorAs(id)).open('/settings/privacy')
  expect(page.text('#delete')).toContain(`This account manages Business ${id}.`)
  expect(page.all('#delete button')).toEqual([])
})
