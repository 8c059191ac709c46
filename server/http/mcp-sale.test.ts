import { beforeAll, expect, test } from 'vitest'
import { getFunnel } from '#server/analytics/insights/funnel.service.ts'
import { funnelQuery } from '#server/analytics/insights/insights.schema.ts'
import { MAX_AGENT_NAME } from '#server/outbound/outbound.schema.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { getSale } from '#server/sales/get-sale.service.ts'
import { createCategory, createPartner, createPartnerAsk, createProduct, createSizeTable } from '#tests/factories.ts'
import { connectAssistant, type Assistant } from '#tests/setup/assistant.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))

const connect = (name: string): Promise<Assistant> =>
  connectAssistant('https://wtf.example', {
    name,
    fetch: (address, init) =>
      shop.ask(new URL(address as URL).pathname, Object.fromEntries(new Headers(init?.headers)), init),
  })
/** Opens a link in a browser. */
const follow = (link: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(link)
  return shop.ask(pathname + search, headers)
}
const clickOf = async (answer: Response) => {
  const id = new URL(answer.headers.get('location') ?? '').searchParams.get('wtf_cid') ?? ''
  return database.db.outboundClick.findUniqueOrThrow({ where: { id } })
}

let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { visit: ReturnType<typeof createVisit> }
let productId: string

interface Listed {
  id: string
  store: { returnsDays: number | null }
}
interface Detail {
  variants: Array<{ size: string; stock: number; link: string }>
  store: { returnsDays: number }
  link: string
}

beforeAll(async () => {
  const { db } = database
  ask = {
    ...(await createPartnerAsk(db, { returnsDays: 30, websiteUrl: 'https://moss.example', domain: 'moss.example' })),
    visit: createVisit(),
  }
  await db.partnerAgreement.create({
    data: {
      partnerId: ask.partner.id,
      planId: STANDARD,
      termsVersion: '2026-11-21',
      acceptedAt: new Date('2026-01-01'),
    },
  })
  const strict = await createPartner(db, {
    returnsDays: 14,
    websiteUrl: 'https://strict.example',
    domain: 'strict.example',
  })
  const category = await createCategory(db, { name: 'Dresses', slug: 'dresses' })
  const dress = { categoryId: category.id, gender: 'women', currency: 'GBP', material: 'Linen' }
  const variants = ['S', 'M'].map((size) => ({ size, colourName: 'Black', priceMinor: 12_000 }))
  for (const partnerId of [strict.id, ask.partner.id]) {
    const product = await createProduct(db, { ...dress, name: 'Black linen dress', partnerId, variants })
    await createSizeTable(db, { partnerId, brandId: product.brandId, categoryId: category.id, audience: 'women' })
    productId = product.id
  }
})

test("tracks a sale that began with three tool calls, and records the assistant's name", async () => {
  const assistant = await connect('Scripted Shopper')
  const measurements = { chest: 96, waist: 76 }
  // 'A black linen dress under £150 in my size, from a store that takes returns for 30 days.'
  const found = await assistant.call<{ products: Listed[] }>('search_products', {
    query: 'a black linen dress under £150',
    measurements,
  })
  const chosen = found.products.find(({ store }) => (store.returnsDays ?? 0) >= 30)!
  const { sizes } = await assistant.call<{ sizes: string[] }>('size_advice', { productId: chosen.id, measurements })
  const product = await assistant.call<Detail>('get_product', { productId: chosen.id })
  expect([chosen.id, sizes, product.store.returnsDays]).toEqual([productId, ['M'], 30])
  const variant = product.variants.find(({ size, stock }) => size === sizes[0] && stock > 0)!

  const left = await follow(variant.link)
  expect([left.status, left.headers.get('location')]).toEqual([302, expect.stringContaining('https://moss.example/')])
  const click = await clickOf(left)
  expect(click).toMatchObject({ surface: 'agent', agent: 'Scripted-Shopper', isValid: true })
  await database.db.outboundClick.update({
    where: { id: click.id },
    data: { clickedAt: new Date(Date.now() - 3_600_000) },
  })

  const { secret } = await createKey(ask, { name: 'Server', kind: 'bearer' })
  const reported = await shop.ask(
    '/api/v1/conversions',
    { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify({
        type: 'order.paid',
        order_id: 'A-1',
        occurred_at: new Date().toISOString(),
        currency: 'GBP',
        click_id: click.id,
        lines: [{ id: '1', title: 'Black linen dress', quantity: 1, price: '120.00' }],
      }),
    },
  )
  expect(await reported.json()).toMatchObject({ outcome: 'recorded', match: { level: 'A' } })
  const { id: saleId } = await database.db.conversion.findFirstOrThrow({ where: { externalId: 'A-1' } })
  expect((await getSale(ask, { saleId })).click).toMatchObject({ surface: 'agent', agent: 'Scripted-Shopper' })
  const funnel = await getFunnel(ask, funnelQuery.parse({ by: 'surface' }))
  expect(funnel.rows).toContainEqual(expect.objectContaining({ key: 'agent', clicks: 1, sales: 1 }))
})

test("takes the assistant's name from its first message, and makes it URL-safe", async () => {
  for (const [name, by] of [
    ['Claude Desktop (beta)', 'Claude-Desktop-beta'],
    ['a&b=c#<script>', 'a-b-c-script'],
    ['x'.repeat(500), 'x'.repeat(MAX_AGENT_NAME)],
    // Without a usable name, the user agent is used.
    ['助手', 'Mozilla'],
  ] as const) {
    const assistant = await connect(name)
    const { link } = await assistant.call<Detail>('get_product', { productId })
    expect([name, new URL(link).searchParams.get('by')]).toEqual([name, by])
    const click = await clickOf(await follow(link, { 'x-forwarded-for': '198.51.100.7' }))
    expect([name, click.agent]).toEqual([name, by])
  }
})

test('does not count bots that follow the link, and records a valid name only for assistant clicks', async () => {
  const assistant = await connect('Scripted Shopper')
  const { link } = await assistant.call<Detail>('get_product', { productId })
  expect(await clickOf(await follow(link, { 'user-agent': 'ClaudeBot/1.0' }))).toMatchObject({
    isValid: false,
    invalidReason: 'bot',
  })
  expect((await clickOf(await follow(link.replace('src=agent', 'src=search')))).agent).toBeNull()
  expect((await clickOf(await follow(link.replace(/by=[^&]+/, 'by=a%20b')))).agent).toBeNull()
})
