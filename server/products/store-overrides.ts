import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { CategoryIndex } from './category-words.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import type { StoredProduct } from './load-products.ts'
import { findManaged } from './managed-products.ts'
import type { ProductPlan } from './plan-product.ts'
import { OVERRIDABLE, type OverridableField } from './store-fields.values.ts'

type Tx = Db | Prisma.TransactionClient
/** The category's id or null, gender, or tags. */
export type FieldValue = string | string[] | null
type Overrides = ReadonlyMap<OverridableField, FieldValue>

const NONE: Overrides = new Map()

/** The store's current value. */
export interface StoreValue {
  productId: string
  field: OverridableField
  value: FieldValue
}

/** Returns the fields that partners have overridden, with the store's values, by product. */
export async function loadOverrides(
  tx: Tx,
  productIds: string[],
): Promise<Map<string, Map<OverridableField, FieldValue>>> {
  const rows = productIds.length ? await tx.storeOverride.findMany({ where: { productId: { in: productIds } } }) : []
  const found = new Map<string, Map<OverridableField, FieldValue>>()
  for (const { productId, field, storeValue } of rows) {
    const fields = found.get(productId) ?? new Map<OverridableField, FieldValue>()
    found.set(productId, fields.set(field, storeValue as FieldValue))
  }
  return found
}

/**
 * Replaces the store's values with those that partners have overridden.
 * @returns the products to write, and the store's values of overridden fields
 */
export async function applyOverrides(
  tx: Tx,
  pairs: Array<{ given: IncomingProduct; stored: StoredProduct | null }>,
  categories: CategoryIndex,
): Promise<{ pairs: typeof pairs; said: StoreValue[] }> {
  const ids = pairs.flatMap(({ stored }) => stored?.id ?? [])
  const known = await loadOverrides(tx, ids)
  if (!known.size) return { pairs, said: [] }
  const managed = await findManaged(tx, [...known.keys()])
  const said: StoreValue[] = []
  return {
    said,
    pairs: pairs.map((pair) => {
      const { given, stored } = pair
      const fields = (stored && managed.has(stored.id) && known.get(stored.id)) || NONE
      if (!stored || !fields.size) return pair
      const { type, productCategory, name, tags = [] } = given
      const category = given.categoryId ?? categories.find({ type, productCategory, title: name, tags })?.id
      const ofStore = { category, gender: given.gender || undefined, tags: given.tags }
      for (const field of fields.keys()) {
        const value = ofStore[field]
        if (value !== undefined) said.push({ productId: stored.id, field, value })
      }
      return {
        stored,
        given: {
          ...given,
          // Uses the store's tags, not those set on WTF.
          ...(category !== undefined && { categoryId: category }),
          ...(fields.has('category') && { categoryId: stored.categoryId }),
          ...(fields.has('gender') && { gender: stored.gender }),
          ...(fields.has('tags') && { tags: stored.tags }),
        },
      }
    }),
  }
}

/** Stores the store's current values of overridden fields, for when the partner uses them again. */
export async function noteStoreValues(tx: Prisma.TransactionClient, said: StoreValue[]): Promise<void> {
  if (!said.length) return
  await tx.$executeRaw`
    UPDATE store_overrides o SET store_value = r.value
    FROM jsonb_to_recordset(${JSON.stringify(said)}::jsonb) AS r ("productId" uuid, field text, value jsonb)
    WHERE o.product_id = r."productId" AND o.field::text = r.field AND o.store_value IS DISTINCT FROM coalesce(r.value, 'null'::jsonb)`
}

/**
 * Records which fields of store-managed products people have overridden. A field with the store's value is no longer
 * overridden.
 */
export async function noteOverrides(tx: Prisma.TransactionClient, plans: readonly ProductPlan[]): Promise<void> {
  const edited = plans.flatMap(({ before, after }) => {
    const fields = before ? OVERRIDABLE.filter((field) => !isSame(valueOf(before, field), valueOf(after, field))) : []
    return before && fields.length ? [{ before, after, fields }] : []
  })
  if (!edited.length) return
  const ids = edited.map(({ after }) => after.id)
  const managed = await findManaged(tx, ids)
  const known = await loadOverrides(tx, [...managed])
  for (const { before, after, fields } of edited) {
    if (!managed.has(after.id)) continue
    for (const field of fields) {
      const overridden = known.get(after.id)
      const ofStore = overridden?.has(field) ? (overridden.get(field) ?? null) : valueOf(before, field)
      const key = { productId: after.id, field }
      if (isSame(valueOf(after, field), ofStore)) await tx.storeOverride.deleteMany({ where: key })
      else
        await tx.$executeRaw`
          INSERT INTO store_overrides (product_id, field, store_value)
          VALUES (${after.id}::uuid, ${field}::store_field, ${JSON.stringify(ofStore)}::jsonb) ON CONFLICT DO NOTHING`
    }
  }
}

const valueOf = (product: StoredProduct, field: OverridableField): FieldValue =>
  field === 'category' ? product.categoryId : product[field]

const isSame = (a: FieldValue, b: FieldValue) => JSON.stringify(a) === JSON.stringify(b)
