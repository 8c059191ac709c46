import { beforeAll, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { countViews } from '#server/outbound/view-counts.ts'
import { newId } from '#server/platform/ids.ts'
import { PERIODS, periodRange, type Period } from '#server/platform/period.schema.ts'
import {
  clickFields,
  createCategory,
  createPartner,
  createPartnerAsk,
  createProduct,
  viewFields,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportFunnel, getFunnel } from './funnel.service.ts'
import { FUNNEL_PARTS, funnelQuery, type FunnelPart } from './insights.schema.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const SURFACES = ['product', 'search', 'wishlist'] as const
const STATUSES = ['tracked', 'pending', 'confirmed', 'paid', 'cancelled', 'hold'] as const

/** Returns the same numbers on every run. */
function drawer(seed: number) {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return { next, one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]! }
}

type Click = ReturnType<typeof clickFields>
interface Sale {
  id: string
  orderedAt: Date
  status: (typeof STATUSES)[number]
  currency: string
  netMinor: number
  clickId: string | null
  lines: Array<{ productId: string | null; netMinor: number }>
}
const world = {
  ask: {} as Awaited<ReturnType<typeof createPartnerAsk>>,
  products: [] as Array<{ id: string; partnerId: string; categoryId: string | null }>,
  views: [] as Array<ReturnType<typeof viewFields>>,
  clicks: [] as Click[],
  words: new Map<string, string>(),
  sales: [] as Sale[],
}

beforeAll(async () => {
  const { db } = database
  const { next, one } = drawer(7)
  world.ask = await createPartnerAsk(db, { currency: 'GBP' })
  const stranger = await createPartner(db)
  const categories = [await createCategory(db), await createCategory(db), null]
  const strangers = await createProduct(db, { partnerId: stranger.id })
  for (let n = 0; n < 30; n++)
    world.products.push(
      await createProduct(db, { partnerId: world.ask.partner.id, categoryId: categories[n % 3]?.id ?? null }),
    )
  // Most events are recent, some are up to 14 months old.
  const moment = () => new Date(NOW.getTime() - Math.floor(next() ** 3 * 420 * DAY))
  const product = () => world.products[Math.floor(next() ** 2 * world.products.length)]!
  for (let n = 0; n < 600; n++) world.views.push(viewFields(product(), { viewedAt: moment() }))
  for (let n = 0; n < 40; n++) {
    const id = newId()
    world.words.set(id, one(['linen dress', 'Linen  Dress', 'boots', 'rare thing', 'me@home.example']))
  }
  for (let n = 0; n < 300; n++)
    world.clicks.push(
      clickFields(product(), {
        clickedAt: moment(),
        surface: one(SURFACES),
        device: one(['phone', 'tablet', 'computer', '']),
        country: one(['GB', 'DE', 'FR']),
        isLocated: next() < 0.7,
        ...(next() < 0.1 && { isValid: false, invalidReason: 'bot' }),
        searchId: next() < 0.4 ? one([...world.words.keys(), 'no-id', newId()]) : null,
        ...(next() < 0.5 && { visitorId: one(['ada', 'bob']) }),
      }),
    )
  for (let n = 0; n < 90; n++) {
    const lines = [product(), product(), null].slice(0, 1 + Math.floor(next() * 3)).map((of) => ({
      productId: of?.id ?? null,
      netMinor: Math.floor(next() * 9_000),
    }))
    const sale = {
      id: newId(),
      orderedAt: moment(),
      status: one(STATUSES),
      currency: one(['GBP', 'GBP', 'EUR']),
      lines,
      netMinor: lines.reduce((sum, line) => sum + line.netMinor, 0),
      clickId: next() < 0.8 ? one(world.clicks).id : null,
    }
    world.sales.push(sale)
  }
  await db.productView.createMany({ data: [...world.views, viewFields(strangers, { viewedAt: moment() })] })
  await db.outboundClick.createMany({ data: [...world.clicks, clickFields(strangers, { clickedAt: moment() })] })
  await db.searchLog.createMany({
    data: [...world.words].map(([id, query]) => ({ id, query, searchedAt: NOW, mode: 'normal', found: 3 })),
  })
  for (const sale of world.sales) await db.conversion.create({ data: saleFields(world.ask.partner.id, sale) })
  await countViews(db, new Date(NOW.getTime() - 3 * DAY))
})

