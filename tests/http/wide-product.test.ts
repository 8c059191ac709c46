import { beforeAll, expect, test } from 'vitest'
import { MAX_BYTES } from '#tests/attack/campaign.ts'
import { createPartner, createViewer } from '#tests/factories.ts'
import { widenPartner, WIDEST } from '#tests/setup/wide-partner.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
let [productId, partner, customer] = ['', {} as Visitor, {} as Visitor]

beforeAll(async () => {
  const { userId: ownerId } = await createViewer(shop.db, { role: 'partner' })
  const { id } = await createPartner(shop.db, { ownerId, createdAt: new Date('2020-01-01') })
  productId = (await widenPartner(shop.db, id, { ...WIDEST, products: 1 }))[0]!
  partner = await shop.visitorAs(ownerId)
  customer = await shop.visitorAs((await createViewer(shop.db)).userId)
}, 120_000)

test.each(['product', 'editor'])(
  'the page of the largest possible product stays below the size limit: %s',
  async (page) => {
    const response =
      page === 'product'
        ? await customer.ask(`/product/${productId}`)
        : await partner.ask(`/brand/dashboard/products/${productId}`)
    const { byteLength } = await response.arrayBuffer()
    expect([response.status, byteLength < MAX_BYTES ? 'small' : byteLength]).toEqual([200, 'small'])
  },
)
