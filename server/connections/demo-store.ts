import { areDemoAccountsOn, switchOffDemoAccounts } from '#server/auth/demo-accounts.ts'
import type { Db } from '#server/platform/db.ts'
import { revokeStore } from './revoke-store.ts'

/** The store of the demo's own Shopify (scripts/demo-shopify.ts), whose token and secret are published. */
export const DEMO_SHOP = 'velvet-hanger.myshopify.com'

/** Ends what the demo's published secrets open, where its accounts do not work. Every process calls this when it starts. */
export async function endDemoStoreIfOpen(db: Db): Promise<void> {
  if (!areDemoAccountsOn()) await endDemoStore(db)
}

/** Switches the demo off for good: its accounts, and the store that anybody could speak for. */
export async function switchOffDemo(db: Db): Promise<void> {
  await switchOffDemoAccounts(db)
  await endDemoStore(db)
}

async function endDemoStore(db: Db): Promise<void> {
  const connections = await db.shopifyConnection.findMany({
    where: {
      shop: DEMO_SHOP,
      status: { not: 'revoked' },
      partner: { owner: { isDemo: true } },
    },
    select: { id: true },
  })
  for (const { id } of connections)
    await db.$transaction((tx) => revokeStore(tx, id, 'It belongs to the demo, which others can reach now.'))
}
