import { expect, test } from 'vitest'
import { createWishes } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const NOT_SHARED = 'This wishlist is not shared. Ask its owner for a new link.'

/** Creates a person with one product on the wishlist, and a browser where they are signed in. */
async function wisher() {
  const account = await createAccount(shop.db, { fullName: 'Ada Secret' })
  const product = await findTypicalProduct(shop.db)
  await createWishes(shop.db, account.id, [product.id], { note: 'a secret note', priority: 5, size: 'UK 12' })
  return { account, product, visitor: await shop.visitorAs(account.id) }
}

/** Submits a sharing form. */
const send = (visitor: Awaited<ReturnType<typeof wisher>>['visitor'], fields: Record<string, string>) =>
  visitor.ask('/wishlist/sharing', { method: 'POST', body: new URLSearchParams(fields) })

/** Returns the address of a person's shared list. */
async function sharedAddress(userId: string): Promise<string> {
  const { token } = await shop.db.wishlistShare.findUniqueOrThrow({ where: { userId } })
  return `/wishlist/shared/${token}`
}

test('sharing a wishlist is started and stopped by forms', async () => {
  const { account, visitor } = await wisher()
  const started = await send(visitor, { form: 'start', title: 'For my birthday' })
  expect([started.status, started.headers.get('location')]).toEqual([302, '/wishlist#sharing'])
  const address = await sharedAddress(account.id)
  const page = await shop.visitor().open(address)
  expect([page.status, page.heading, page.title]).toEqual([200, 'For my birthday', 'For my birthday | WTF'])
  const renamed = await send(visitor, { form: 'start', title: 't'.repeat(61) })
  expect(renamed.headers.get('location')).toBe('/wishlist#sharing')
  expect(decodeURIComponent(visitor.cookie('wtf_notice') ?? '')).not.toBe('')
  expect((await shop.visitor().open(address)).heading).toBe('For my birthday')
  await send(visitor, { form: 'stop' })
  const gone = await shop.visitor().open(address)
  const never = await shop.visitor().open('/wishlist/shared/junk')
  expect([gone.status, never.status, gone.title, never.title]).toEqual([
    404,
    404,
    'Wishlist not found | WTF',
    'Wishlist not found | WTF',
  ])
  expect([gone.text(), never.text()]).toEqual([expect.stringContaining(NOT_SHARED), gone.text()])
})

test('a shared list reveals nothing about its owner, is not indexed, and sends no referrer', async () => {
  const { account, product, visitor } = await wisher()
  await send(visitor, { form: 'start', title: '' })
  const address = await sharedAddress(account.id)
  for (const path of [address, `${address}.data`]) {
    const answer = await shop.visitor().ask(path)
    const text = await answer.text()
    expect(text).toContain(product.id)
    for (const secret of ['Ada', 'secret', account.email, account.id]) expect(text).not.toContain(secret)
    expect(
      ['referrer-policy', 'x-robots-tag', 'cache-control'].map((name) => [name, answer.headers.get(name)]),
    ).toEqual([
      ['referrer-policy', 'strict-origin'],
      ['x-robots-tag', 'noindex'],
      ['cache-control', 'no-store'],
    ])
  }
  for (const [carrier, policy] of [
    [`/login?redirectTo=${encodeURIComponent(address)}&why=wishlist`, 'strict-origin'],
    [`/signup?redirectTo=${encodeURIComponent(`${address}?page=2`)}`, 'strict-origin'],
    ['/login?redirectTo=%2Fwishlist', 'strict-origin-when-cross-origin'],
  ] as const)
    expect((await shop.visitor().ask(carrier)).headers.get('referrer-policy')).toBe(policy)
  const page = await shop.visitor().open(address)
  expect(page.heading).toBe('A wishlist')
  expect(page.find('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(page.find('link[rel=canonical]')).toBeNull()
  expect(page.productLinks()).toEqual([`/product/${product.id}`])
  expect(page.text()).toContain('Size UK 12')
  expect(page.text()).toContain('Most wanted')
})

test('one button saves all items of a shared list after a sign-in', async () => {
  const { account, product, visitor: owner } = await wisher()
  await send(owner, { form: 'start', title: 'Mine' })
  const address = await sharedAddress(account.id)
  const login = await (await shop.visitor().open(address)).press('Save all to my wishlist')
  expect(login.address).toBe(`/login?redirectTo=${encodeURIComponent(address)}&why=wishlist`)
  const other = await createAccount(shop.db)
  const visitor = await shop.visitorAs(other.id)
  const saved = await (await visitor.open(address)).press('Save all to my wishlist')
  expect([saved.address, saved.texts('[role=status]')]).toEqual([
    address,
    expect.arrayContaining(['Added 1 item to wishlist']),
  ])
  expect(await shop.db.wishlistItem.findMany({ where: { userId: other.id } })).toMatchObject([
    { productId: product.id, note: '', priority: 3 },
  ])
  const own = await owner.open(address)
  expect(own.text()).toContain('This is your own list, as others see it.')
  expect([own.hasButton('Save all to my wishlist'), own.link('Go to your wishlist')]).toEqual([false, '/wishlist'])
})

test('sharing requires a sign-in', async () => {
  const answer = await send(shop.visitor(), { form: 'start', title: 'x' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?redirectTo=%2Fwishlist%2Fsharing'])
  expect((await shop.visitor().ask('/wishlist/sharing')).headers.get('location')).toBe('/wishlist')
})
