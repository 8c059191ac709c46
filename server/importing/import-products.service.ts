import { Prisma } from '#prisma/generated/client.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { newId } from '#server/platform/ids.ts'
import { CategoryIndex } from './category-words.ts'
import type { CsvSource } from './csv-lines.ts'
import { brandLabel, resolvePartner, type ImportPartner, type PartnerRequest } from './import-partner.ts'
import { loadProducts } from './load-products.ts'
import { planProduct, type ProductPlan } from './plan-product.ts'
import { priceRules } from './read-price.ts'
import { checkShopifyCsv, readShopifyCsv } from './shopify-csv.ts'
import type { Note, ShopifyProduct } from './shopify-product.ts'
import { writePlans } from './write-plans.ts'

const BATCH_PRODUCTS = 200
/** Variants and pictures: a few products can have thousands. */
const BATCH_ROWS = 4_000
const BATCH_TIMEOUT_MS = 120_000

export interface ImportRequest {
  source: CsvSource
  partner: PartnerRequest
  onProgress?: (products: number) => void
}

export interface ImportResult {
  partner: { id: string; businessName: string; isNew: boolean }
  /** Products. */
  created: number
  updated: number
  unchanged: number
  /** Gift cards; each has a warning. */
  skipped: number
  /** What was not imported, and why. */
  problems: Note[]
  /** What was imported without a part of it. */
  warnings: Note[]
  /** What the operator should know of the partner. */
  partnerWarnings: string[]
}

/**
 * Brings a Shopify product CSV into a partner's catalogue. Products are found again by their handle and written only when
 * something differs, so a second import of the same file writes nothing. Bad rows are told and left out; a product is written
 * whole or not at all.
 * @throws AppError when the file is no such CSV or the partner cannot be told; nothing has been written then.
 */
export async function importProducts(db: Db, { source, partner: request, onProgress }: ImportRequest): Promise<ImportResult> {
  await checkShopifyCsv(source)
  const partner = await resolvePartner(db, request)
  const categories = new CategoryIndex(await db.category.findMany({ where: { isActive: true }, orderBy: { level: 'desc' }, select: { id: true, name: true, slug: true } }))
  const result: ImportResult = {
    partner: { id: partner.id, businessName: partner.businessName, isNew: partner.isNew },
    created: 0, updated: 0, unchanged: 0, skipped: 0, problems: [], warnings: [], partnerWarnings: partner.warnings,
  }
  let isSaved = false
  let batch: ShopifyProduct[] = []
  let rows = 0
  const flush = async () => {
    if (!batch.length) return
    // A file without a single good product leaves no empty partner behind.
    if (!isSaved) await partner.save()
    isSaved = true
    await importBatch(db, batch, { partner, categories, result })
    batch = []
    rows = 0
    onProgress?.(result.created + result.updated + result.unchanged)
  }
  for await (const { product, isSkipped, problems, warnings } of readShopifyCsv(source, priceRules(partner.currency, partner.baseRate))) {
    result.problems.push(...problems)
    result.warnings.push(...warnings)
    if (isSkipped) result.skipped++
    if (!product) continue
    batch.push(product)
    rows += product.variants.length + (product.images?.length ?? 0)
    if (batch.length === BATCH_PRODUCTS || rows >= BATCH_ROWS) await flush()
  }
  await flush()
  return result
}

interface BatchContext {
  partner: ImportPartner
  categories: CategoryIndex
  result: ImportResult
}

/** All of them in one transaction; when the database refuses one, each in its own, so that it costs only itself. */
async function importBatch(db: Db, batch: ShopifyProduct[], context: BatchContext): Promise<void> {
  const { result } = context
  try {
    const counts = await writeBatch(db, batch, context)
    result.created += counts.created
    result.updated += counts.updated
    result.unchanged += counts.unchanged
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [only, ...others] = batch
    if (only && !others.length) result.problems.push({ line: only.line, handle: only.handle, reason: `the database refused it: ${messageOf(error)}` })
    else for (const product of batch) await importBatch(db, [product], context)
  }
}

function writeBatch(db: Db, batch: ShopifyProduct[], { partner, categories }: BatchContext): Promise<{ created: number; updated: number; unchanged: number }> {
  return db.$transaction(
    async (tx) => {
      // Two imports for one partner take turns, so that both see what the other wrote.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.imports}::int, hashtext(${partner.id}))`
      const [stored, brands] = [
        await loadProducts(tx, partner.id, batch.map((product) => product.handle)),
        await loadBrands(tx, batch.map((product) => brandLabel(product.vendor, partner.businessName))),
      ]
      const plans: ProductPlan[] = []
      for (const product of batch) {
        const before = stored.get(product.handle) ?? null
        const label = brandLabel(product.vendor, partner.businessName)
        const brand = (product.vendor === undefined && before?.brand) || brands.get(toSlug(label))
        if (!brand) throw new Error(`The brand of '${label}' was not looked up.`)
        const category = categories.find({ type: product.type, productCategory: product.productCategory, title: product.title, tags: product.tags ?? [] })
        const plan = planProduct(product, before, { partner, brand, category })
        if (plan) plans.push(plan)
      }
      await writeBrands(tx, plans, brands)
      await writePlans(tx, plans, new Date())
      const created = plans.filter((plan) => plan.kind === 'created').length
      return { created, updated: plans.length - created, unchanged: batch.length - plans.length }
    },
    { timeout: BATCH_TIMEOUT_MS, maxWait: BATCH_TIMEOUT_MS },
  )
}

interface Brand {
  id: string
  name: string
  slug: string
  isNew: boolean
}

/** The brands of these labels by slug; those that do not exist yet are prepared. */
async function loadBrands(tx: Prisma.TransactionClient, labels: string[]): Promise<Map<string, Brand>> {
  const wanted = new Map<string, string>()
  for (const label of labels) if (!wanted.has(toSlug(label))) wanted.set(toSlug(label), label)
  const found = await tx.brand.findMany({ where: { slug: { in: [...wanted.keys()] } } })
  const brands = new Map<string, Brand>(found.map((brand) => [brand.slug, { ...brand, isNew: false }]))
  for (const [slug, name] of wanted) if (!brands.has(slug)) brands.set(slug, { id: newId(), name, slug, isNew: true })
  return brands
}

/** Adds the new brands that are used. Another import may have added one in the same moment: then the plans take that one. */
async function writeBrands(tx: Prisma.TransactionClient, plans: ProductPlan[], brands: Map<string, Brand>): Promise<void> {
  const used = new Set(plans.map((plan) => plan.product.brandId))
  const added = [...brands.values()].filter((brand) => brand.isNew && used.has(brand.id)).sort((a, b) => (a.slug < b.slug ? -1 : 1))
  if (!added.length) return
  await tx.brand.createMany({ data: added.map(({ id, name, slug }) => ({ id, name, slug })), skipDuplicates: true })
  const rows = await tx.brand.findMany({ where: { slug: { in: added.map((brand) => brand.slug) } } })
  const idOf = new Map(added.map((brand) => [brand.id, rows.find((row) => row.slug === brand.slug)?.id ?? brand.id]))
  for (const { product } of plans) product.brandId = idOf.get(product.brandId) ?? product.brandId
}

/** True when the database was there and said no: of what cannot be stored, not of what went wrong underneath. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const isTrouble = ['P2024', 'P2028', 'P2034', 'P2037'].includes(error.code)
  return error.code.startsWith('P2') && !isTrouble
}

function messageOf(error: unknown): string {
  const { message } = error as Error
  return message.split('\n').map((line) => line.trim()).filter(Boolean).at(-1) ?? 'without a reason'
}
