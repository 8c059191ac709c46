import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy } from '#server/platform/reach.ts'
import { authConfig, configureAuth } from './auth-config.ts'

// The demo's accounts have a password that everybody can read (prisma/seed/seed-accounts.ts). They work where the shop is
// reached from its own machine only, whatever became of their password or address since: findAccount knows no password of
// theirs elsewhere, startSession lets nobody in, and a session that is there all the same reads as nobody's.

export const areDemoAccountsOn = (): boolean => authConfig().demoAccounts === 'on'

/** For every process that starts on a database: decides by its settings whether the demo's accounts work, and ends what they left behind if not. */
export async function decideOnDemoAccounts(db: Db, env: Pick<Env, 'HOST' | 'SITE_URL' | 'TRUST_PROXY'>): Promise<void> {
  if (openedBy(env) !== null) return switchOffDemoAccounts(db)
  configureAuth({ demoAccounts: 'on' })
}

/** Until the process ends. The sessions and mailed links of the demo's accounts end for good. */
export async function switchOffDemoAccounts(db: Db): Promise<void> {
  configureAuth({ demoAccounts: 'off' })
  await db.session.deleteMany({ where: { user: { isDemo: true } } })
  await db.oneTimeToken.updateMany({ where: { user: { isDemo: true }, usedAt: null }, data: { usedAt: new Date() } })
}
