import type { Db } from '#server/platform/db.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'

export interface Account {
  id: string
  role: 'customer' | 'partner' | 'admin'
  isEmailVerified: boolean
  isSuspended: boolean
  fullName: string
  /** argon2id. Null if the account has no password, or is a demo account while demo accounts are off. */
  passwordHash: string | null
}

/**
 * Finds the account of an email address. A single statement takes as long for an unknown address as for a known one.
 */
export async function findAccount(db: Db, email: string): Promise<Account | null> {
  const [account] = await db.$queryRaw<Account[]>`
    SELECT u.id, u.role::text AS role, u.email_verified_at IS NOT NULL AS "isEmailVerified", u.suspended_at IS NOT NULL AS "isSuspended", coalesce(p.full_name, '') AS "fullName", 
      CASE WHEN u.is_demo AND NOT ${areDemoAccountsOn()}::boolean THEN NULL ELSE w.hash END AS "passwordHash"
    FROM users u LEFT JOIN passwords w ON w.user_id = u.id LEFT JOIN profiles p ON p.user_id = u.id
    WHERE u.email = ${email}`
  return account ?? null
}
