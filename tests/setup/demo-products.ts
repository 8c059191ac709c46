import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'

/** The conditions of products that shoppers see. Every query for a demo product starts with them. */
export const LISTED = {
  status: 'active',
  partner: { verificationStatus: 'approved' },
} satisfies Prisma.ProductWhereInput

const detail = {
  brand: true,
  partner: true,
  variants: { orderBy: { position: 'asc' } },
  images: { orderBy: { position: 'asc' } },
} satisfies Prisma.ProductInclude

/** Finds a listed demo product that meets the conditions. Always returns the same one. */
export function findProduct(db: Db, where: Prisma.ProductWhereInput = {}) {
  return db.product.findFirstOrThrow({ where: { ...LISTED, ...where }, include: detail, orderBy: { id: 'asc' } })
}

/**
 * Finds a demo product in stock that no other test opens. All tests share one IP address, whose daily clicks per
 * product are limited. Does not take the newest product, because another test may have just created it.
 */
export function findUnusedProduct(db: Db) {
  return db.product.findFirstOrThrow({
    where: { ...LISTED, isInStock: true },
    include: detail,
    orderBy: { id: 'asc' },
    skip: 500,
  })
}

/** Finds a product with at least three pictures, one colour, a reduction, and sizes in stock and sold out. */
export async function findTypicalProduct(db: Db) {
  const candidates = await db.product.findMany({
    where: {
      ...LISTED,
      originalPriceMinor: { not: null },
      isInStock: true,
      variants: { some: { stock: 0 } },
      images: { some: { position: 2 } },
    },
    include: detail,
    orderBy: { id: 'asc' },
    take: 200,
  })
  const product = candidates.find(({ variants }) => {
    const sizes = variants.map(({ size }) => size)
    return (
      new Set(variants.map(({ colourName }) => colourName)).size === 1 &&
      sizes.length > 2 &&
      new Set(sizes).size === sizes.length &&
      variants.some(({ stock }) => (stock ?? 0) > 0)
    )
  })
  if (!product) throw new Error('The demo has no such product.')
  return product
}

/**
 * Finds the top-level category with the most products, and returns conditions for its list. Outside it, other tests add
 * and remove products.
 */
export async function findLargestCategory(db: Db) {
  const categories = await db.category.findMany({ select: { id: true, slug: true, parentId: true } })
  const idsBelow = (id: string): string[] => [
    id,
    ...categories.filter(({ parentId }) => parentId === id).flatMap((child) => idsBelow(child.id)),
  ]
  const counted = await Promise.all(
    categories
      .filter(({ parentId }) => parentId === null)
      .map(async ({ id, slug }) => {
        const where = { ...LISTED, categoryId: { in: idsBelow(id) } } satisfies Prisma.ProductWhereInput
        return { slug, where, total: await db.product.count({ where }) }
      }),
  )
  return counted.toSorted((a, b) => b.total - a.total)[0]!
}
