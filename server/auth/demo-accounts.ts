import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy } from '#server/platform/reach.ts'
import { authConfig, configureAuth } from './auth-config.ts'

// The password of the demo accounts is published (demo/seed-accounts.ts). So these accounts work only if no other
// machine can reach the shop, even if their password or address has been changed. Otherwise findAccount returns no
// password for them, startSession refuses them, and their existing sessions are ignored.

export const areDemoAccountsOn = (): boolean => authConfig().demoAccounts === 'on'

/**
 * Decides from the settings whether the demo accounts work. Every process calls this at startup. If they do not work,
 * ends their sessions and emailed links, and requires a second factor of administrators. Both depend on who can reach
 * the shop.
 */
export async function decideOnDemoAccounts(db: Db, env: Pick<Env, 'HOST' | 'SITE_URL' | 'TRUST_PROXY'>): Promise<void> {
  if (openedBy(env) !== null) return switchOffDemoAccounts(db)
  configureAuth({ demoAccounts: 'on', adminSecondFactor: 'optional' })
}

/** Lasts until the process ends. The sessions and emailed links of the demo accounts are deleted permanently. */
export async function switchOffDemoAccounts(db: Db): Promise<void> {
  configureAuth({ demoAccounts: 'off', adminSecondFactor: 'required' })
  await db.session.deleteMany({ where: { user: { isDemo: true } } })
  await db.oneTimeToken.updateMany({ where: { user: { isDemo: true }, usedAt: null }, data: { usedAt: new Date() } })
}
