import sharp from 'sharp'
import superjson from 'superjson'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Partner, Product } from '#prisma/generated/client.ts'
import { storePicture } from '#server/media/media.service.ts'
import { newId } from '#server/platform/ids.ts'
import { SUPPORT_TOPICS } from '#server/support/ticket-values.schema.ts'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { MAX_BODY_BYTES } from './request-body.ts'

const database = useTestDatabase()
let rendered = 0
const shop = useTestShop(database, async (request) => {
  rendered++
  if (request.url.includes('broken')) throw new Error('no page')
  const { pathname, search } = new URL(request.url)
  return new Response(
    `${request.method} ${pathname}${search} ${pathname === '/features' ? `cookies: ${request.headers.get('cookie')} ` : ''}${'words '.repeat(500)}`,
    { headers: { 'content-type': 'text/html' } },
  )
})
let partner: Partner
let product: Product
beforeAll(async () => {
  partner = await createPartner(database.db)
  product = await createProduct(database.db, { partnerId: partner.id })
})

describe('GET /healthz', () => {
  test('returns ok while the database responds', async () => {
    const response = await shop.ask('/healthz')
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
      200,
      'no-store',
      { status: 'ok' },
    ])
  })
  test('queries the database only once for simultaneous requests', async () => {
    const asked = vi.spyOn(database.db, '$queryRaw')
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => shop.ask(n % 2 ? '/healthz' : '/readyz')))
    expect([new Set(answers.map(({ status }) => status)), asked.mock.calls.length <= 1]).toEqual([new Set([200]), true])
    asked.mockRestore()
  })
})

describe('robots.txt', () => {
  test('disallows the tracking URLs, and links to the sitemap', async () => {
    const text = await (await shop.ask('/robots.txt')).text()
    for (const line of ['Disallow: /go/', 'Disallow: /seen/', 'Sitemap: https://wtf.example/sitemap.xml'])
      expect(text.split('\n')).toContain(line)
  })
})

describe('the sitemap', () => {
  test('lists every page, listed product, category and brand once, and nothing else', async () => {
    const [category, pending] = [
      await createCategory(database.db, { slug: 'coats' }),
      await createPartner(database.db, { verificationStatus: 'pending' }),
    ]
    await createCategory(database.db, { isActive: false })
    const more = await createProduct(database.db, { partnerId: partner.id, categoryId: category.id })
    await createProduct(database.db, { partnerId: partner.id, status: 'draft' })
    await createProduct(database.db, { partnerId: pending.id })
    const response = await shop.ask('/sitemap.xml')
    const locations = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location)
    expect(response.headers.get('content-type')).toContain('application/xml')
    expect(locations.toSorted()).toEqual(
      [
        '/',
        '/discover?all=true',
        '/about-wtf',
        '/support',
        ...SUPPORT_TOPICS.map((topic) => `/support/${topic}`),
        '/contact',
        '/terms',
        '/privacy',
        '/reviews-policy',
        '/about',
        '/features',
        '/ranking',
        '/picture-search',
        '/developers',
        '/brands',
        '/stores',
        '/early-access',
        '/discover?category=coats',
        `/brand/${partner.id}`,
        `/product/${product.id}`,
        `/product/${more.id}`,
      ]
        .map((path) => `https://wtf.example${path}`)
        .toSorted(),
    )
  })
  test.each(['product-0', 'product-2', 'product-9999'])('returns 404 for the file %s', async (name) =>
    expect((await shop.ask(`/sitemap-${name}.xml`)).status).toBe(404),
  )
  test('also lists pages and products in separate files', async () => {
    for (const name of ['pages', 'product-1']) expect((await shop.ask(`/sitemap-${name}.xml`)).status).toBe(200)
  })
})

