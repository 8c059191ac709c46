import { Prisma } from '#prisma/generated/client.ts'
import type { ProductActKind, ProductActorKind, ProductEventType } from '#prisma/generated/enums.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActEventsQuery, ActivityQuery, HistoryQuery } from './activity.schema.ts'
import type { ProductChange } from './describe-changes.ts'
import { KEPT_DAYS } from './own-products.schema.ts'

const ACTS = 30
const EVENTS = 50

/** An act as the activity page shows it. Times are UTC. */
export interface ActSummary {
  id: string
  kind: ProductActKind
  actorKind: ProductActorKind
  actorName: string
  products: number
  /** For a single product: its name at the time. */
  productName: string | null
  createdAt: Date
  undoneBy: string | null
  /** True if the act was not undone, is at most 30 days old, and its previous states are still stored. */
  canUndo: boolean
}

/** One product's changes in an act. Amounts are minor units of `currency`, the currency of its prices at the time. */
export interface EventSummary {
  id: string
  productId: string
  productName: string
  type: ProductEventType
  changes: ProductChange[]
  currency: string
  createdAt: Date
}

type Asking = Pick<PartnerAsk, 'db' | 'partner'>

/** Lists acts on the viewer's products, newest first, 30 at a time. `next` is the cursor of the following page. */
export async function listActivity(
  { db, partner }: Asking,
  { actor, kind, before }: ActivityQuery,
  now = new Date(),
): Promise<{ acts: ActSummary[]; next: string | null }> {
  const conditions = [Prisma.sql`a.partner_id = ${partner.id}::uuid AND a.products > 0`]
  if (actor) conditions.push(Prisma.sql`a.actor_kind = ${actor}::product_actor_kind`)
  if (kind) conditions.push(Prisma.sql`a.kind = ${kind}::product_act_kind`)
  if (before)
    conditions.push(
      Prisma.sql`(a.created_at, a.id) < (SELECT b.created_at, b.id FROM product_acts b WHERE b.id = ${before}::uuid AND b.partner_id = ${partner.id}::uuid)`,
    )
  const rows = await listActs({ db }, Prisma.join(conditions, ' AND '), now)
  const acts = rows.slice(0, ACTS)
  return { acts, next: rows.length > ACTS ? (acts.at(-1)?.id ?? null) : null }
}

/**
 * Returns one act on the viewer's products with its changes, 50 products at a time.
 * @throws AppError not_found
 */
export async function getAct(
  { db, partner }: Asking,
  { actId, after }: ActEventsQuery,
  now = new Date(),
): Promise<{ act: ActSummary; events: EventSummary[]; next: string | null }> {
  const [act] = await listActs({ db }, Prisma.sql`a.id = ${actId}::uuid AND a.partner_id = ${partner.id}::uuid`, now)
  if (!act) throw new AppError('not_found', 'Change not found.')
  const rows = await db.productEvent.findMany({
    where: { actId, ...(after ? { id: { gt: after } } : {}) },
    orderBy: { id: 'asc' },
    take: EVENTS + 1,
    select: EVENT,
  })
  const events = rows.slice(0, EVENTS).map(withChanges)
  return {
    act,
    events,
    next: rows.length > EVENTS ? (events.at(-1)?.id ?? null) : null,
  }
}

/**
 * Returns the newest 50 events of one of the viewer's products, with their actors.
 * @throws AppError not_found
 */
export async function getProductHistory({ db, partner }: Asking, { productId }: HistoryQuery) {
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const product = await db.product.findFirst({
    where: { id: productId, partnerId: partner.id },
    select: { id: true },
  })
  if (!product) throw new AppError('not_found', 'Product not found.')
  const rows = await db.productEvent.findMany({
    where: { productId, partnerId: partner.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: EVENTS,
    select: {
      ...EVENT,
      act: { select: { id: true, kind: true, actorKind: true, actorName: true } },
    },
  })
  return { events: rows.map(withChanges) }
}

const EVENT = {
  id: true,
  productId: true,
  productName: true,
  type: true,
  changes: true,
  currency: true,
  createdAt: true,
} satisfies Prisma.ProductEventSelect

const withChanges = <Row extends { changes: Prisma.JsonValue }>(row: Row) => ({
  ...row,
  changes: row.changes as unknown as ProductChange[],
})

async function listActs({ db }: Pick<PartnerAsk, 'db'>, where: Prisma.Sql, now: Date): Promise<ActSummary[]> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  return db.$queryRaw`
    SELECT a.id, a.kind::text, a.actor_kind::text AS "actorKind", a.actor_name AS "actorName", a.products, a.created_at AS "createdAt",
      CASE WHEN a.products = 1 THEN (SELECT e.product_name FROM product_events e WHERE e.act_id = a.id LIMIT 1) END AS "productName",
      u.actor_name AS "undoneBy",
      (u.id IS NULL AND a.created_at >= ${oldest} AND EXISTS (
        SELECT FROM product_events e WHERE e.act_id = a.id AND (e.before IS NOT NULL OR e.type = 'created'))) AS "canUndo"
    FROM product_acts a LEFT JOIN product_acts u ON u.undoes_id = a.id
    WHERE ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT ${ACTS + 1}::int`
}
