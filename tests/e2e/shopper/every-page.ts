import type { Db } from '#server/platform/db.ts'
import { startSharing } from '#server/wishlist/share-wishlist.service.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'

/** Returns one address of every kind of page. */
export async function everyPage(db: Db): Promise<Record<string, string>> {
  const { id, partnerId } = await findTypicalProduct(db)
  const owner = await createViewer(db)
  await createWishes(db, owner.userId, [id], { priority: 5, size: 'UK 12' })
  const { token } = await startSharing({ db, viewer: owner }, { title: 'For my birthday' })
  // A separate store. It is old, because the home page starts with the newest stores and other tests use it.
  const old = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const reviewed = await createProduct(db, { partnerId: old.id })
  await createApprovedReview(db, reviewed, { verifiedPurchase: true, response: 'Thank you.', responseDate: new Date() })
  const twin = await createProduct(db, {
    partnerId: (await createPartner(db, { createdAt: new Date('2020-01-01') })).id,
    name: 'The same at another store',
  })
  const [one, other] = [reviewed.id, twin.id].sort()
  await db.itemMatch.create({ data: { productId: one!, otherId: other!, way: 'style', evidence: 'AB-1234' } })
  return {
    home: '/',
    discover: '/discover',
    'discover as a grid': '/discover?all=true',
    'discover as a list': '/discover?all=true&view=list',
    'discover without results': '/discover?q=zzqxj',
    'discover by a sentence': '/discover?q=black+dress+under+200+dollars+zzqxj&mode=intelligent',
    'discover by colour': '/discover?looksLike=1f2a44.striped',
    'picture search': '/picture-search',
    ranking: '/ranking',
    'for you, of nobody': '/for-you',
    product: `/product/${id}`,
    'product reviews': `/product/${id}?tab=reviews&picture=2`,
    'product with reviews': `/product/${reviewed.id}?tab=reviews&sort=helpful`,
    'review before signing in': `/product/${id}/review`,
    'report a product': `/product/${id}/report`,
    'one item at all stores': `/product/${reviewed.id}/stores`,
    'report a wrong match': `/product/${reviewed.id}/stores/${twin.id}`,
    'which size': `/product/${id}/size`,
    'my size': '/my-size/measures',
    partner: `/partner/${partnerId}`,
    brand: `/brand/${partnerId}`,
    'brand preview': `/brand/preview/${partnerId}?data=junk`,
    about: '/about-wtf',
    wishlist: '/wishlist',
    'no more mails about a store': '/partners/unsubscribe?token=junk',
    'invitation to a team that has ended': '/partners/team',
    'no more mails about saved searches': '/new-in/unsubscribe?token=junk',
    'no more wishlist mails': '/wishlist/unsubscribe?token=junk',
    'no more questions about purchases': '/feedback/unsubscribe?token=junk',
    'shared wishlist': `/wishlist/shared/${token}`,
    'shared wishlist not found': '/wishlist/shared/junk',
    company: '/about',
    features: '/features',
    'features without results': '/features?demo=zzqxj',
    stores: '/stores',
    'favourite stores before signing in': '/stores?favourites=true',
    brands: '/brands',
    'a department': '/discover?genders=women,unisex',
    'early access': '/early-access',
    waitlist: '/waitlist',
    support: '/support',
    'support search': '/support?q=refund',
    'support without results': '/support?q=zzqxj',
    'support topic': '/support/returns',
    contact: '/contact',
    terms: '/terms',
    privacy: '/privacy',
    'reviews policy': '/reviews-policy',
    developers: '/developers',
    'not found': '/nowhere',
    'product not found': '/product/junk',
  }
}
