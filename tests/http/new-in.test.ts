import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { findNew } from '#server/new-in/find-new.ts'
import { sendNewIn } from '#server/new-in/send-new-in.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, lastMail, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()

/** Creates a separate store that other tests do not use. */
const createStore = () => createPartner(shop.db, { createdAt: new Date('2020-01-01') })

async function searcher() {
  const account = await createAccount(shop.db, { wishlistSettings: { create: { quietFrom: 0, quietUntil: 0 } } })
  return { account, visitor: await shop.visitorAs(account.id) }
}

test('a visitor saves a search, signing in on the way, and edits, pauses, removes and restores it without JavaScript', async () => {
  const { email, id: userId } = await createAccount(shop.db)
  const visitor = shop.visitor()
  const list = await visitor.open('/discover?q=linen&sizes=M,S&sort=newest')
  const login = await list.follow('Save search')
  expect(login.url.pathname).toBe('/login')
  const form = await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect([form.heading, form.valueOf('Name (only you see it)')]).toEqual(['Save this search', 'Linen, M, S'])
  const long = await form.press('Save', { 'Name (only you see it)': 'x'.repeat(81), Emails: 'weekly' })
  expect([long.status, long.descriptionOf('Name (only you see it)')]).toEqual([400, 'Please use at most 80 characters'])
  const saved = await long.press('Save', { 'Name (only you see it)': 'My linen' })
  expect([saved.heading, saved.text('body')]).toEqual(['My linen', expect.stringContaining('Search saved.')])
  expect(await shop.db.savedSearch.findFirst({ where: { userId } })).toMatchObject({
    list: '/discover?q=linen&mode=intelligent&rest=&sizes=M%2CS&materials=linen',
    mails: 'weekly',
    name: 'My linen',
  })
  const renamed = await saved.press('Save', { Name: 'Linen', Emails: 'off' })
  expect([renamed.heading, renamed.valueOf('Emails')]).toEqual(['Linen', 'off'])
  expect((await renamed.press('Save', { Name: ' ' })).descriptionOf('Name')).toBe('Please enter a name')
  const paused = await renamed.press('Pause')
  expect([paused.heading, paused.hasButton('Resume')]).toEqual(['Linen', true])
  const all = await paused.press('Remove')
  expect([all.heading, all.text()]).toEqual(['New in', expect.stringContaining('Removed “Linen”.')])
  expect(all.text()).toContain('No saved searches yet')
  const back = await all.press('Undo')
  expect(back.text()).toContain('Paused. We are not looking for new products.')
  expect(back.link('Linen')).toMatch(/^\/new-in\/[\w-]{36}$/)
  const resumed = await back.press('Resume Linen')
  expect(resumed.hasButton('Pause Linen')).toBe(true)
})

test('a brand is followed from its page, which shows that it is already followed', async () => {
  const { visitor } = await searcher()
  const { id, businessName } = await createStore()
  const brand = await visitor.open(`/brand/${id}`)
  const form = await brand.follow(`Follow ${businessName}`)
  expect(form.heading).toBe(`Follow ${businessName}`)
  expect((await form.press('Follow')).heading).toBe(businessName)
  expect((await visitor.open(`/new-in/save?list=/brand/${id}`)).text()).toContain('You already follow this.')
})

test('an invalid list or an unknown search returns 404', async () => {
  const { visitor } = await searcher()
  for (const list of ['', '/wishlist', 'https://evil.example/discover?q=x', `/discover?q=${'x'.repeat(5_000)}`]) {
    const page = await visitor.open(`/new-in/save?${new URLSearchParams({ list })}`)
    expect([page.status, page.heading]).toEqual([404, 'Nothing to save yet'])
  }
  const statuses = ['/new-in/junk', '/new-in/01900000-0000-7000-8000-000000000009'].map(
    async (address) => (await visitor.open(address)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 404])
  const unknown = await visitor.ask('/new-in?index', {
    method: 'POST',
    body: new URLSearchParams({ form: 'toString' }),
  })
  expect(unknown.status).toBe(400)
})

test('public pages link to the feed, and contain nothing about the viewer', async () => {
  const { id } = await createStore()
  const feedOf = async (address: string) =>
    (await shop.visitor().open(address)).find('link[type="application/atom+xml"]')?.getAttribute('href')
  expect(await feedOf('/discover?category=dresses&sort=newest')).toBe('/feeds/new.atom?categories=dresses')
  expect(await feedOf(`/brand/${id}`)).toBe(`/feeds/new.atom?partner=${id}`)
  expect(await feedOf('/about')).toBeUndefined()
  expect(await feedOf('/')).toBeUndefined()
})

/**
 * Parses the document.
 * @throws if it is invalid XML
 */
function parseAtom(xml: string) {
  const { document } = parseHTML(xml.replace(/^<\?xml[^>]*\?>/, ''))
  return [...document.querySelectorAll('entry')].map((entry) => ({
    title: entry.querySelector('title')?.textContent,
    link: entry.querySelector('link')?.getAttribute('href'),
  }))
}

