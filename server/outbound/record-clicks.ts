import { LRUCache } from 'lru-cache'
import { ulid } from 'ulid'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { isId } from '#server/platform/ids.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { log } from '#server/platform/log.ts'
import { buildOutboundUrl, resolveDestination } from './destination.ts'
import type { Surface } from './outbound.schema.ts'
import type { UncountedReason } from './visitor.ts'

const REPEAT_MS = 60 * 60_000
const RATE_WINDOW_MS = 60_000
const RATE_LIMIT = 20
/** Clicks a minute from one address before visitors without a cookie are no longer counted. */
const ADDRESS_RATE_LIMIT = 60
/** The commission plan's window. */
const CLICK_LIFETIME_MS = 30 * 86_400_000
/** After this the shopper leaves, written or not. */
const WRITE_PATIENCE_MS = 1_500

export interface Click {
  productId: string
  variantId: string | null
  userId: string | null
  visitorId: string
  /** The visitor came without a cookie: its address alone tells it from others. */
  isNewVisitor?: boolean
  surface: Surface
  position: number | null
  searchId: string | null
  referrerPath: string | null
  browserFamily: string
  country: string
  ipHash: string | null
  uncounted: UncountedReason | null
}

export type ClickAnswer = { outcome: 'redirect'; url: string } | { outcome: 'not_found' } | { outcome: 'unverified_host' }

interface Target {
  productId: string
  partnerId: string
  productUrl: string | null
  currency: string
  priceMinor: number
  stock: number | null
  variants: Array<{ id: string; priceMinor: number; stock: number | null }>
  utmSource: string
  utmMedium: string
  utmCampaign: string
  sendsRef: boolean
  verifiedHosts: string[]
}

/**
 * Turns clicks into evidence and redirects. The answer comes after the commit of the click's group. When the database cannot
 * write (or is slower than 1.5 s) the shopper is still sent on, by what was last known of the product.
 * @throws when the database is away and the product was never seen.
 */
export class ClickRecorder {
  readonly #db: Db
  readonly #writer: GroupWriter<Click & { id: string; clickedAt: Date }, ClickAnswer>
  readonly #lastKnown = new LRUCache<string, Target>({ max: 10_000 })

  constructor(db: Db) {
    this.#db = db
    this.#writer = new GroupWriter((clicks) => this.#writeGroup(clicks))
  }

  async record(click: Click): Promise<ClickAnswer> {
    if (!isId(click.productId)) return { outcome: 'not_found' }
    const entry = { ...click, productId: click.productId.toLowerCase(), variantId: click.variantId?.toLowerCase() ?? null, id: `wc_${ulid()}`, clickedAt: new Date() }
    const written = this.#writer.submit(entry)
    written.catch((error: unknown) => log.error({ err: error, click: entry }, 'click not written'))
    try {
      return await withPatience(written)
    } catch (error) {
      const target = this.#lastKnown.get(entry.productId) ?? (await withPatience(this.#readTargets([entry.productId]))).get(entry.productId)
      if (!target) return { outcome: 'not_found' }
      log.error({ err: error, click: entry.id }, 'click not written in time')
      return answerFor(target, entry.id)
    }
  }

