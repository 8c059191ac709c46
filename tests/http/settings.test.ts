import { expect, test } from 'vitest'
import { createClick } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { findProduct } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const TABS = [
  ['/settings', 'Profile'],
  ['/settings/preferences', 'Preferences'],
  ['/settings/search', 'Search Settings'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/privacy', 'Privacy'],
] as const

/** A customer of the test's own, and the browser in which he is signed in. */
async function customer() {
  const account = await createAccount(shop.db, {
    profile: { create: { fullName: 'Ada Example', city: 'Leeds' } },
  })
  return { ...account, visitor: await shop.visitorAs(account.id) }
}

test('settings belong to whoever is signed in', async () => {
  for (const path of [...TABS.map(([path]) => path), '/settings/export']) {
    const answer = await shop.visitor().ask(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([
      path,
      302,
      `/login?redirectTo=${encodeURIComponent(path)}`,
    ])
  }
})

test('each tab has an address, and the last leads to orders', async () => {
  const { visitor } = await customer()
  let page = await visitor.open('/settings')
  for (const [path, name] of TABS) {
    page = await page.follow(name)
    expect([page.address, page.heading, page.texts('nav[aria-label=Settings] [aria-current]')]).toEqual([
      path,
      name,
      [name],
    ])
  }
  expect(page.links('Wishlist', 'nav[aria-label=Settings]')).toEqual([])
  expect((await page.follow('Order History')).heading).toBe('Order Tracking Coming Soon')
})

test('orders name where somebody left for, for 30 days', async () => {
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

test('orders ask visitors to sign in', async () => {
  const page = await shop.visitor().open('/orders')
  expect(page.heading).toBe('Sign in to view orders')
  expect((await page.follow('Sign In')).address).toBe('/login?redirectTo=%2Forders')
})

test('the profile is edited, and a wrong field keeps what was typed', async () => {
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

test('preferences, search mode and notifications are kept', async () => {
  const { id, visitor } = await customer()
  const preferences = await (
    await visitor.open('/settings/preferences')
  ).press('Save preferences', { Currency: 'GBP', Language: 'French' })
  expect(preferences.text('#preferences [role=status]')).toBe('Preferences saved')
  const search = await (await visitor.open('/settings/search')).press('Save', { Intelligent: true })
  expect(search.text('#search-mode [role=status]')).toBe('Search mode saved')
  const before = await visitor.open('/settings/notifications')
  expect(before.all('main [role=switch]').map((box) => box.hasAttribute('checked'))).toEqual([false, false, false])
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
    notifications: { priceDrops: false, backInStock: true, news: false },
    profile: { currency: 'GBP', language: 'fr' },
  })
})

test('everything can be taken along', async () => {
  const { id, email, visitor } = await customer()
  const href = (await visitor.open('/settings/privacy')).link('Download my data')
  const answer = await visitor.ask(href ?? '')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="wtf-account-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(await answer.json()).toMatchObject({ account: { id, email }, profile: { city: 'Leeds' } })
})

test('an account is closed, and had back by signing in', async () => {
  const { id, email, visitor } = await customer()
  const privacy = await visitor.open('/settings/privacy')
  const refused = await privacy.press('Delete my account', { 'Your password': 'Wrong-Lantern-41' }, '#delete')
  expect(refused.descriptionOf('Your password')).toBe('This is not your password')
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

test('an account that manages a business is told what to do before it can be deleted', async () => {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.partner.create({
    data: { businessName: `Business ${id}`, email: `business-${id}@example.test`, ownerId: id },
  })
  const page = await (await shop.visitorAs(id)).open('/settings/privacy')
  expect(page.text('#delete')).toContain(`This account manages Business ${id}.`)
  expect(page.all('#delete button')).toEqual([])
})
