import type { Prisma } from '#prisma/generated/client.ts'
import type { ProductActKind, ProductActorKind } from '#prisma/generated/enums.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { describeChanges } from './describe-changes.ts'
import { STATES_KEPT } from './own-products.schema.ts'
import type { ProductPlan } from './plan-product.ts'

/** The person or system that changes products. */
export interface Actor {
  kind: ProductActorKind
  /** The account; null for a system. */
  userId: string | null
  /** The name to show: 'Ada Byron', 'autumn.csv'. */
  name: string
}

/** Returns the requesting person as the actor. */
export function actorOf({ userId, email, fullName, partner }: Viewer): Actor {
  return { kind: partner?.role === 'owner' ? 'owner' : 'staff', userId, name: fullName || email }
}

/** An act on a partner's products. It is written with its first event. */
export interface Act {
  id: string
  partnerId: string
  kind: ProductActKind
  actor: Actor
  /** The act that this one undoes. */
  undoesId: string | null
}

/** Creates a new act without writing it. */
export const newAct = (given: Omit<Act, 'id' | 'undoesId'> & { undoesId?: string }): Act => ({
  undoesId: null,
  ...given,
  id: newId(),
})

/** Writes the act, unless it exists. */
export async function writeAct(
  tx: Db | Prisma.TransactionClient,
  { id, partnerId, kind, actor, undoesId }: Act,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO product_acts (id, partner_id, kind, actor_kind, actor_id, actor_name, undoes_id)
    VALUES (${id}::uuid, ${partnerId}::uuid, ${kind}::product_act_kind, ${actor.kind}::product_actor_kind, ${actor.userId}::uuid, ${actor.name}, ${undoesId}::uuid)
    ON CONFLICT (id) DO NOTHING`
}

/** The number of older events to check. Each change adds only one. */
const LOOKED_AT = 5

/** Records the changes of an act. Call it in the same transaction, after `writePlans`. */
export async function recordEvents(tx: Prisma.TransactionClient, act: Act, plans: ProductPlan[]): Promise<void> {
  if (!plans.length) return
  await writeAct(tx, act)
  const events = plans.map(({ before, after }) => ({
    id: newId(),
    productId: after.id,
    productName: after.name,
    type: eventType(before, after),
    changes: describeChanges(before, after),
    currency: (before ?? after).currency,
    before,
  }))
  // eslint-disable-next-line house/listed-products -- only the products that were just written
  await tx.$executeRaw`
    INSERT INTO product_events (id, act_id, partner_id, product_id, product_name, type, changes, currency, before, revision)
    SELECT r.id, ${act.id}::uuid, p.partner_id, p.id, r."productName",
      CASE WHEN r.type = 'updated' AND a.kind = 'sync' THEN 'synced' ELSE r.type END::product_event_type, r.changes, r.currency, r.before, p.revision
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS r (id uuid, "productId" uuid, "productName" text, type text, changes jsonb, currency text, before jsonb)
    JOIN products p ON p.id = r."productId" JOIN product_acts a ON a.id = ${act.id}::uuid`
  await tx.productAct.update({
    where: { id: act.id },
    data: { products: { increment: events.length } },
    select: { id: true },
  })
  const changed = plans.flatMap(({ before }) => before?.id ?? [])
  if (!changed.length) return
  await tx.$executeRaw`
    UPDATE product_events SET before = NULL WHERE before IS NOT NULL AND id IN (
      SELECT older.id FROM unnest(${changed}::uuid[]) AS changed (product_id) CROSS JOIN LATERAL (
        SELECT e.id FROM product_events e WHERE e.product_id = changed.product_id ORDER BY e.created_at DESC, e.id DESC OFFSET ${STATES_KEPT}::int LIMIT ${LOOKED_AT}::int) older)`
}

function eventType(before: ProductPlan['before'], after: ProductPlan['after']): string {
  if (!before) return 'created'
  if (!before.deletedAt && after.deletedAt) return 'deleted'
  return before.deletedAt && !after.deletedAt ? 'restored' : 'updated'
}
