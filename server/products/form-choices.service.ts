import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { listProductHosts } from './edit-product.service.ts'

const MAX_BRANDS = 200

/**
 * Returns the choices of a product's form: all active categories (`parentId` makes them a tree), the brands and option
 * names of the partner's products, and the hosts that may have product pages.
 */
export async function formChoices({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const [own, categories, brands, hosts] = await Promise.all([
    db.partner.findUnique({ where: { id: partner.id }, select: { businessName: true, currency: true } }),
    db.category.findMany({
      where: { isActive: true },
      orderBy: [{ sortOrder: 'asc' }, { name: 'asc' }],
      select: { id: true, name: true, parentId: true },
    }),
    // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
    db.brand.findMany({
      where: { products: { some: { partnerId: partner.id, deletedAt: null } } },
      orderBy: { name: 'asc' },
      take: MAX_BRANDS,
      select: { name: true },
    }),
    listProductHosts(db, partner.id),
  ])
  if (!own) throw new AppError('not_found', 'Partner not found.')
  const names = [...new Set([own.businessName, ...brands.map(({ name }) => name)])]
  return { ...own, categories, brands: names, hosts }
}