const saleFields = (
  partnerId: string,
  { lines, netMinor, orderedAt, ...sale }: Sale,
): Prisma.ConversionUncheckedCreateInput => ({
  ...sale,
  partnerId,
  source: 'api',
  externalId: sale.id,
  orderedAt,
  sourceUpdatedAt: orderedAt,
  netMinor,
  subtotalMinor: netMinor,
  commissionableMinor: netMinor,
  refundedMinor: 0,
  discountMinor: 0,
  taxMinor: 0,
  shippingMinor: 0,
  lines: {
    create: lines.map((line, place) => ({
      ...line,
      place,
      externalId: String(place),
      title: 'Thing',
      quantity: 1,
      priceMinor: line.netMinor,
      discountMinor: 0,
      includedTaxMinor: 0,
    })),
  },
})

const UNKNOWN = 'unknown'
const tidy = (words: string) => words.toLowerCase().replace(/\s+/g, ' ')

/** Recounts the funnel row by row in JavaScript. */
function recount(by: FunnelPart, period: Period) {
  const { from } = periodRange(period, NOW)
  const isIn = (at: Date | string) => new Date(at) >= from && new Date(at) < NOW
  const productOf = new Map(world.products.map((product) => [product.id, product]))
  const clickOf = new Map(world.clicks.map((click) => [click.id, click]))
  const clicks = world.clicks.filter(({ isValid, clickedAt }) => isValid && isIn(new Date(clickedAt)))
  const sales = world.sales.filter(
    ({ status, orderedAt }) => !['tracked', 'cancelled'].includes(status) && isIn(orderedAt),
  )
  const wordsOf = (click: Click | undefined) => {
    const words = click?.searchId ? world.words.get(click.searchId) : undefined
    return words === undefined ? UNKNOWN : tidy(words)
  }
  const visitors = new Map<string, Set<string>>()
  for (const click of [...clicks, ...sales.flatMap((sale) => clickOf.get(sale.clickId ?? '') ?? [])])
    visitors.set(wordsOf(click), (visitors.get(wordsOf(click)) ?? new Set()).add(click.visitorId))
  const shownWords = (words: string) =>
    words === UNKNOWN ? words : words.includes('@') || (visitors.get(words)?.size ?? 0) < 3 ? '' : words
  const ofProduct = (productId: string) =>
    by === 'product' ? productId : (productOf.get(productId)?.categoryId ?? 'none')
  const visitorsFrom = (country: string) =>
    new Set(clicks.filter((click) => click.isLocated && click.country === country).map(({ visitorId }) => visitorId))
      .size
  const placeOf = ({ isLocated, country }: Click) => (isLocated ? (visitorsFrom(country) >= 3 ? country : '') : UNKNOWN)
  const keyOfClick = (click: Click) => {
    if (by === 'device') return click.device || UNKNOWN
    return by === 'country' ? placeOf(click) : keyOfOther(click)
  }
  const keyOfOther = (click: Click) =>
    by === 'surface' ? click.surface : by === 'search' ? shownWords(wordsOf(click)) : ofProduct(click.productId)
  const rows = new Map<string, { views: number; clicks: number; sales: Set<string>; net: number }>()
  const row = (key: string) => {
    const known = rows.get(key) ?? { views: 0, clicks: 0, sales: new Set(), net: 0 }
    rows.set(key, known)
    return known
  }
  if (by === 'product' || by === 'category')
    for (const view of world.views) if (isIn(view.viewedAt)) row(ofProduct(view.productId)).views++
  for (const click of clicks) row(keyOfClick(click)).clicks++
  for (const sale of sales) {
    const isOwn = sale.currency === 'GBP'
    if (by === 'product' || by === 'category')
      for (const { productId, netMinor } of sale.lines) {
        const found = row(productId ? ofProduct(productId) : UNKNOWN)
        found.sales.add(sale.id)
        if (isOwn && sale.netMinor > 0) found.net += netMinor
      }
    else {
      const click = clickOf.get(sale.clickId ?? '')
      const found = row(click ? keyOfClick(click) : UNKNOWN)
      found.sales.add(sale.id)
      if (isOwn) found.net += sale.netMinor
    }
  }
  const views = world.views.filter(({ viewedAt }) => isIn(viewedAt)).length
  const net = sales.reduce((sum, sale) => sum + (sale.currency === 'GBP' ? sale.netMinor : 0), 0)
  return { rows, total: { views, clicks: clicks.length, sales: sales.length, revenueMinor: net } }
}