describe('a feed', () => {
  test('contains the newest products of a list, the same for everyone, and returns 304 if it has not changed', async () => {
    const store = await createStore()
    const names = ['Plain & Simple <Coat>', 'Ends\u0001 here']
    for (const name of names) await createProduct(shop.db, { partnerId: store.id, name })
    const feed = await shop.visitor().ask(`/feeds/new.atom?partner=${store.id}`)
    expect([feed.status, feed.headers.get('content-type'), feed.headers.get('x-robots-tag')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      'noindex',
    ])
    const text = await feed.text()
    expect(parseAtom(text).map(({ title }) => title)).toEqual(['Ends  here', 'Plain & Simple <Coat>'])
    expect(text).not.toMatch(/[\u0000-\u0008]/)
    const again = await shop
      .visitor()
      .ask(`/feeds/new.atom?partner=${store.id}`, { headers: { 'if-none-match': feed.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    ['/feeds/new.atom', 404],
    ['/feeds/new.atom?partner=junk', 404],
    ['/feeds/new.atom?partner=01900000-0000-7000-8000-000000000009', 404],
    ['/feeds/new.atom?partner=..%2F..%2Fadmin', 404],
    ['/feeds/new.atom?all=true', 200],
    ['/feeds/saved/junk.atom', 404],
    [`/feeds/saved/${'x'.repeat(22)}.atom`, 404],
  ])('at %s returns %i', async (address, status) => expect((await shop.visitor().ask(address)).status).toBe(status))
})

test('rejects a feed URL that is too long', async () => {
  expect((await shop.visitor().ask(`/feeds/new.atom?q=${'x'.repeat(5_000)}`)).status).toBe(414)
})

test('finds appear on the page, in the email and in the private feed, and one POST stops the emails', async () => {
  const { account, visitor } = await searcher()
  const store = await createStore()
  const form = await visitor.open(`/new-in/save?list=/brand/${store.id}`)
  await form.press('Follow', { 'Name (only you see it)': 'Theirs' })
  const { id } = await createProduct(shop.db, { partnerId: store.id, name: 'A new coat' })
  // The shop's own job may be running at the same time.
  await expect
    .poll(
      async () => {
        await findNew(shop.db, shop.databaseUrl, new Date())
        return shop.db.searchFind.count({ where: { productId: id } })
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await sendNewIn(shop.db, shop.url, new Date())

  const page = await visitor.open('/new-in')
  expect(page.text()).toContain('1 new')
  const search = await page.follow('Theirs')
  expect([search.productLinks(), search.headings]).toEqual([[`/product/${id}`], expect.arrayContaining(['1 new'])])
  const seen = await search.press('Mark as seen')
  expect(seen.headings).toContain('Nothing new')
  expect(seen.productLinks()).toEqual([`/product/${id}`])

  const address = new URL(search.valueOf('Feed address')).pathname
  const feed = await shop.visitor().ask(address)
  expect(parseAtom(await feed.text())).toEqual([{ title: 'A new coat', link: `${shop.url}/product/${id}` }])
  expect([feed.headers.get('cache-control'), feed.headers.get('x-robots-tag')]).toEqual([
    'private, max-age=900',
    'noindex',
  ])
  const renewed = await search.press('Create a new address')
  expect((await shop.visitor().ask(address)).status).toBe(404)
  expect((await shop.visitor().ask(new URL(renewed.valueOf('Feed address')).pathname)).status).toBe(200)

  const mail = await lastMail(shop.db, account.email, 'new_in_digest')
  expect(mail.text).toContain('A new coat')
  const ends = new URL(mail.unsubscribeUrl ?? '')
  const asked = await shop.visitor().open(ends.pathname + ends.search)
  expect(asked.text()).toContain('emails about your saved searches and followed brands')
  const mailsOf = async () => (await shop.db.savedSearch.findFirst({ where: { userId: account.id } }))?.mails
  expect(await mailsOf()).toBe('daily')
  // Mail programs do this (RFC 8058): without a page and without cookies.
  const posted = await fetch(new URL(ends.pathname + ends.search, shop.url), {
    method: 'POST',
    // Without this header the shop assumes a proxy, and turns the demo accounts off.
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([posted.status, await mailsOf()]).toEqual([200, 'off'])
  const wrong = await shop.visitor().open('/new-in/unsubscribe?token=junk')
  expect((await wrong.press('Unsubscribe')).text()).toContain('This link is not valid')
})

test('the page explains the requirements of notifications and removes devices without JavaScript', async () => {
  const { account, visitor } = await searcher()
  const { id } = await createStore()
  expect((await visitor.open('/new-in')).headings).not.toContain('Notifications')
  await (await visitor.open(`/new-in/save?list=/brand/${id}`)).press('Follow')
  const before = await visitor.open('/new-in')
  expect(before.text()).toContain('Notifications on this device need JavaScript.')
  const { id: sessionId } = await shop.db.session.findFirstOrThrow({ where: { userId: account.id } })
  const other = await shop.db.session.create({
    data: { id: account.id, userId: account.id, expiresAt: new Date(Date.now() + 3600_000) },
  })
  const keys = { p256dh: 'key', auth: 'auth', userId: account.id }
  await shop.db.pushSubscription.createMany({
    data: [
      { ...keys, sessionId, endpoint: `https://push.example/${account.id}/1` },
      { ...keys, sessionId: other.id, endpoint: `https://push.example/${account.id}/2`, device: 'Safari on iPhone' },
    ],
  })
  const page = await visitor.open('/new-in')
  expect(page.text()).toContain('not notified yet')
  const left = await page.press('Remove Safari on iPhone')
  expect(left.text('body')).toContain('That device will no longer get notifications.')
  expect(left.text()).not.toContain('Safari on iPhone')
  const none = await left.press('Turn off notifications on this device')
  expect(none.text()).toContain('Notifications on this device need JavaScript')
  expect(await shop.db.pushSubscription.count({ where: { userId: account.id } })).toBe(0)
  const wrong = await visitor.ask('/new-in?index', {
    method: 'POST',
    body: new URLSearchParams({ form: 'forget-device', deviceId: 'junk' }),
  })
  expect(wrong.status).toBe(400)
})