describe('GET /img', () => {
  let name: string
  beforeAll(async () => {
    const { id } = await storePicture(
      database.db,
      database.dataDir,
      await sharp({ create: { width: 400, height: 500, channels: 3, background: '#884422' } })
        .png()
        .toBuffer(),
    )
    name = (await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).sha256.slice(0, 24)
  })
  test.each([
    ['avif', 'image/avif'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
  ])('serves %s with permanent caching', async (format, type) => {
    const response = await shop.ask(`/img/${name}/320.${format}`)
    const bytes = await response.arrayBuffer()
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ])
    expect((await sharp(bytes).metadata()).width).toBe(320)
  })
  test.each([
    ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ])('negotiates the format for Accept: %s', async (accept, type) => {
    const { headers } = await shop.ask(`/img/${name}/320`, { accept })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual([type, 'Accept, Save-Data'])
  })
  test('serves a smaller, private image for Save-Data', async () => {
    const response = await shop.ask(`/img/${name}/320.webp`, { 'save-data': 'on' })
    expect([response.status, response.headers.get('cache-control'), response.headers.get('vary')]).toEqual([
      200,
      'private, max-age=86400',
      'Save-Data',
    ])
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(320)
    expect((await shop.ask(`/img/${name}/320.webp`)).headers.get('vary')).toBe('Save-Data')
  })
  test.each([
    'x',
    'NAME',
    'NAME/',
    'NAME/321',
    'NAME/321.jpg',
    'NAME/320.png',
    'NAME/320.svg',
    'NAME/-320.jpg',
    'NAME/3200000.jpg',
    'NAME/320.jpg/x',
    'NAME/320.JPG',
    'ffffffffffffffffffffffff/320.jpg',
    '..%2f..%2fetc%2fpasswd',
    'NAME/..%2f..%2f320.jpg',
    'NAME/%2e%2e/320.jpg',
    'NAME%00/320.jpg',
    'NAME/320.jpg%00',
    `${'a'.repeat(3_000)}/320.jpg`,
    'NAME/320.jp g',
  ])('returns 404 for %s', async (path) =>
    expect((await shop.ask(`/img/${path.replace('NAME', name)}`)).status).toBe(404),
  )
  test('returns 404 if the original is missing', async () => {
    const { fileId } = await createPicture(database.db, product.id)
    const { sha256 } = await database.db.mediaFile.findUniqueOrThrow({ where: { id: fileId! } })
    expect((await shop.ask(`/img/${sha256.slice(0, 24)}/320.jpg`)).status).toBe(404)
  })
})

describe('pages', () => {
  test('are cached for all visitors without a session', async () => {
    const before = rendered
    await shop.ask('/discover')
    for (const name of ['__Host-wtf_vid', 'wtf_vid'])
      expect(
        await (
          await shop.ask('/discover', { cookie: `${name}=AAAAAAAAAAAAAAAAAAAAAA; wtf_device=a.b; wtf_asker=c` })
        ).text(),
      ).toContain('GET /discover')
    expect(rendered).toBe(before + 1)
  })
  test.each([
    'a=b',
    'session=abc',
    'wtf_session=abc',
    `__Host-wtf_session=${'a'.repeat(40)}`,
    '__Host-wtf_bypass=1764000000000.x',
    'wtf_notice=',
    'wtf_notice=abc',
    '__Host-wtf_notice=',
    '__Host-wtf_oauth=x',
    '=',
    ';;;',
    'a=b; '.repeat(500),
  ])('are served from the cache with the cookie %s', async (cookie) => {
    const kept = await shop.ask('/about')
    const before = rendered
    for (let asked = 0; asked < 3; asked++) {
      const answer = await shop.ask('/about', { cookie })
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, kept.headers.get('etag')])
    }
    expect(rendered).toBe(before)
  })
  test('contain no data of the visitor who requested them first', async () => {
    const text = await (await shop.ask('/features', { cookie: 'wtf_vid=AAAAAAAAAAAAAAAAAAAAAA; a=secret' })).text()
    expect(text).toContain('GET /features cookies: null words')
  })
  test('are cached once, whatever their unknown parameters', async () => {
    const before = rendered
    for (const search of ['?q=a', '?q=a&utm_source=x', '?fbclid=1&q=a'])
      expect(await (await shop.ask(`/support${search}`)).text()).toContain('GET /support?q=a words')
    expect(rendered).toBe(before + 1)
  })
  test('are cached once with the maximum number of unknown parameters', async () => {
    const before = rendered
    const many = Array.from({ length: 990 }, (_, index) => `x${index}=1`).join('&')
    for (const search of ['?q=b', `?${many}&q=b`])
      expect(await (await shop.ask(`/support${search}`)).text()).toContain('GET /support?q=b words')
    expect(rendered).toBe(before + 1)
  })
  test("keep Remix's own parameters", async () => {
    for (const question of ['/__manifest?p=%2Fa&p=%2Fb&version=1', '/discover.data?all=true&_routes=routes%2Fdiscover'])
      expect(await (await shop.ask(question)).text()).toContain(`GET ${question} `)
  })
  test.each<[string, Record<string, string>, RequestInit]>([
    ['a request with a notice cookie', { cookie: 'wtf_vid=x; __Host-wtf_notice=abc' }, {}],
    ['a form submission', { origin: 'https://wtf.example' }, { method: 'POST', body: 'a=b' }],
  ])('are rendered again for %s', async (_, headers, init) => {
    const before = rendered
    await shop.ask('/ranking', headers, init)
    await shop.ask('/ranking', headers, init)
    expect(rendered).toBe(before + 2)
  })
  test.each([
    '/login',
    '/login/',
    '/brand/login',
    '/settings',
    '/settings.data',
    '/auth/magic-link',
    '/admin/outbox',
    '/discovery',
    '/new',
    '/_root.data/login',
  ])('%s is rendered for every request, with all parameters', async (path) => {
    for (const token of ['a', 'b'])
      expect(await (await shop.ask(`${path}?token=${token}`)).text()).toContain(`GET ${path}?token=${token} `)
  })
  test('are cached with their content after a HEAD request', async () => {
    const head = await shop.ask('/product/x', {}, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await (await shop.ask('/product/x')).text()).toContain('GET /product/x')
  })
  test('report a failed rendering without a stack trace', async () => {
    const response = await shop.ask('/broken')
    expect([response.status, await response.text()]).toEqual([
      500,
      'Something went wrong on our side. Please try again.',
    ])
    expect((await shop.ask('/kept')).status).toBe(200)
  })
})

