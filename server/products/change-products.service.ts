import type { Prisma } from '#prisma/generated/client.ts'
import type { ProductActKind, ProductStatus } from '#prisma/generated/enums.ts'
import { productBatches } from '#server/catalogue/product-batches.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { KnownCategory } from './category-words.ts'
import { changeOne, Refusal } from './change-one.ts'
import { requireRoom } from './fit-plans.ts'
import { loadProductsById, type StoredProduct } from './load-products.ts'
import type { ChangeProductsInput, ProductsChange } from './own-products.schema.ts'
import { findManaged } from './managed-products.ts'
import { planChange, type ProductPlan } from './plan-product.ts'
import { actorOf, newAct, recordEvents, type Act } from './product-acts.ts'
import { inCurrency, getProductOwner, type PricedOwner } from './product-owner.ts'
import { writing } from './save-products.ts'
import { writePlans } from './write-plans.ts'

/** How long the next part can continue an act. */
const ACT_MS = 3_600_000
/** Variants and pictures per call: about half a second of work. The next call does the rest. */
const MAX_ROWS = 10_000

/** The result of one change to the selected products. */
export interface ChangedProducts {
  /** The act's id, for undo and for the next part; null if nothing was changed so far. */
  actId: string | null
  changed: number
  unchanged: number
  /** Products that could not be changed, and why. */
  refused: Array<{ name: string; reason: string }>
  /** Ids for the next call: this call had too many variants, or a later product failed. */
  left: string[]
}

type Asking = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

/**
 * Applies one change to up to 200 of the viewer's products, in batches of bounded size, each in a transaction. Larger
 * selections are changed in parts that share the first part's act, so that one undo reverts them together.
 * @throws AppError not_found if none of the products, or the act, is the viewer's; conflict if the act is over
 */
export async function changeProducts(
  { db, viewer, partner }: Asking,
  { ids, change, actId }: ChangeProductsInput,
): Promise<ChangedProducts> {
  const owner = await getProductOwner(db, partner.id)
  const category = change.kind === 'category' ? owner.categories.get(change.categoryId) : null
  if (change.kind === 'category' && change.categoryId && !category)
    throw new AppError('bad_input', 'Category not found.', { field: 'categoryId' })
  const act: Act = {
    ...newAct({ partnerId: partner.id, kind: kindOf(change, ids.length), actor: actorOf(viewer) }),
    ...(actId && { id: await sameAct({ db, viewer, partner }, actId, change) }),
  }
  const total: ChangedProducts = { actId: actId ?? null, changed: 0, unchanged: 0, refused: [], left: [] }
  const left = new Set(ids)
  let [rows, found, isComplete] = [0, 0, true]
  for await (const batch of productBatches(db, [...left])) {
    isComplete = rows < MAX_ROWS
    if (!isComplete) break
    try {
      const part = await changeBatch(db, batch, { owner, category, change, act, isNextPart: actId !== undefined })
      if (part.changed) total.actId = act.id
      total.changed += part.changed
      total.unchanged += part.found - part.changed - part.refused.length
      total.refused.push(...part.refused)
      rows += part.rows
      found += part.found
    } catch (error) {
      // Keep the changes made so far, which can be undone. The next call reports the error.
      if (!total.changed) throw error
      isComplete = false
      break
    }
    for (const id of batch) left.delete(id)
  }
  if (!found) throw new AppError('not_found', 'Products not found.')
  return { ...total, left: isComplete ? [] : [...left] }
}

interface BatchContext {
  owner: PricedOwner
  category: KnownCategory | null | undefined
  change: ProductsChange
  act: Act
  isNextPart: boolean
}

function changeBatch(db: PartnerAsk['db'], ids: string[], { owner, category, change, act, isNextPart }: BatchContext) {
  const { id: partnerId } = owner.partner
  return writing(db, partnerId, async (tx) => {
    const found = await loadProductsById(tx, partnerId, ids)
    const before = change.kind === 'restore' ? await statesBefore(tx, [...found.keys()]) : new Map()
    const managed = await findManaged(tx, [...found.keys()])
    const plans: ProductPlan[] = []
    const refused: ChangedProducts['refused'] = []
    const isDone = new Set(isNextPart ? await productsOf(tx, act.id, [...found.keys()]) : [])
    let rows = 0
    for (const { product } of found.values()) {
      rows += product.variants.length + product.images.length
      if (isDone.has(product.id)) continue
      const statusBefore = before.get(product.id) ?? 'draft'
      const plan = planOne(product, change, {
        owner,
        category: category ?? null,
        statusBefore,
        isManaged: managed.has(product.id),
      })
      if (plan instanceof Refusal) refused.push({ name: product.name, reason: plan.reason })
      else if (plan) plans.push(plan)
    }
    await writePlans(tx, await requireRoom(tx, partnerId, plans), { now: new Date(), isSync: false })
    await recordEvents(tx, act, plans)
    return { changed: plans.length, found: found.size, refused, rows }
  })
}

function planOne(
  product: StoredProduct,
  change: ProductsChange,
  context: {
    owner: PricedOwner
    category: KnownCategory | null
    statusBefore: ProductStatus
    isManaged: boolean
  },
): ProductPlan | Refusal | null {
  const after = changeOne(product, change, {
    ...context,
    partner: inCurrency(context.owner, product.currency).partner,
    ownCurrency: context.owner.partner.currency,
    now: new Date(),
  })
  return after instanceof Refusal ? after : planChange(product, after, context.owner.partner.id)
}

const kindOf = ({ kind }: ProductsChange, products: number): ProductActKind =>
  kind === 'delete' ? 'delete' : products > 1 ? 'bulk' : 'edit'

/** Returns the act of an earlier part, if the viewer has started it recently. */
async function sameAct({ db, viewer, partner }: Asking, actId: string, change: ProductsChange): Promise<string> {
  const act = await db.productAct.findFirst({
    where: {
      id: actId,
      partnerId: partner.id,
      actorId: viewer.userId,
      kind: change.kind === 'delete' ? 'delete' : { in: ['edit', 'bulk'] },
    },
    select: { id: true, createdAt: true, undoneBy: { select: { id: true } } },
  })
  if (!act) throw new AppError('not_found', 'Change not found.')
  if (act.undoneBy || act.createdAt.getTime() < Date.now() - ACT_MS)
    throw new AppError('conflict', 'This selection has expired. Please select the products again.')
  return act.id
}

/** Returns the products that the act has already changed. Changing one twice would make the act impossible to undo fully. */
async function productsOf(tx: Prisma.TransactionClient, actId: string, ids: string[]): Promise<string[]> {
  const events = await tx.productEvent.findMany({
    where: { actId, productId: { in: ids } },
    select: { productId: true },
  })
  return events.map(({ productId }) => productId)
}

/** Returns the status of products before their deletion, if still known. */
async function statesBefore(tx: Prisma.TransactionClient, ids: string[]): Promise<Map<string, ProductStatus>> {
  const rows = await tx.$queryRaw<Array<{ id: string; status: ProductStatus | null }>>`
    SELECT DISTINCT ON (product_id) product_id AS id, before->>'status' AS status FROM product_events
    WHERE product_id = ANY(${ids}::uuid[]) AND type = 'deleted' ORDER BY product_id, created_at DESC`
  return new Map(rows.flatMap(({ id, status }) => (status ? [[id, status]] : [])))
}
