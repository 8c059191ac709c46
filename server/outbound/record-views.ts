import { Prisma } from '#prisma/generated/client.ts'
import { newId, isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { ACTIVE, OPEN } from '#server/platform/listed.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { recentIds } from './partitions.ts'
import { COUNTED_A_DAY } from './address-limits.ts'

const REPEAT_MS = 30 * 60_000

export interface View {
  productId: string
  visitorId: string
  /** Whether the visitor's cookie is too new to be trusted. */
  isYoung: boolean
  /** Null if the hash is currently unavailable. Then the view does not count. */
  ipHash: string | null
  userId: string | null
}

/**
 * Counts views of listed products: one per visitor and product in 30 minutes, up to the daily limit of the address.
 * Written in groups like clicks.
 */
export class ViewRecorder {
  readonly #db: Db
  readonly #writer: GroupWriter<View, void>

  constructor(db: Db) {
    this.#db = db
    this.#writer = new GroupWriter((views) => this.#writeGroup(views))
  }

  async record(view: View): Promise<void> {
    if (isId(view.productId) && view.ipHash !== null)
      await this.#writer.submit({ ...view, productId: view.productId.toLowerCase() })
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(views: View[]): Promise<void[]> {
    const distinct = [...new Map(views.map((view) => [`${view.visitorId} ${view.productId}`, view])).values()]
    const now = new Date()
    const ids = recentIds(now).views
    const recent = Prisma.sql`v.id >= ${ids.from}::uuid AND v.id < ${ids.until}::uuid`
    const insert = this.#db.$executeRaw`
      WITH seen AS (
        SELECT * FROM unnest(${distinct.map(newId)}::uuid[], ${distinct.map((view) => view.productId)}::uuid[], ${distinct.map((view) => view.visitorId)}::text[],
          ${distinct.map((view) => view.isYoung)}::boolean[], ${distinct.map((view) => view.ipHash)}::text[], ${distinct.map((view) => view.userId)}::uuid[])
          WITH ORDINALITY AS s (id, product_id, visitor_id, is_young, ip_hash, user_id, n)
        WHERE NOT EXISTS (
          SELECT 1 FROM product_views v
          WHERE v.visitor_id = s.visitor_id AND v.product_id = s.product_id AND ${recent} AND v.viewed_at > ${new Date(now.getTime() - REPEAT_MS)})
      ), placed AS (
        SELECT *, row_number() OVER (PARTITION BY ip_hash, product_id ORDER BY is_young, n) AS place FROM seen
      ), counted AS (
        -- Counted once for each address and product, as in write-clicks.ts. Hashes change daily, so all views with a
        -- hash are of one day.
        SELECT *, CASE WHEN place = 1 THEN (SELECT count(*) FROM (
          SELECT 1 FROM product_views v WHERE v.ip_hash = placed.ip_hash AND v.product_id = placed.product_id AND ${recent} LIMIT ${COUNTED_A_DAY.all}::int
        ) known) END AS before
        FROM placed
      ), numbered AS MATERIALIZED (
        SELECT *, place + max(before) OVER (PARTITION BY ip_hash, product_id) AS number FROM counted
      )
      INSERT INTO product_views (id, product_id, partner_id, visitor_id, user_id, viewed_at, ip_hash, is_first_of_address)
      SELECT n.id, p.id, p.partner_id, n.visitor_id, n.user_id, ${now}, n.ip_hash, n.number = 1
      FROM numbered n
      JOIN products p ON p.id = n.product_id AND ${ACTIVE}
      JOIN partners s ON s.id = p.partner_id AND ${OPEN}
      WHERE n.number <= CASE WHEN n.is_young THEN ${COUNTED_A_DAY.young}::int ELSE ${COUNTED_A_DAY.all}::int END`
    // Serialises the groups of all processes, so that no two count the same visitor and product.
    await this.#db.$transaction([this.#db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.views}::bigint)`, insert])
    return views.map(() => undefined)
  }
}
