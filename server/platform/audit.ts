import type { Prisma } from '#prisma/generated/client.ts'
import { AddressHasher } from './address-hash.ts'
import type { Db } from './db.ts'
import type { Visit } from './visit.ts'

/** The actions that the audit log knows. */
type AuditAction =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'sign_out_everywhere'
  | 'session_revoked'
  | 'sign_up'
  | 'password_changed'
  | 'password_reset'
  | 'email_verified'
  | 'email_changed'
  | 'account_claimed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'role_changed'
  | 'deletion_requested'
  | 'deletion_cancelled'
  | (string & {})

export interface AuditNote {
  /** The user who did it; null if unknown. */
  actorId: string | null
  action: AuditAction
  /** The user, partner or thing that it was done to. */
  subjectId?: string | null
  /** Never a secret, and never the full address of an unknown person. */
  data?: Prisma.InputJsonObject
}

const hashers = new WeakMap<Db, AddressHasher>()

/**
 * Writes an entry that is never deleted. `visit` is null if the shop itself acted.
 * @param within the transaction of the change, so that both are written or neither
 */
export async function writeAudit(
  db: Db,
  visit: Visit | null,
  { actorId, action, subjectId = null, data = {} }: AuditNote,
  within: Pick<Db, 'auditEntry'> = db,
): Promise<void> {
  const hasher = hashers.get(db) ?? new AddressHasher(db)
  hashers.set(db, hasher)
  const ipHash = visit ? await hasher.hash(visit.address) : null
  await within.auditEntry.create({ data: { actorId, action, subjectId, ipHash, data } })
}
