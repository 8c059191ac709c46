import type { Prisma } from '#prisma/generated/client.ts'
import { AddressHasher } from './address-hash.ts'
import { browserFamily } from './browser-family.ts'
import type { Db } from './db.ts'
import type { Visit } from './visit.ts'

/** Common actions; any other text is allowed. All of them, with their names: server/operations/audit/audit-actions.values.ts. */
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
  | 'account_suspended'
  | 'suspension_lifted'
  | 'signed_out_by_admin'
  | 'mailed_again'
  | 'closed_by_admin'
  | (string & {})

export interface AuditNote {
  /** The user who acted; null if unknown. */
  actorId: string | null
  action: AuditAction
  /** The affected user, partner or thing. */
  subjectId?: string | null
  /**
   * Never contains a secret or the full address of an unknown person. For a change, `before` and `after`
   * (changedFields).
   */
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
  const place = visit && {
    ipHash: await hasher.hash(visit.address),
    browser: browserFamily(visit.userAgent),
    country: visit.edgeCountry,
  }
  await within.auditEntry.create({ data: { actorId, action, subjectId, data, ...place } })
}

type Fields = Record<string, string | number | boolean | bigint | Date | null | undefined>

/**
 * Returns the fields that a change has modified, in both states, for an entry's data. Dates are ISO texts in UTC,
 * bigints are texts.
 * @param before null if it did not exist
 */
export function changedFields(
  before: Fields | null,
  after: Fields,
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } {
  const was: Record<string, Prisma.InputJsonValue | null> = {}
  const is: Record<string, Prisma.InputJsonValue | null> = {}
  for (const [field, value] of Object.entries(after)) {
    const [old, now] = [toJson(before?.[field]), toJson(value)]
    if (old === now) continue
    if (before) was[field] = old
    is[field] = now
  }
  return { before: was, after: is }
}

const toJson = (value: Fields[string]) =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : (value ?? null)
