import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signedIn } from '#tests/setup/auth.ts'
import { BLUE_DRESS, showDrawing } from '#tests/setup/appearances.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import {
  createCategory,
  createClick,
  createPartner,
  createPicture,
  createProduct,
  createUser,
  createView,
  createWishes,
} from '#tests/factories.ts'
import { judgePartner } from '#server/partners/judge-partner.service.ts'
import { judgePartnerInput } from '#server/partners/partner-queue.schema.ts'
import type { PartnerStatus } from '#server/partners/partner-status.schema.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { appRouter, createCaller, type Caller } from '#server/router.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { IndexEngine } from '#server/search/index/index-engine.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { pauseStore, resumeStore } from '#server/partners/settings/pause.service.ts'
import { startSharing } from '#server/wishlist/share-wishlist.service.ts'

// Products of unapproved partners are never listed. Checks every page, feed and API in every state of a partner.

const here = useTestDatabase()
/** Words that appear nowhere else in the shop. */
const [BRAND, PIECE, KIND] = ['Quillonet', 'Vexilla', 'Burnous']

/** Minimal pages that show the results of the procedures. */
const shop = useTestShop(here, async (request, { api }) => {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
  const page = request.url.includes('/product/')
    ? api.catalogue.get({ productId: id })
    : api.partner.getStore({ partnerId: id })
  return page.then(
    (shown) => Response.json(shown, { headers: { 'content-type': 'text/html' } }),
    () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/html' } }),
  )
})

let partner: { id: string }
let product: { id: string }
let alike: { id: string }
let beside: { id: string }
let token: string
let shopper: Awaited<ReturnType<typeof signedIn>>
let admin: Awaited<ReturnType<typeof signedIn>>
let index: IndexEngine

beforeAll(async () => {
  const category = await createCategory(here.db, { name: KIND, slug: 'burnous' })
  partner = await createPartner(here.db, { businessName: BRAND, verificationStatus: 'pending' })
  product = await createProduct(here.db, { partnerId: partner.id, name: `${PIECE} coat`, categoryId: category.id })
  // A product of another partner in the same category, whose similar products are requested.
  const other = await createPartner(here.db)
  alike = await createProduct(here.db, { partnerId: other.id, name: 'Plain coat', categoryId: category.id })
  // A product of another kind, whose complementary products are requested.
  const hoods = await createCategory(here.db, { name: 'Hoods', slug: 'hoods' })
  beside = await createProduct(here.db, { partnerId: other.id, name: 'Plain hood', categoryId: hoods.id })
  const [one, another] = [product.id, alike.id].sort()
  await here.db.itemMatch.create({ data: { productId: one!, otherId: another!, way: 'look' } })
  await createView(here.db, { ...product, partnerId: partner.id })
  await createClick(here.db, { ...product, partnerId: partner.id })
  const { fileId } = await createPicture(here.db, product.id)
  await showDrawing(here.db, product.id, BLUE_DRESS)
  await here.db.partnerMedia.create({
    data: { partnerId: partner.id, mediaType: 'promotional_image', fileId, altText: PIECE, review: 'approved' },
  })
  await createApprovedReview(here.db, { ...product, partnerId: partner.id }, { comment: `A ${PIECE}.` })
  const [user, owner] = [await createUser(here.db), await createUser(here.db)]
  // Old enough to allow a review.
  const clickedAt = new Date(Date.now() - 90_000_000)
  await createClick(here.db, { ...product, partnerId: partner.id }, { userId: user.id, clickedAt })
  await createWishes(here.db, user.id, [alike.id])
  await createWishes(here.db, owner.id, [product.id])
  await here.db.favouriteStore.create({ data: { userId: user.id, partnerId: partner.id } })
  shopper = await signedIn(here.db, user.id)
  admin = await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)
  token = (await startSharing({ db: here.db, viewer: (await signedIn(here.db, owner.id)).viewer }, { title: '' }))
    .token!
  index = new IndexEngine({ databaseUrl: here.url, logLevel: 'silent' }, new SqlEngine(here.db), {
    onUndescribed: () => undefined,
    onChange: () => undefined,
  })
  await index.ready()
})
afterAll(() => index.stop())

const as = (viewer: Viewer | null, engine: SearchEngine): Caller =>
  createCaller({ db: here.db, engine, dataDir: here.dataDir, visit: createVisit(), viewer, isOpen: true })