describe('tRPC over HTTP', () => {
  const query = (procedure: string, input: unknown) =>
    shop.ask(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`)
  const dataOf = async (response: Response) =>
    superjson.deserialize(((await response.json()) as { result: { data: never } }).result.data)

  test('returns results, with dates as Date objects', async () => {
    expect(await dataOf(await query('search.products', { partnerId: partner.id, pageSize: 1 }))).toMatchObject({
      page: 1,
      products: [{ partnerId: partner.id }],
    })
    expect(await dataOf(await query('catalogue.get', { productId: product.id }))).toMatchObject({
      id: product.id,
      createdAt: product.createdAt,
    })
  })
  test.each([
    ['search.products', { page: 0 }, 400],
    ['search.products', { sort: 'x' }, 400],
    ['search.products', { partnerId: 'x' }, 400],
    ['search.products', 'text', 400],
    ['search.products', { pageSize: 5_000 }, 400],
    ['search.products', { categories: ['\u0000'], brands: ['\u0000'], q: '\u0000' }, 200],
    ['catalogue.get', { productId: 1 }, 400],
    ['catalogue.get', {}, 400],
    ['catalogue.get', { productId: 'junk' }, 404],
    ['catalogue.get', { productId: newId() }, 404],
    ['catalogue.related', { productId: 'junk' }, 200],
    ['partner.getStore', { partnerId: '\u0000' }, 404],
    ['outbound.deadEnd', { productId: 'a'.repeat(5_000) }, 404],
    ['no.such', {}, 404],
  ])('%s with %j returns %i', async (procedure, input, status) =>
    expect((await query(procedure, input)).status).toBe(status),
  )
  test.each(['?input=%7B', '?input=null', '?input=%E0%A4%A', ''])('rejects malformed input %j', async (search) =>
    expect((await shop.ask(`/trpc/catalogue.get${search}`)).status).toBe(400),
  )
  test('rejects batches of more than ten', async () => {
    const batch = (size: number) =>
      shop.ask(`/trpc/${Array(size).fill('catalogue.trending').join(',')}?batch=1&input=%7B%7D`)
    const ten = await batch(10)
    expect([ten.status, ((await ten.json()) as unknown[]).length]).toEqual([200, 10])
    expect((await batch(11)).status).toBeGreaterThanOrEqual(400)
  })
  test('rejects a body above the limit', async () => {
    const post = (size: number) =>
      shop.ask(
        '/trpc/search.products',
        { 'content-type': 'application/json', 'content-length': String(size) },
        { method: 'POST', body: 'x'.repeat(size) },
      )
    expect((await post(MAX_BODY_BYTES + 1)).status).toBe(413)
    expect((await post(10)).status).not.toBe(413)
  })
  test('never reveals internal errors', async () => {
    await database.db.$executeRaw`ALTER TABLE brands RENAME TO brands_away`
    const text = await query('search.products', {})
      .then((response) => response.text())
      .finally(() => database.db.$executeRaw`ALTER TABLE brands_away RENAME TO brands`)
    expect(text).not.toMatch(/prisma|brands|SELECT|node_modules|\.ts/i)
  })
})
