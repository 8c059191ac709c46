import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy } from '#server/platform/reach.ts'
import { authConfig, configureAuth } from './auth-config.ts'

// The password of the demo's accounts is published (demo/seed-accounts.ts). These accounts work only if the shop
// is reachable from its own machine alone, even if their password or address has changed since. Otherwise findAccount
// returns no password for them, startSession refuses them, and sessions that still exist are ignored.

export const areDemoAccountsOn = (): boolean => authConfig().demoAccounts === 'on'

/**
 * Every process calls this when it starts. Decides by the settings whether the demo's accounts work. If not, ends their
 * sessions and mailed links, and requires a second factor of administrators: both follow from who can reach the shop.
 */
export async function decideOnDemoAccounts(db: Db, env: Pick<Env, 'HOST' | 'SITE_URL' | 'TRUST_PROXY'>): Promise<void> {
  if (openedBy(env) !== null) return switchOffDemoAccounts(db)
  configureAuth({ demoAccounts: 'on', adminSecondFactor: 'optional' })
}

/** Lasts until the process ends. The sessions and mailed links of the demo's accounts are deleted for good. */
export async function switchOffDemoAccounts(db: Db): Promise<void> {
  configureAuth({ demoAccounts: 'off', adminSecondFactor: 'required' })
  await db.session.deleteMany({ where: { user: { isDemo: true } } })
  await db.oneTimeToken.updateMany({ where: { user: { isDemo: true }, usedAt: null }, data: { usedAt: new Date() } })
}