/** Calls every procedure about products or stores with an input that would find the partner's. */
const ASKED: Record<string, (api: Caller) => Array<() => Promise<unknown>>> = {
  'catalogue.complements': (api) => [() => api.catalogue.complements({ productId: beside.id })],
  'catalogue.get': (api) => [() => api.catalogue.get({ productId: product.id })],
  'catalogue.related': (api) => [() => api.catalogue.related({ productId: alike.id })],
  'catalogue.trending': (api) => [() => api.catalogue.trending()],
  'catalogue.partnerRows': (api) => [() => api.catalogue.partnerRows()],
  'catalogue.strips': (api) => [() => api.catalogue.strips()],
  'offers.list': (api) => [() => api.offers.list({ productId: alike.id })],
  'offers.match': (api) => [() => api.offers.match({ productId: alike.id, otherId: product.id })],
  'outbound.deadEnd': (api) => [() => api.outbound.deadEnd({ productId: product.id })],
  'partner.featuredStores': (api) => [() => api.partner.featuredStores()],
  'partner.getStore': (api) => [() => api.partner.getStore({ partnerId: partner.id })],
  'promotions.live': (api) => [() => api.promotions.live()],
  'reviews.list': (api) => [() => api.reviews.list({ productId: product.id, sort: 'newest', stars: null, page: 1 })],
  'reviews.reviewable': (api) => [() => api.reviews.reviewable({ productIds: [product.id] })],
  'reviews.state': (api) => [() => api.reviews.state({ productId: product.id })],
  'search.examples': (api) => [() => api.search.examples()],
  'search.popular': (api) => [() => api.search.popular()],
  'search.products': (api) =>
    (['normal', 'intelligent'] as const).flatMap((mode) =>
      [
        {},
        { q: PIECE },
        { q: `${BRAND} coats` },
        { q: `coat by ${BRAND}` },
        { partnerId: partner.id },
        { brands: ['quillonet'] },
        { categories: ['burnous'] },
        { sort: 'newest' as const },
        { inStock: true },
      ].map((input) => async () => {
        const { products, facets, total } = await api.search.products(searchProductsInput.parse({ mode, ...input }))
        // A brand requested by its slug is listed in the filters, even with few products.
        return { products, total, facets: 'brands' in input ? null : facets }
      }),
    ),
  'search.brands': (api) => [() => api.search.brands({}), () => api.search.brands({ letter: 'Q' })],
  'search.suggest': (api) => [BRAND, PIECE, `${PIECE} c`, 'quil', 'coat'].map((q) => () => api.search.suggest({ q })),
  'stores.list': (api) =>
    [{ view: 'featured' }, { view: 'all' }, { view: 'all', q: BRAND }, { view: 'all', favourites: true }].map(
      (input) => () => api.stores.list({ q: '', favourites: false, page: 1, ...input } as never),
    ),
  'taste.pool': (api) => [() => api.taste.pool()],
  'wishlist.recommendations': (api) => [() => api.wishlist.recommendations()],
  'wishlist.shared': (api) => [() => api.wishlist.shared({ token, page: 1 })],
}
/** Procedures without products, or about people's own actions. Other tests cover them. */
const OTHERS = [
  'catalogue.figures',
  'search.menu',
  'search.ranking',
  'partner.mine',
  'partner.detectPlatform',
  'partner.hosts',
  'partner.moneyChoices',
  'partner.usage',
  'offers.otherStores',
  'outbound.recentClicks',
  'wishlist.ids',
  'wishlist.list',
  'wishlist.item',
  'wishlist.events',
  'wishlist.unseen',
  'promotions.list',
  'reviews.mine',
  'wishlist.settings',
  'wishlist.export',
  'wishlist.share',
  'wishlist.analytics',
  'wishlist.lookbook',
]

const PAGES = () => [
  `/product/${product.id}`,
  ...['brand', 'partner', 'shop/brand'].map((kind) => `/${kind}/${partner.id}`),
]

const mentions = (answer: unknown): boolean => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer ?? null)
  return [BRAND, PIECE, partner.id, product.id, 'quillonet'].some((word) => text.includes(word))
}