  /** Resolves when every click so far is written. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(clicks: Array<Click & { id: string; clickedAt: Date }>): Promise<ClickAnswer[]> {
    const targets = await this.#readTargets([...new Set(clicks.map((click) => click.productId))])
    const known = clicks.filter((click) => targets.has(click.productId))
    const judged = known.length ? await this.#judgeAndInsert(known, targets) : new Map<string, string>()
    return clicks.map((click) => {
      const target = targets.get(click.productId)
      return target ? answerFor(target, judged.get(click.id) ?? click.id) : { outcome: 'not_found' }
    })
  }

  async #readTargets(productIds: string[]): Promise<Map<string, Target>> {
    const rows = await this.#db.$queryRaw<Target[]>`
      SELECT p.id AS "productId", p.partner_id AS "partnerId", p.product_url AS "productUrl", p.currency, p.price_minor AS "priceMinor", p.stock,
        s.utm_source AS "utmSource", s.utm_medium AS "utmMedium", s.utm_campaign AS "utmCampaign", (s.sends_ref AND s.platform = 'shopify') AS "sendsRef",
        ARRAY(SELECT host FROM partner_domains WHERE partner_id = s.id) AS "verifiedHosts",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'priceMinor', price_minor, 'stock', stock)), '[]') FROM product_variants WHERE product_id = p.id) AS variants
      FROM products p JOIN partners s ON s.id = p.partner_id
      WHERE p.id = ANY(${productIds}::uuid[]) AND p.status = 'active' AND s.verification_status = 'approved'`
    for (const row of rows) this.#lastKnown.set(row.productId, row)
    return new Map(rows.map((row) => [row.productId, row]))
  }

  /** @returns for every click the click id that its redirect carries: its own, or the one that it repeats. */
  async #judgeAndInsert(clicks: Array<Click & { id: string; clickedAt: Date }>, targets: Map<string, Target>): Promise<Map<string, string>> {
    return this.#db.$transaction(async (tx) => {
      // Serialises groups across processes, so that two of them cannot both count the same visitor and product.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.clicks}::bigint)`
      const visitors = [...new Set(clicks.map((click) => click.visitorId))]
      const now = Date.now()
      const [counted, recent] = [
        await tx.$queryRaw<Array<{ visitorId: string; productId: string; id: string }>>`
          SELECT visitor_id AS "visitorId", product_id AS "productId", id FROM outbound_clicks
          WHERE visitor_id = ANY(${visitors}) AND clicked_at > ${new Date(now - REPEAT_MS)} AND is_valid`,
        await tx.$queryRaw<Array<{ visitorId: string; n: number }>>`
          SELECT visitor_id AS "visitorId", count(*)::int AS n FROM outbound_clicks
          WHERE visitor_id = ANY(${visitors}) AND clicked_at > ${new Date(now - RATE_WINDOW_MS)} GROUP BY 1`,
      ]
      const addresses = [...new Set(clicks.flatMap((click) => (click.isNewVisitor && click.ipHash ? [click.ipHash] : [])))]
      const busy = addresses.length
        ? await tx.$queryRaw<Array<{ ipHash: string; n: number }>>`
          SELECT ip_hash AS "ipHash", count(*)::int AS n FROM outbound_clicks
          WHERE ip_hash = ANY(${addresses}) AND clicked_at > ${new Date(now - RATE_WINDOW_MS)} GROUP BY 1`
        : []
      const fromAddress = new Map(busy.map((row) => [row.ipHash, row.n]))
      const originals = new Map(counted.map((row) => [`${row.visitorId} ${row.productId}`, row.id]))
      const inLastMinute = new Map(recent.map((row) => [row.visitorId, row.n]))
      const ids = new Map<string, string>()
      const rows = clicks.map((click): Prisma.OutboundClickCreateManyInput => {
        const target = targets.get(click.productId) as Target
        const destination = resolveDestination(target)
        const variant = target.variants.find((candidate) => candidate.id === click.variantId)
        const mine = countOne(inLastMinute, click.visitorId)
        const ofAddress = click.ipHash ? countOne(fromAddress, click.ipHash) : 0
        const isTooFast = mine > RATE_LIMIT || (click.isNewVisitor === true && ofAddress > ADDRESS_RATE_LIMIT)
        const pair = `${click.visitorId} ${click.productId}`
        const original = originals.get(pair)
        const invalidReason = click.uncounted ?? (!destination ? 'unverified_host' : isTooFast ? 'rate' : original ? 'duplicate' : null)
        if (!invalidReason) originals.set(pair, click.id)
        // Whatever else is wrong with a repeat, it carries the id that counts.
        const duplicateOf = original ?? null
        const carriedId = duplicateOf ?? click.id
        ids.set(click.id, carriedId)
        return {
          id: click.id,
          clickedAt: click.clickedAt,
          expiresAt: new Date(click.clickedAt.getTime() + CLICK_LIFETIME_MS),
          partnerId: target.partnerId,
          productId: click.productId,
          variantId: variant?.id ?? null,
          userId: click.userId,
          visitorId: click.visitorId,
          surface: click.surface,
          position: click.position,
          searchId: click.searchId,
          destinationUrl: destination ? buildOutboundUrl(destination, { ...target, clickId: carriedId }) : (target.productUrl ?? ''),
          destinationHost: destination?.hostname ?? '',
          priceMinor: variant?.priceMinor ?? target.priceMinor,
          currency: target.currency,
          stock: variant ? variant.stock : target.stock,
          referrerPath: click.referrerPath,
          browserFamily: click.browserFamily,
          country: click.country,
          ipHash: click.ipHash,
          isValid: invalidReason === null,
          invalidReason,
          duplicateOf,
        }
      })
      await tx.outboundClick.createMany({ data: rows })
      return ids
    })
  }
}

function countOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** @throws Error when there is no answer within the shopper's patience. */
async function withPatience<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WRITE_PATIENCE_MS} ms`)), WRITE_PATIENCE_MS)
  })
  try {
    return await Promise.race([answer, patience])
  } finally {
    clearTimeout(timer)
  }
}

function answerFor(target: Target, clickId: string): ClickAnswer {
  const destination = resolveDestination(target)
  return destination ? { outcome: 'redirect', url: buildOutboundUrl(destination, { ...target, clickId }) } : { outcome: 'unverified_host' }
}
