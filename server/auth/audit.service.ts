import type { Prisma } from '#prisma/generated/client.ts'
import { IpHasher } from '#server/outbound/ip-hash.ts'
import type { Db } from '#server/platform/db.ts'
import type { Visit } from './viewer.ts'

/** What the audit log knows of. */
export type AuditAction =
  | 'sign_in' | 'sign_in_failed' | 'sign_out' | 'sign_out_everywhere' | 'session_revoked' | 'sign_up'
  | 'password_changed' | 'password_reset' | 'email_verified' | 'email_changed' | 'account_claimed'
  | 'provider_linked' | 'provider_unlinked' | 'role_changed' | 'deletion_requested' | 'deletion_cancelled' | (string & {})

export interface AuditNote {
  /** Who did it; null for nobody who is known. */
  actorId: string | null
  action: AuditAction
  /** The user, partner or thing that it was done to. */
  subjectId?: string | null
  /** Never a secret, never a whole address of somebody unknown. */
  data?: Prisma.InputJsonObject
}

const hashers = new WeakMap<Db, IpHasher>()

/**
 * Notes for good who did what. `visit` null: the shop itself did it.
 * @param within a transaction that it stands or falls with
 */
export async function writeAudit(db: Db, visit: Visit | null, { actorId, action, subjectId = null, data = {} }: AuditNote, within: Pick<Db, 'auditEntry'> = db): Promise<void> {
  const hasher = hashers.get(db) ?? new IpHasher(db)
  hashers.set(db, hasher)
  const ipHash = visit ? await hasher.hash(visit.address) : null
  await within.auditEntry.create({ data: { actorId, action, subjectId, ipHash, data } })
}