/** Returns the surfaces that mention the partner or its products. */
async function whereSeen(): Promise<string[]> {
  const seen = new Set<string>()
  for (const [engine, named] of [
    [new SqlEngine(here.db), 'sql'],
    [index, 'index'],
  ] as const)
    for (const [procedure, ask] of Object.entries(ASKED))
      for (const [n, one] of ask(as(shopper.viewer, engine)).entries()) {
        const answer = await one().catch((error: { code: string }) => error.code)
        if (mentions(answer)) seen.add(`${procedure} ${n} by ${named}`)
      }
  for (const path of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-product-1.xml', '/api/v1/products'])
    if (mentions(await (await shop.ask(path)).text())) seen.add(path)
  const leaving = await shop.ask(`/go/${product.id}?src=product`)
  if (leaving.status === 302) seen.add('/go')
  // A page with a notice is rendered for its visitor and not cached.
  const cookie = `__Host-wtf_session=${shopper.visit.cookies.get('wtf_session')}; __Host-wtf_notice=x`
  for (const path of PAGES()) if ((await shop.ask(path, { cookie })).status !== 404) seen.add(path)
  const looks = await here.db.productView.count({ where: { productId: product.id } })
  await shop.ask(`/seen/${product.id}`)
  if ((await here.db.productView.count({ where: { productId: product.id } })) > looks) seen.add('/seen')
  return [...seen].toSorted()
}

/** Changes the partner's status. A notification updates the index. */
async function become(to: PartnerStatus): Promise<void> {
  const {
    verificationStatus: from,
    businessName,
    websiteUrl,
  } = await here.db.partner.findUniqueOrThrow({ where: { id: partner.id } })
  await judgePartner(
    { db: here.db, ...admin },
    judgePartnerInput.parse({
      partnerId: partner.id,
      from,
      to,
      ...(to === 'approved' ? { businessName, websiteUrl: websiteUrl ?? '' } : { reason: 'A reason' }),
    }),
  )
  await untilFound(to === 'approved' ? 1 : 0)
}

async function untilFound(count: number): Promise<void> {
  const isFound = async () =>
    (await as(null, index).search.products(searchProductsInput.parse({ partnerId: partner.id }))).total
  await expect.poll(isFound, { timeout: 10_000 }).toBe(count)
}

test('covers every procedure that can return products', () => {
  const named = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(
      ([name, { _def }]) =>
        _def.type === 'query' &&
        /^(catalogue|offers|outbound|partner|promotions|reviews|search|stores|taste|wishlist)\./.test(name),
    )
    .map(([name]) => name)
  expect([...Object.keys(ASKED), ...OTHERS].toSorted()).toEqual(named.toSorted())
})

// The order matters: each test changes the partner's status for the next one.
describe('a partner and its products', () => {
  let everywhere: string[]

  test('are hidden everywhere while the partner is pending', async () => {
    expect(await whereSeen()).toEqual([])
  })
  test('are visible everywhere once the partner is approved', async () => {
    await become('approved')
    everywhere = await whereSeen()
    const asked = Object.entries(ASKED).flatMap(([procedure, ask]) =>
      ask(as(shopper.viewer, index)).flatMap((_, n) => [`${procedure} ${n} by sql`, `${procedure} ${n} by index`]),
    )
    const served = ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-product-1.xml', '/api/v1/products', '/go', '/seen']
    expect(everywhere).toEqual([...asked, ...served, ...PAGES()].toSorted())
  })
  test('are hidden everywhere once the partner is suspended', async () => {
    await become('suspended')
    expect(await whereSeen()).toEqual([])
  })
  test('are visible everywhere once the partner is approved again', async () => {
    await become('approved')
    expect(await whereSeen()).toEqual(everywhere)
  })
  test('are hidden everywhere while the owner has paused the store, and visible afterwards', async () => {
    const owner = { db: here.db, ...admin, partner }
    await pauseStore(owner, { from: null, until: null })
    await untilFound(0)
    expect(await whereSeen()).toEqual([])
    await resumeStore(owner)
    await untilFound(1)
    expect(await whereSeen()).toEqual(everywhere)
  })
  test('are hidden everywhere once the partner is rejected', async () => {
    await become('suspended')
    await here.db.partner.update({ where: { id: partner.id }, data: { verificationStatus: 'pending' } })
    await become('rejected')
    expect(await whereSeen()).toEqual([])
  })
  test('are left out of emails, and shown as unavailable to shoppers who saved them', async () => {
    const { viewer } = shopper
    await createWishes(here.db, viewer.userId, [product.id])
    const api = as(viewer, index)
    const { items } = await api.wishlist.list({})
    expect(items.find(({ productId }) => productId === product.id)).toMatchObject({ card: null })
    await createClick(here.db, { ...product, partnerId: partner.id }, { userId: viewer.userId })
    expect(await api.outbound.recentClicks()).toMatchObject([{ isOpen: false, products: [{ card: null }] }])
    await expect(api.stores.favourite({ partnerId: partner.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('serves a cached page of a partner for at most 20 s after it loses approval', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    await become('approved')
    const paths = PAGES()
    for (const path of paths) expect((await shop.ask(path)).status).toBe(200)
    await become('suspended')
    // A fresh page comes from memory, so a later request is needed to render it again.
    for (const path of paths) expect((await shop.ask(path)).status).toBe(200)
    vi.advanceTimersByTime(20_001)
    for (const path of paths) expect((await shop.ask(path)).status).toBe(404)
  } finally {
    vi.useRealTimers()
  }
})
