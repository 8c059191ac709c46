import { Prisma } from '#prisma/generated/client.ts'
import { labelSlug } from '#server/catalogue/label-slug.ts'
import { isDatabaseAway, isInterrupted } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { repeatInterrupted } from '#server/platform/repeat-interrupted.ts'
import { sqlStateOf } from '#server/platform/sql-state.ts'
import type { CatalogueRoom } from '#server/quotas/catalogue-room.ts'
import { noteRefusals } from '#server/quotas/note-refusals.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import { fitPlans, type FittedPlans, type OverPlan } from './fit-plans.ts'
import { loadProducts, loadProductsById, type StoredProduct } from './load-products.ts'
import { planProduct, type ProductPlan } from './plan-product.ts'
import { assertSameCurrency, type ProductOwner } from './product-owner.ts'
import { recordEvents, type Act } from './product-acts.ts'
import { applyOverrides, noteStoreValues, type StoreValue } from './store-overrides.ts'
import { writePlans } from './write-plans.ts'

const TIMEOUT_MS = 120_000
const NO_IDS: ReadonlyMap<string, string> = new Map()

/** Options for saving products. */
export interface Saving {
  act: Act
  /** The data comes from the partner's store or feed: the products count as confirmed now. */
  isSync: boolean
  link?: ProductLink
}

/** Links our products to those of a source with different keys. Both functions run in the writing transaction. */
export interface ProductLink {
  /** Returns the products to write, and our ids by handle, for products whose handle is new to us. */
  before: (
    tx: Prisma.TransactionClient,
    products: IncomingProduct[],
  ) => Promise<{ wanted: IncomingProduct[]; ids: ReadonlyMap<string, string> }>
  after: (tx: Prisma.TransactionClient, written: IncomingProduct[]) => Promise<void>
}

export interface SavedProducts {
  created: number
  updated: number
  unchanged: number
  /** Products that the database refused. */
  refused: Array<{ handle: string; reason: string }>
  /** Products left out entirely, because the partner has reached a quota. */
  overLimit: Array<{ handle: string; reason: string }>
}

/**
 * Saves products from any source in a partner's catalogue: a few hundred at a time, each handle once. Products are
 * matched by handle and written only if something differs; changes are kept as events of the act. All are written in
 * one transaction. If the database refuses one, each is written separately, so that only that one fails.
 */
