import { mediaName } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { ACTIVE_WHERE } from '#server/platform/listed.ts'
import { standardRate } from '#server/sales/billing/vat.ts'
import type { SoldProduct, Store } from './demo-store-pages.ts'

const MAX_PRODUCTS = 12

interface Shops {
  db: Db
  origin: string
}

/** Returns the store with this host, without 'www.'; null if no partner has it. */
export async function findStore({ db, origin }: Shops, host: string): Promise<Store | null> {
  if (!host.endsWith('.example')) return null
  const domain = await db.partnerDomain.findUnique({
    where: { host },
    select: { partner: { select: { id: true, businessName: true, country: true } } },
  })
  if (!domain) return null
  const { id: partnerId, businessName: name, country } = domain.partner
  return { host, partnerId, name, origin: `${origin}/${host}`, vatBps: standardRate(country ?? '', new Date()) ?? 0 }
}

/** Returns the store's newest products. */
export const productsOf = (shops: Shops, store: Store): Promise<SoldProduct[]> => read(shops, store, '/', MAX_PRODUCTS)

/** Returns the product at a path of the store, ignoring the rest of the product's address. */
export async function findProduct(shops: Shops, store: Store, path: string): Promise<SoldProduct | null> {
  const found = await read(shops, store, path)
  return found.find((product) => product.path === path) ?? null
}

async function read({ db }: Shops, { host, partnerId }: Store, path: string, take?: number) {
  const products = await db.product.findMany({
    where: { partnerId, productUrl: { contains: `${host}${path}` }, ...ACTIVE_WHERE },
    orderBy: { id: 'desc' },
    ...(take !== undefined && { take }),
    select: {
      name: true,
      productUrl: true,
      currency: true,
      priceMinor: true,
      variants: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          size: true,
          colourName: true,
          storeLink: true,
          sku: true,
          currency: true,
          priceMinor: true,
          stock: true,
        },
      },
      images: {
        where: { fileId: { not: null } },
        orderBy: { position: 'asc' },
        take: 1,
        select: { alt: true, file: { select: { sha256: true } } },
      },
    },
  })
  return products.map(({ productUrl, images: [image], ...product }) => ({
    ...product,
    path: URL.parse(`https://${(productUrl ?? '').replace(/^https?:\/\//, '')}`)?.pathname ?? '',
    picture: image?.file ? { url: `/img/${mediaName(image.file.sha256)}/960.jpg`, alt: image.alt } : null,
  }))
}
