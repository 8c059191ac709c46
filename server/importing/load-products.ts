import type { Prisma } from '#prisma/generated/client.ts'

/** What an import compares with the file, and nothing else. */
const SELECT = {
  id: true, handle: true, brandId: true, categoryId: true, name: true, description: true, descriptionHtml: true, status: true, tags: true, colourPalette: true,
  material: true, gender: true, productUrl: true, currency: true, priceMinor: true, priceMaxMinor: true, originalPriceMinor: true, priceBaseMinor: true,
  stock: true, isInStock: true, searchText: true,
  brand: { select: { id: true, name: true } },
  category: { select: { id: true, name: true, slug: true } },
  variants: {
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: {
      id: true, position: true, size: true, colourName: true, colourHex: true, options: true, sku: true, gtin: true, currency: true, priceMinor: true,
      originalPriceMinor: true, stock: true,
    },
  },
  images: { orderBy: [{ position: 'asc' }, { id: 'asc' }], select: { id: true, position: true, isPrimary: true, alt: true, colourName: true, sourceUrl: true } },
} satisfies Prisma.ProductSelect

type Selected = Prisma.ProductGetPayload<{ select: typeof SELECT }>
export type StoredVariant = Omit<Selected['variants'][number], 'options'> & { options: Record<string, string> }
export type StoredImage = Selected['images'][number]
export type StoredProduct = Omit<Selected, 'variants'> & { variants: StoredVariant[] }

/** A partner's products with these handles, by handle. */
export async function loadProducts(tx: Prisma.TransactionClient, partnerId: string, handles: string[]): Promise<Map<string, StoredProduct>> {
  const rows = await tx.product.findMany({ where: { partnerId, handle: { in: handles } }, select: SELECT })
  return new Map(rows.map((row) => [row.handle, row as StoredProduct]))
}
