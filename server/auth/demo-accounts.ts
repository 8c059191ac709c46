import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy } from '#server/platform/reach.ts'
import { authConfig, configureAuth } from './auth-config.ts'

// The password of the demo accounts is published (demo/seed-accounts.ts). These accounts work only if nothing
// but the shop's own machine can reach it, even if their password or address has changed since. Otherwise findAccount
// returns no password for them, startSession refuses them, and their existing sessions are ignored.

export const areDemoAccountsOn = (): boolean => authConfig().demoAccounts === 'on'

/**
 * Decides from the settings whether the demo accounts work. Every process calls this at startup. If they do not work,
 * ends their sessions and emailed links, and requires a second factor of administrators: both depend on who can reach
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
