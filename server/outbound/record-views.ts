import { newId, isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { LOCKS } from '#server/platform/locks.ts'

const REPEAT_MS = 30 * 60_000

export interface View {
  productId: string
  visitorId: string
  userId: string | null
}

/** Counts looks at products: one per visitor and product in 30 minutes, listed products only. Written in groups like clicks. */
export class ViewRecorder {
  readonly #db: Db
  readonly #writer: GroupWriter<View, void>

  constructor(db: Db) {
    this.#db = db
    this.#writer = new GroupWriter((views) => this.#writeGroup(views))
  }

  async record(view: View): Promise<void> {
    if (isId(view.productId)) await this.#writer.submit({ ...view, productId: view.productId.toLowerCase() })
  }

  flush(): Promise<void> {
    return this.#writer.flush()
  }

  async #writeGroup(views: View[]): Promise<void[]> {
    const distinct = [...new Map(views.map((view) => [`${view.visitorId} ${view.productId}`, view])).values()]
    const now = new Date()
    const insert = this.#db.$executeRaw`
      INSERT INTO product_views (id, product_id, partner_id, visitor_id, user_id, viewed_at)
      SELECT seen.id, p.id, p.partner_id, seen.visitor_id, seen.user_id, ${now}
      FROM unnest(${distinct.map(newId)}::uuid[], ${distinct.map((view) => view.productId)}::uuid[], ${distinct.map((view) => view.visitorId)}::text[],
        ${distinct.map((view) => view.userId)}::uuid[]) AS seen (id, product_id, visitor_id, user_id)
      JOIN products p ON p.id = seen.product_id AND p.status = 'active'
      JOIN partners s ON s.id = p.partner_id AND s.verification_status = 'approved'
      WHERE NOT EXISTS (
        SELECT 1 FROM product_views v
        WHERE v.visitor_id = seen.visitor_id AND v.product_id = seen.product_id AND v.viewed_at > ${new Date(now.getTime() - REPEAT_MS)})`
    // Serialises groups across processes, so that two of them cannot both count the same visitor and product.
    await this.#db.$transaction([this.#db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.views}::bigint)`, insert])
    return views.map(() => undefined)
  }
}
