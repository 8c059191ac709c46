import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { bySize, type Size } from '#server/platform/by-size.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { sqlStateOf } from '#server/platform/sql-state.ts'
import { fitPlans } from './fit-plans.ts'
import { loadProductsById, type StoredProduct } from './load-products.ts'
import { planChange, withVariants, type ProductPlan } from './plan-product.ts'
import { actorOf, newAct, recordEvents, writeAct, type Act, type Actor } from './product-acts.ts'
import type { ActInput } from './product-acts.schema.ts'
import { inCurrency, getProductOwner, type PricedOwner } from './product-owner.ts'
import { writePlans } from './write-plans.ts'
import { writing } from './save-products.ts'

/** Events per query for their sizes. */
const PAGE = 200
const UNIQUE_VIOLATION = '23505'

/** The result of an undo. */
export interface UndoneAct {
  actId: string
  /** Products restored to their state before the act. */
  restored: number
  /** How many of these an earlier, interrupted run had already restored. */
  already: number
  /** Names of the first products that stay because they have been changed since. */
  changedSince: string[]
  /** The number of products that stay because they have been changed since. */
  skipped: number
  /** The number that stay because the partner's quota has no room for their previous state. */
  overLimit: number
  /** The quota and what to do; null if `overLimit` is 0. */
  limitReason: string | null
}

const NAMES_SHOWN = 10
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Undoes an act on the viewer's products: deletes new ones and restores changed and deleted ones. Products changed
 * since stay. An undo can be undone.
 * @throws AppError not_found for another partner's act, conflict if it was undone already or is a running import
 */
export async function undoAct(
  { db, viewer, partner }: Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>,
  { actId }: ActInput,
): Promise<UndoneAct> {
  const act = await db.productAct.findFirst({
    where: { id: actId, partnerId: partner.id },
    select: { id: true, undoneBy: { select: { id: true } } },
  })
  if (!act) throw new AppError('not_found', 'Change not found.')
  if (
    await db.productImport.findFirst({
      where: { actId, status: { in: ['applying', 'undoing'] } },
      select: { id: true },
    })
  )
    throw new AppError('conflict', 'This import is still running. Stop it, or wait until it ends.')
  if (!act.undoneBy) return runUndo(db, await startUndo(db, partner.id, act.id, actorOf(viewer)))
  // Resume an interrupted undo.
  const { id } = act.undoneBy
  const undone = await runUndo(db, {
    id,
    partnerId: partner.id,
    kind: 'undo',
    actor: actorOf(viewer),
    undoesId: act.id,
  })
  if (undone.restored === undone.already) throw new AppError('conflict', 'This change has already been undone.')
  return undone
}

/**
 * Records that an act is being undone, so that no other undo starts.
 * @returns the undo, for `runUndo`
 * @throws AppError conflict if it was undone already
 */
export async function startUndo(
  db: Db | Prisma.TransactionClient,
  partnerId: string,
  actId: string,
  actor: Actor,
): Promise<Act> {
  const undo = newAct({ partnerId, kind: 'undo', actor, undoesId: actId })
  await writeAct(db, undo).catch((error: unknown) => {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new AppError('conflict', 'This change has already been undone.')
    throw error
  })
  return undo
}

/**
 * Runs or resumes an undo.
 * @param onBatch called after each batch; an error from it stops the undo there
 */
export async function runUndo(
  db: Db,
  undo: Act,
  onBatch: (undone: UndoneAct) => Promise<void> = () => Promise.resolve(),
): Promise<UndoneAct> {
  const { partnerId } = undo
  const owner = await getProductOwner(db, partnerId)
  let undone: UndoneAct = {
    actId: undo.id,
    restored: 0,
    already: 0,
    changedSince: [],
    skipped: 0,
    overLimit: 0,
    limitReason: null,
  }
  let after = ''
  for (;;) {
    const page = await sizesOfEvents(db, undo.undoesId, after)
    if (!page.length) return undone
    after = page.at(-1)?.id ?? ''
    for (const batch of bySize(page, (event) => event)) {
      undone = await undoBatch(
        db,
        owner,
        undo,
        batch.map(({ id }) => id),
        undone,
      )
      await onBatch(undone)
    }
  }
}

