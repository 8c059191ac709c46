import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createPartner } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const HOME = '/brand/dashboard'
const CONNECT = '/brand/dashboard/connect-store'
/** Somebody with a brand that has no website and has accepted no plan. */
const owner = async (given: Partial<Prisma.PartnerUncheckedCreateInput> = {}) => {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, {
    businessName: `Brand ${randomBytes(6).toString('hex')}`,
    ownerId: id,
    websiteUrl: null,
    domain: null,
    createdAt: new Date('2020-01-01'),
    ...given,
  })
  return { partner, visitor: await shop.visitorAs(id) }
}

describe('connecting a store', () => {
  test.each(['pending', 'approved'] as const)('is offered to a %s partner', async (verificationStatus) => {
    const { visitor } = await owner({ verificationStatus })
    const page = await visitor.open(CONNECT)
    expect([page.hasButton('Save website'), page.link('Send us your products')]).toEqual([true, '/contact'])
    expect((await visitor.open(HOME)).link('Connect your store')).toBe(CONNECT)
  })
  test.each(['rejected', 'suspended'] as const)('is not offered to a %s one', async (verificationStatus) => {
    const { visitor } = await owner({ verificationStatus })
    const page = await visitor.open(CONNECT)
    expect([page.hasButton('Save website'), page.link('Send us your products')]).toEqual([false, null])
    expect(page.link('Write to us')).toBe('/contact')
    expect((await visitor.open(HOME)).link('Connect your store')).toBeNull()
  })
})
