import { areDemoAccountsOn, switchOffDemoAccounts } from '#server/auth/demo-accounts.ts'
import type { Db } from '#server/platform/db.ts'
import { revokeStore } from './revoke-store.ts'

/** The store of the demo's Shopify (scripts/demo-shopify.ts). Its token and secret are public. */
export const DEMO_SHOP = 'velvet-hanger.myshopify.com'

/**
 * The host of the demo's WooCommerce store (scripts/demo-woocommerce.ts), which exists only on this machine. Its keys
 * are public too.
 */
const DEMO_WOO_HOST = '127.0.0.1:'

/** Revokes access by the demo's public secrets if the demo accounts are off. Every process calls this at start. */
export async function endDemoStoreIfOpen(db: Db): Promise<void> {
  if (!areDemoAccountsOn()) await endDemoStore(db)
}

/** Permanently disables the demo: its accounts, and the store with public secrets. */
export async function switchOffDemo(db: Db): Promise<void> {
  await switchOffDemoAccounts(db)
  await endDemoStore(db)
}

async function endDemoStore(db: Db): Promise<void> {
  const connections = await db.shopifyConnection.findMany({
    where: {
      OR: [{ shop: DEMO_SHOP }, { shop: { startsWith: DEMO_WOO_HOST } }],
      status: { not: 'revoked' },
      partner: { owner: { isDemo: true } },
    },
    select: { id: true },
  })
  for (const { id } of connections)
    await db.$transaction((tx) =>
      revokeStore(tx, id, 'This is a demo store, and the shop can now be reached from other machines.'),
    )
}
