import type { Db } from '#server/platform/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { authConfig } from './auth-config.ts'

/**
 * Whether an account with this address has rights that an administrator cannot grant alone. That is the case for
 * another administrator, a person who becomes one at the next sign-in (ADMIN_EMAILS), and a member of a store.
 */
export async function opensMore(db: Db, { userId }: Viewer, email: string): Promise<boolean> {
  const owner = await db.user.findUnique({ where: { email }, select: { id: true, role: true } })
  if (owner?.id === userId) return false
  return (owner !== null && owner.role !== 'customer') || authConfig().adminEmails.includes(email.toLowerCase())
}
