import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getStore, listFeaturedStores } from './partners.service.ts'

const database = useTestDatabase()
beforeEach(() => database.db.partner.deleteMany())

describe('listFeaturedStores', () => {
  test('lists approved partners with something in stock, newest first, with their number of products in stock', async () => {
    const made = []
    for (const [n, verificationStatus] of (
      ['approved', 'approved', 'pending', 'approved', 'approved'] as const
    ).entries()) {
      made.push(await createPartner(database.db, { verificationStatus, createdAt: new Date(Date.UTC(2026, 0, 1 + n)) }))
    }
    const [older, newer, pending, soldOut] = made
    for (const partner of [older!, newer!, newer!, pending!])
      await createProduct(database.db, { partnerId: partner.id })
    for (const stock of [0, null]) await createProduct(database.db, { partnerId: soldOut!.id, variants: [{ stock }] })
    await createProduct(database.db, { partnerId: newer!.id, status: 'draft' })
    expect((await listFeaturedStores(database.db)).map(({ id, productCount }) => [id, productCount])).toEqual([
      [newer!.id, 2],
      [older!.id, 1],
    ])
  })
})

describe('getStore', () => {
  test("returns the partner's active texts and first active pictures", async () => {
    const { id } = await createPartner(database.db)
    const { id: productId } = await createProduct(database.db, { partnerId: id })
    await createProduct(database.db, { partnerId: id, status: 'archived' })
    const [second, first, off] = await Promise.all([0, 1, 2].map(() => createPicture(database.db, productId)))
    const media = (fileId: string, altText: string, displayOrder: number, isActive = true) =>
      database.db.partnerMedia.create({
        data: { partnerId: id, mediaType: 'hero_image', fileId, altText, displayOrder, isActive },
      })
    await media(second!.fileId!, 'second', 2)
    await media(first!.fileId!, 'first', 1)
    await media(off!.fileId!, 'switched off', 0, false)
    await database.db.partnerContent.createMany({
      data: [
        { partnerId: id, contentType: 'hero_title', content: 'Hello' },
        { partnerId: id, contentType: 'hero_subtitle', content: 'gone', isActive: false },
        { partnerId: id, contentType: 'store_description', content: 'We sew.' },
      ],
    })
    expect(await getStore(database.db, id)).toMatchObject({
      id,
      productCount: 1,
      heroTitle: 'Hello',
      heroSubtitle: '',
      storeDescription: 'We sew.',
      isFeatured: true,
      logo: null,
      hero: { alt: 'first' },
    })
  })
  test('shows a website only once the partner has verified it', async () => {
    const { db } = database
    const { id } = await createPartner(db, { websiteUrl: 'https://shop.named.example/', domain: null })
    const shown = async () => (await getStore(db, id)).websiteUrl
    expect(await shown()).toBeNull()
    await db.partnerDomain.create({ data: { partnerId: id, host: 'named.example', proof: 'admin' } })
    expect(await shown()).toBe('https://shop.named.example/')
    await db.partner.update({ where: { id }, data: { websiteUrl: 'https://other.example/' } })
    expect(await shown()).toBeNull()
  })
  test.each(['', 'junk', '\u0000', 'a'.repeat(5_000), newId()])('does not find %j', (id) =>
    expect(getStore(database.db, id)).rejects.toMatchObject({ code: 'not_found', message: 'Brand not found' }),
  )
  test.each(['pending', 'suspended'] as const)('does not find a %s partner', async (verificationStatus) => {
    const { id } = await createPartner(database.db, { verificationStatus })
    await expect(getStore(database.db, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
