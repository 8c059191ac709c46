import { Prisma } from '#prisma/generated/client.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { LOCKS } from '#server/platform/locks.ts'
import type { CategoryIndex } from './category-words.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { loadProducts } from '#server/products/load-products.ts'
import { planProduct, type PlanContext, type ProductPlan } from '#server/products/plan-product.ts'
import { writePlans } from './write-plans.ts'

const TIMEOUT_MS = 120_000

export interface ProductOwner {
  partner: PlanContext['partner']
  categories: CategoryIndex
}

export interface SavedProducts {
  created: number
  updated: number
  unchanged: number
  /** Products that the database refused. */
  refused: Array<{ handle: string; reason: string }>
}

/**
 * Saves products from any source in a partner's catalogue: a few hundred at a time, each handle once. They are matched
 * by handle and written only if something differs. All are written in one transaction; if the database refuses one,
 * each is written in its own, so that only that one is lost.
 */
export async function saveProducts(db: Db, products: IncomingProduct[], owner: ProductOwner): Promise<SavedProducts> {
  try {
    return { ...(await saveTogether(db, products, owner)), refused: [] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const saved: SavedProducts = { created: 0, updated: 0, unchanged: 0, refused: [] }
    const [only, ...others] = products
    if (only && !others.length) saved.refused.push({ handle: only.handle, reason: messageOf(error) })
    else
      for (const product of products) {
        const { created, updated, unchanged, refused } = await saveProducts(db, [product], owner)
        saved.created += created
        saved.updated += updated
        saved.unchanged += unchanged
        saved.refused.push(...refused)
      }
    return saved
  }
}

function saveTogether(
  db: Db,
  products: IncomingProduct[],
  { partner, categories }: ProductOwner,
): Promise<Omit<SavedProducts, 'refused'>> {
  return db.$transaction(
    async (tx) => {
      // Two writers for one partner take turns, so that both see what the other wrote.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.imports}::int, hashtext(${partner.id}))`
      const labelOf = ({ brand }: IncomingProduct) => brandLabel(brand, partner.businessName)
      const handles = products.map((product) => product.handle)
      const [stored, brands] = [
        await loadProducts(tx, partner.id, handles),
        await loadBrands(tx, products.map(labelOf)),
      ]
      const plans: ProductPlan[] = []
      for (const product of products) {
        const before = stored.get(product.handle) ?? null
        const label = labelOf(product)
        const brand = (product.brand === undefined && before?.brand) || brands.get(toSlug(label))
        if (!brand) throw new Error(`The brand of '${label}' was not looked up.`)
        const { type, productCategory, name, tags = [] } = product
        const category = categories.find({ type, productCategory, title: name, tags })
        const plan = planProduct(product, before, { partner, brand, category })
        if (plan) plans.push(plan)
      }
      await writeBrands(tx, plans, brands)
      await writePlans(tx, plans, new Date())
      const created = plans.filter((plan) => plan.kind === 'created').length
      return { created, updated: plans.length - created, unchanged: products.length - plans.length }
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  )
}

/** An empty label, or the partner's own name or handle, means the partner itself. */
function brandLabel(brand: string | undefined, businessName: string): string {
  const slug = toSlug(brand ?? '')
  return !brand || slug === 'unnamed' || slug === toSlug(businessName) ? businessName : brand
}

interface Brand {
  id: string
  name: string
  slug: string
  isNew: boolean
}

/** The brands of these labels by slug; missing ones are prepared. */
async function loadBrands(tx: Prisma.TransactionClient, labels: string[]): Promise<Map<string, Brand>> {
  const wanted = new Map<string, string>()
  for (const label of labels) if (!wanted.has(toSlug(label))) wanted.set(toSlug(label), label)
  const found = await tx.brand.findMany({ where: { slug: { in: [...wanted.keys()] } } })
  const brands = new Map<string, Brand>(found.map((brand) => [brand.slug, { ...brand, isNew: false }]))
  for (const [slug, name] of wanted) if (!brands.has(slug)) brands.set(slug, { id: newId(), name, slug, isNew: true })
  return brands
}

/** Adds the new brands that are used. If another import has just added one, the plans take that one. */
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
  for (const { product } of plans) product.brandId = idOf.get(product.brandId) ?? product.brandId
}

/** True if the database answered and refused the data. False if something else failed. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const isTrouble = ['P2024', 'P2028', 'P2034', 'P2037'].includes(error.code)
  return error.code.startsWith('P2') && !isTrouble
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