const query = (given: Record<string, unknown> = {}) => funnelQuery.parse(given)

async function readAll(by: FunnelPart, period: Period, sort?: string) {
  const first = await getFunnel(world.ask, query({ by, period, sort }), NOW)
  const rows = [...first.rows]
  for (let page = 2; page <= first.totalPages; page++)
    rows.push(...(await getFunnel(world.ask, query({ by, period, sort, page }), NOW)).rows)
  return { ...first, rows }
}

describe('the funnel', () => {
  test.each(FUNNEL_PARTS.flatMap((by) => PERIODS.map((period) => [by, period] as const)))(
    'by %s for a %s matches a recount',
    async (by, period) => {
      const { rows, total, unknown } = await readAll(by, period)
      const naive = recount(by, period)
      const hasViews = by === 'product' || by === 'category'
      const expected = [...naive.rows]
        .filter(([key]) => key !== UNKNOWN)
        .map(([key, { views, clicks, sales, net }]) => ({
          key,
          views: hasViews ? views : null,
          clicks,
          sales: sales.size,
          revenueMinor: net,
        }))
      const key = (row: { key: string }) => row.key
      const read = rows.map(({ key: of, views, clicks, sales, revenueMinor }) => ({
        key: of,
        views,
        clicks,
        sales,
        revenueMinor,
      }))
      expect(read.toSorted((a, b) => key(a).localeCompare(key(b)))).toEqual(
        expected.toSorted((a, b) => key(a).localeCompare(key(b))),
      )
      expect(total).toMatchObject(naive.total)
      expect(unknown?.sales ?? 0).toBe(naive.rows.get(UNKNOWN)?.sales.size ?? 0)
      if (!hasViews) expect(unknown?.clicks ?? 0).toBe(naive.rows.get(UNKNOWN)?.clicks ?? 0)
    },
  )
  test('sorts by every measure in both directions, with missing values last', async () => {
    const { rows } = await readAll('product', 'year', 'click-rate')
    expect(rows.length).toBe(30)
    const rates = rows.map(({ clickRate }) => clickRate ?? -1)
    expect(rates).toEqual(rates.toSorted((a, b) => b - a))
    const up = (await readAll('product', 'year', 'sales-up')).rows.map(({ sales }) => sales)
    expect(up).toEqual(up.toSorted((a, b) => a - b))
  })
  test("returns the last page for any later page, and excludes other partners' data", async () => {
    const last = await getFunnel(world.ask, query({ period: 'year', page: 99 }), NOW)
    expect([last.page, last.totalPages, last.rows.length]).toEqual([2, 2, 5])
    const nobody = await createPartnerAsk(database.db)
    const empty = await getFunnel(nobody, query({ period: 'year' }), NOW)
    expect(empty).toMatchObject({ found: 0, rows: [], total: { views: 0, clicks: 0, sales: 0, saleRate: null } })
  })
  test('exports all rows, and escapes formulas', async () => {
    const [first] = world.products
    await database.db.product.update({ where: { id: first!.id }, data: { name: '=1+1' } })
    let text = ''
    for await (const part of await exportFunnel(world.ask, query({ period: 'year' }), NOW)) text += part
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(31)
    expect(lines[0]).toBe('Product,Id,Views,View to click (%),Clicks,Click to sale (%),Sales,Revenue,Currency')
    expect(lines.find((line) => line.includes(first!.id))).toMatch(/^'=1\+1,/)
    let words = ''
    for await (const part of await exportFunnel(world.ask, query({ period: 'year', by: 'search' }), NOW)) words += part
    expect(words).toContain('linen dress')
    expect(words).toContain('Other searches')
    expect(words).not.toContain('@')
  })
})