/** Returns the act's next events with their size for an undo: the product's current and previous rows. */
function sizesOfEvents(db: Db, actId: string | null, after: string): Promise<Array<Size & { id: string }>> {
  return db.$queryRaw`
    SELECT e.id, (SELECT count(*) FROM product_variants v WHERE v.product_id = e.product_id)::int
        + coalesce(jsonb_array_length(e.before->'variants') + jsonb_array_length(e.before->'images'), 0) AS rows,
      coalesce(octet_length(e.before->>'description') + octet_length(e.before->>'tags'), 0) AS bytes
    FROM product_events e WHERE e.act_id = ${actId}::uuid AND e.id > ${after || NO_ID}::uuid ORDER BY e.id LIMIT ${PAGE}::int`
}

/** @returns `undoneBefore` with this batch counted */
async function undoBatch(
  db: Db,
  owner: PricedOwner,
  undo: Act,
  eventIds: string[],
  undoneBefore: UndoneAct,
): Promise<UndoneAct> {
  const { partnerId } = undo
  const events = await db.productEvent.findMany({
    where: { id: { in: eventIds } },
    orderBy: { id: 'asc' },
    select: { id: true, productId: true, productName: true, type: true, before: true, revision: true },
  })
  return writing(db, partnerId, async (tx) => {
    // A copy, because the transaction may be repeated.
    const undone = structuredClone(undoneBefore)
    const now = new Date()
    const ids = events.map(({ productId }) => productId)
    const products = await loadProductsById(tx, partnerId, ids)
    const before = await tx.productEvent.findMany({
      where: { actId: undo.id, productId: { in: ids } },
      select: { productId: true },
    })
    const isRestored = new Set(before.map(({ productId }) => productId))
    const taken = await handlesOfOthers(tx, partnerId, events)
    const plans: ProductPlan[] = []
    for (const event of events) {
      if (isRestored.has(event.productId)) {
        undone.restored++
        undone.already++
        continue
      }
      const found = products.get(event.productId)
      const target = found?.revision === event.revision ? stateBefore(event, found.product, now) : null
      if (!found || !target || taken.has(target.handle)) {
        undone.skipped++
        if (undone.changedSince.length < NAMES_SHOWN) undone.changedSince.push(event.productName)
        continue
      }
      // Plans the change again, because the exchange rate may have changed since.
      const plan = planChange(
        found.product,
        withVariants(target, target.variants, inCurrency(owner, target.currency).partner),
        partnerId,
      )
      if (plan) plans.push(plan)
      undone.restored++
    }
    const { fitting, over } = await fitPlans(tx, partnerId, plans)
    undone.restored -= over.length
    undone.overLimit += over.length
    undone.limitReason ??= over[0]?.reason ?? null
    await writePlans(tx, fitting, { now, isSync: false })
    await recordEvents(tx, undo, fitting)
    return undone
  })
}

/**
 * Returns the products' previous handles that other products have now. For example, an import may have added them
 * again.
 */
async function handlesOfOthers(
  tx: Prisma.TransactionClient,
  partnerId: string,
  events: Array<{ productId: string; before: unknown }>,
): Promise<Set<string>> {
  const handles = events.flatMap(({ before }) => (before as StoredProduct | null)?.handle ?? [])
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const others = await tx.product.findMany({
    where: { partnerId, handle: { in: handles }, id: { notIn: events.map(({ productId }) => productId) } },
    select: { handle: true },
  })
  return new Set(others.map(({ handle }) => handle))
}

function stateBefore(
  event: { type: string; before: unknown },
  product: StoredProduct,
  now: Date,
): StoredProduct | null {
  if (event.type === 'created') return { ...product, status: 'archived', deletedAt: now.toISOString() }
  return event.before as StoredProduct | null
}