export async function saveProducts(
  db: Db,
  products: IncomingProduct[],
  owner: ProductOwner,
  saving: Saving,
): Promise<SavedProducts> {
  try {
    return { ...(await saveTogether(db, products, owner, saving)), refused: [] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const saved: SavedProducts = { created: 0, updated: 0, unchanged: 0, refused: [], overLimit: [] }
    const [only, ...others] = products
    if (only && !others.length)
      saved.refused.push({ handle: only.handle, reason: `the database refused it: ${messageOf(error)}` })
    else
      for (const product of products) {
        const { created, updated, unchanged, refused, overLimit } = await saveProducts(db, [product], owner, saving)
        saved.created += created
        saved.updated += updated
        saved.unchanged += unchanged
        saved.refused.push(...refused)
        saved.overLimit.push(...overLimit)
      }
    return saved
  }
}

function saveTogether(
  db: Db,
  products: IncomingProduct[],
  owner: ProductOwner,
  { act, isSync, link }: Saving,
): Promise<Omit<SavedProducts, 'refused'>> {
  return writing(db, owner.partner.id, async (tx) => {
    await assertSameCurrency(tx, owner)
    const { wanted, ids } = link ? await link.before(tx, products) : { wanted: products, ids: NO_IDS }
    const { pairs, said } = await pairsOf(tx, owner, wanted, ids)
    const { fitting, over } = await planProducts(tx, pairs, owner)
    await writePlans(tx, fitting, { now: new Date(), isSync })
    await noteStoreValues(tx, said)
    await recordEvents(tx, act, fitting)
    await noteRefusals(tx, owner.partner.id, new Map(over.map(({ quota, plan }) => [quota, plan.after.name])))
    const overLimit = over.map(({ plan, reason }) => ({ handle: plan.after.handle, reason }))
    const isOver = new Set(overLimit.map(({ handle }) => handle))
    await link?.after(
      tx,
      wanted.filter(({ handle }) => !isOver.has(handle)),
    )
    const created = fitting.filter((plan) => plan.kind === 'created').length
    return {
      created,
      updated: fitting.length - created,
      unchanged: products.length - fitting.length - over.length,
      overLimit,
    }
  })
}

/**
 * Runs a transaction that writes the partner's products. Transactions of one partner run one after another, so that
 * each sees the earlier writes. A transaction is repeated if a deadlock or a timeout interrupts it.
 */
export function writing<T>(db: Db, partnerId: string, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return repeatInterrupted(() =>
    db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.imports}::int, hashtext(${partnerId}))`
        return work(tx)
      },
      { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
    ),
  )
}

interface Pair {
  given: IncomingProduct
  stored: StoredProduct | null
}

/**
 * Matches products by handle, or else by the ids of a link. Each stored product matches at most one incoming product.
 * Fields that partners have overridden stay unchanged.
 */
async function pairsOf(
  tx: Db | Prisma.TransactionClient,
  { partner: { id: partnerId }, categories }: ProductOwner,
  products: IncomingProduct[],
  ids: ReadonlyMap<string, string>,
): Promise<{ pairs: Pair[]; said: StoreValue[] }> {
  const handles = products.map((product) => product.handle)
  const stored = await loadProducts(tx, partnerId, handles)
  const taken = new Set([...stored.values()].map(({ product }) => product.id))
  const renamed = new Map<string, string>()
  for (const handle of handles) {
    const id = ids.get(handle)
    if (id === undefined || stored.has(handle) || taken.has(id)) continue
    renamed.set(handle, id)
    taken.add(id)
  }
  const byId = renamed.size ? await loadProductsById(tx, partnerId, [...renamed.values()]) : new Map<string, never>()
  const pairs = products.map((given) => ({
    given,
    stored: (stored.get(given.handle) ?? byId.get(renamed.get(given.handle) ?? ''))?.product ?? null,
  }))
  return applyOverrides(tx, pairs, categories)
}

/**
 * Plans the writes of saveProducts without writing. Ids of new products are not kept.
 * @param room the quotas left by earlier batches of the same file
 */
export async function previewProducts(
  db: Db,
  products: IncomingProduct[],
  owner: ProductOwner,
  room: CatalogueRoom,
  ids: ReadonlyMap<string, string> = NO_IDS,
): Promise<{ fitting: ProductPlan[]; over: OverPlan[] }> {
  const { pairs } = await pairsOf(db, owner, products, ids)
  const { plans } = await planWith(db, pairs, owner)
  return fitPlans(db, owner.partner.id, plans, room)
}

/** Plans the writes for these products, within the partner's quotas. Unchanged products have no plan. Adds new brands. */
export async function planProducts(
  tx: Prisma.TransactionClient,
  pairs: Pair[],
  owner: ProductOwner,
): Promise<{ fitting: FittedPlans; over: OverPlan[] }> {
  // Unused brands are deleted concurrently (settle-labels.ts), except those locked here.
  await lockBrands(tx, pairs, owner)
  const { plans, brands, labels } = await planWith(tx, pairs, owner)
  const fitted = await fitPlans(tx, owner.partner.id, plans)
  await writeBrands(tx, fitted.fitting, brands)
  await keepSpellings(tx, owner.partner.id, fitted.fitting, labels)
  return fitted
}

/** Plans the writes for these products. Unchanged products have no plan. New brands are prepared but not added. */
async function planWith(
  tx: Db | Prisma.TransactionClient,
  pairs: Pair[],
  { partner, categories }: ProductOwner,
): Promise<{ plans: ProductPlan[]; brands: Map<string, Brand>; labels: Map<ProductPlan, string> }> {
  const labelOf = ({ brand }: IncomingProduct) => brandLabel(brand, partner.businessName)
  const brands = await loadBrands(
    tx,
    pairs.map(({ given }) => labelOf(given)),
  )
  const plans: ProductPlan[] = []
  const labels = new Map<ProductPlan, string>()
  for (const { given, stored } of pairs) {
    const label = labelOf(given)
    const brand = (given.brand === undefined && stored?.brand) || brands.get(labelSlug(label))
    if (!brand) throw new Error(`The brand of '${label}' was not looked up.`)
    const { type, productCategory, name, tags = [], categoryId } = given
    const category =
      categoryId === undefined
        ? categories.find({ type, productCategory, title: name, tags })
        : categories.get(categoryId)
    const plan = planProduct(given, stored, { partner, brand: { id: brand.id, name: brand.name }, category })
    if (!plan) continue
    plans.push(plan)
    if (given.brand !== undefined || !stored) labels.set(plan, label)
  }
  return { plans, brands, labels }
}

/** Locks the brands of some labels until the transaction ends, so that they are not deleted. */
async function lockBrands(
  tx: Prisma.TransactionClient,
  pairs: readonly Pair[],
  { partner }: ProductOwner,
): Promise<void> {
  const slugs = [...new Set(pairs.map(({ given }) => labelSlug(brandLabel(given.brand, partner.businessName))))]
  await tx.$executeRaw`SELECT FROM brands WHERE slug = ANY(${slugs}::text[]) ORDER BY slug FOR KEY SHARE`
}

/** Stores the partner's spelling of the labels that it writes. */
async function keepSpellings(
  tx: Prisma.TransactionClient,
  partnerId: string,
  plans: readonly ProductPlan[],
  labels: ReadonlyMap<ProductPlan, string>,
): Promise<void> {
  const names = new Map(
    plans.flatMap((plan) => (labels.has(plan) ? [[plan.product.brandId, labels.get(plan) as string] as const] : [])),
  )
  if (!names.size) return
  await tx.$executeRaw`
    INSERT INTO brand_spellings AS known (brand_id, partner_id, name)
    SELECT id, ${partnerId}::uuid, name FROM unnest(${[...names.keys()]}::uuid[], ${[...names.values()]}::text[]) n (id, name) ORDER BY id
    ON CONFLICT (brand_id, partner_id) DO UPDATE SET name = EXCLUDED.name WHERE known.name <> EXCLUDED.name`
}

/** Returns the brand label. An empty label, or the partner's own name or handle, means the partner itself. */
function brandLabel(brand: string | undefined, businessName: string): string {
  const slug = labelSlug(brand ?? '')
  return !brand || slug === 'unnamed' || slug === labelSlug(businessName) ? businessName : brand
}

interface Brand {
  id: string
  name: string
  slug: string
  isNew: boolean
}

/** Returns the brands of these labels by slug; prepares missing ones. */
async function loadBrands(tx: Db | Prisma.TransactionClient, labels: string[]): Promise<Map<string, Brand>> {
  const wanted = new Map<string, string>()
  for (const label of labels) if (!wanted.has(labelSlug(label))) wanted.set(labelSlug(label), label)
  const found = await tx.brand.findMany({ where: { slug: { in: [...wanted.keys()] } } })
  const brands = new Map<string, Brand>(found.map((brand) => [brand.slug, { ...brand, isNew: false }]))
  for (const [slug, name] of wanted) if (!brands.has(slug)) brands.set(slug, { id: newId(), name, slug, isNew: true })
  return brands
}

/** Adds the new brands that are used. If another import has just added one, the plans use that one. */
async function writeBrands(
  tx: Prisma.TransactionClient,
  plans: ProductPlan[],
  brands: Map<string, Brand>,
): Promise<void> {
  const used = new Set(plans.map((plan) => plan.product.brandId))
  const added = [...brands.values()]
    .filter((brand) => brand.isNew && used.has(brand.id))
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
  if (!added.length) return
  await tx.brand.createMany({ data: added.map(({ id, name, slug }) => ({ id, name, slug })), skipDuplicates: true })
  const rows = await tx.brand.findMany({ where: { slug: { in: added.map((brand) => brand.slug) } } })
  const idOf = new Map(added.map((brand) => [brand.id, rows.find((row) => row.slug === brand.slug)?.id ?? brand.id]))
  for (const { product, after } of plans) {
    product.brandId = idOf.get(product.brandId) ?? product.brandId
    after.brandId = product.brandId
    after.brand = { ...after.brand, id: product.brandId }
  }
}

/** Whether the database refused the data; false if something else failed, such as the connection or a lock. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || isDatabaseAway(error) || isInterrupted(error))
    return false
  const state = sqlStateOf(error)
  // These classes are about data, constraints and sizes.
  return state === null ? error.code.startsWith('P2') : /^(2[123]|54)/.test(state)
}

function messageOf(error: unknown): string {
  const { message } = error as Error
  return (
    message
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .at(-1) ?? 'without a reason'
  )
}
