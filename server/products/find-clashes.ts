import type { Prisma } from '#prisma/generated/client.ts'
import type { EditedProduct } from './edited-product.ts'
import { MAX_PRODUCT } from './incoming-product.schema.ts'
import type { StoredProduct } from './load-products.ts'
import type { FieldError } from './parse-product-form.ts'

type Tx = Prisma.TransactionClient

/**
 * Describes who has a handle, as the end of an error message; null if it is free. Deleted products keep their handle,
 * because they can be restored.
 */
export async function handleOwner(
  tx: Tx,
  partnerId: string,
  handle: string,
): Promise<Omit<FieldError, 'field'> | null> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const other = await tx.product.findUnique({
    where: { partnerId_handle: { partnerId, handle } },
    select: { id: true, name: true, deletedAt: true },
  })
  if (!other) return null
  return other.deletedAt
    ? { message: `'${other.name}', a deleted product that can be restored, has this handle` }
    : { message: `'${other.name}' already has this handle`, productId: other.id }
}

/** Returns the handle itself, or the first of `handle-2`, `handle-3` ... that no product of the partner has. */
export async function freeHandle(tx: Tx, partnerId: string, wanted: string): Promise<string> {
  const handle = wanted.slice(0, MAX_PRODUCT.handle - 10)
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const taken = await tx.product.findMany({
    where: { partnerId, handle: { startsWith: handle } },
    select: { handle: true },
  })
  const handles = new Set(taken.map((product) => product.handle))
  if (!handles.has(handle)) return handle
  let number = 2
  while (handles.has(`${handle}-${number}`)) number++
  return `${handle}-${number}`
}

/** Finds SKUs and GTINs of the form that another product of the partner has, unless the product had them before. */
export async function ownersOfCodes(
  tx: Tx,
  partnerId: string,
  { variants }: EditedProduct,
  stored: StoredProduct | null,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const kind of ['sku', 'gtin'] as const) {
    const had = new Set(stored?.variants.map((variant) => variant[kind]))
    const added = variants.flatMap(({ [kind]: code }) => (code === null || had.has(code) ? [] : [code]))
    if (!added.length) continue
    // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
    const owners = await tx.productVariant.findMany({
      where: {
        [kind]: { in: added },
        product: { partnerId, deletedAt: null, ...(stored ? { id: { not: stored.id } } : {}) },
      },
      select: { sku: true, gtin: true, product: { select: { id: true, name: true } } },
    })
    const ownerOf = new Map(owners.map((owner) => [owner[kind], owner.product]))
    variants.forEach((variant, index) => {
      const owner = variant[kind] === null || had.has(variant[kind]) ? undefined : ownerOf.get(variant[kind])
      if (owner)
        errors.push({
          field: `variants.${index}.${kind}`,
          message: `'${owner.name}' already has this ${kind.toUpperCase()}`,
          productId: owner.id,
        })
    })
  }
  return errors
}
