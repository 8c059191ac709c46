import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getStore, listFeaturedStores } from './partners.service.ts'

const test = useTestDatabase()
beforeEach(() => test.db.partner.deleteMany())

describe('listFeaturedStores', () => {
  it('lists approved partners with something in stock, newest first, with their number of products in stock', async () => {
    const made = []
    for (const [n, verificationStatus] of (
      ['approved', 'approved', 'pending', 'approved', 'approved'] as const
    ).entries()) {
      made.push(await createPartner(test.db, { verificationStatus, createdAt: new Date(Date.UTC(2026, 0, 1 + n)) }))
    }
    const [older, newer, pending, soldOut] = made
    for (const partner of [older!, newer!, newer!, pending!]) await createProduct(test.db, { partnerId: partner.id })
    for (const stock of [0, null]) await createProduct(test.db, { partnerId: soldOut!.id, variants: [{ stock }] })
    await createProduct(test.db, { partnerId: newer!.id, status: 'draft' })
    expect((await listFeaturedStores(test.db)).map(({ id, productCount }) => [id, productCount])).toEqual([
      [newer!.id, 2],
      [older!.id, 1],
    ])
  })
})

describe('getStore', () => {
  it("returns the partner's active texts and first active pictures", async () => {
    const { id } = await createPartner(test.db)
    const { id: productId } = await createProduct(test.db, { partnerId: id })
    await createProduct(test.db, { partnerId: id, status: 'archived' })
    const [second, first, off] = await Promise.all([0, 1, 2].map(() => createPicture(test.db, productId)))
    const media = (fileId: string, altText: string, displayOrder: number, isActive = true) =>
      test.db.partnerMedia.create({
        data: { partnerId: id, mediaType: 'hero_image', fileId, altText, displayOrder, isActive },
      })
    await media(second!.fileId!, 'second', 2)
    await media(first!.fileId!, 'first', 1)
    await media(off!.fileId!, 'switched off', 0, false)
    await test.db.partnerContent.createMany({
      data: [
        { partnerId: id, contentType: 'hero_title', content: 'Hello' },
        { partnerId: id, contentType: 'hero_subtitle', content: 'gone', isActive: false },
        { partnerId: id, contentType: 'store_description', content: 'We sew.' },
      ],
    })
    expect(await getStore(test.db, id)).toMatchObject({
      id,
      productCount: 1,
      heroTitle: 'Hello',
      heroSubtitle: '',
      about: 'We sew.',
      logo: null,
      hero: { alt: 'first' },
    })
  })
  it.each(['', 'junk', '\u0000', 'a'.repeat(5_000), newId()])('does not find %j', (id) =>
    expect(getStore(test.db, id)).rejects.toMatchObject({ code: 'not_found', message: 'Brand not found' }),
  )
  it.each(['pending', 'suspended'] as const)('does not find a %s partner', async (verificationStatus) => {
    const { id } = await createPartner(test.db, { verificationStatus })
    await expect(getStore(test.db, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
