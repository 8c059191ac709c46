import { expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { DEMO_SHOP, endDemoStoreIfOpen, switchOffDemo } from './demo-store.ts'

const database = useTestDatabase()

test.each([{ shop: DEMO_SHOP }, { shop: '127.0.0.1:3003/store', platform: 'woocommerce' as const }])(
  'connects the demo store $shop with its public secret only while the demo is on',
  async (store) => {
    const { db } = database
    configureAuth({ demoAccounts: 'on' })
    const demo = await createPartnerAsk(db)
    await db.user.update({ where: { id: demo.viewer.userId }, data: { isDemo: true } })
    const { id } = await createConnection(db, demo.partner.id, store)
    const real = await createConnection(db, (await createPartnerAsk(db)).partner.id)
    const state = async (of: string) => (await db.shopifyConnection.findUniqueOrThrow({ where: { id: of } })).status
    await endDemoStoreIfOpen(db)
    expect(await state(id)).toBe('active')
    await switchOffDemo(db)
    expect(await state(id)).toBe('revoked')
    expect(await state(real.id)).toBe('active')
    await db.shopifyConnection.update({ where: { id }, data: { status: 'active' } })
    await endDemoStoreIfOpen(db)
    expect(await state(id)).toBe('revoked')
  },
)
