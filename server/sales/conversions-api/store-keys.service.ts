import { createHash, randomBytes } from 'node:crypto'
import type { Partner } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { sealSecret } from '#server/platform/sealed-secrets.ts'
import type { KeyScope } from './key-scopes.schema.ts'
import { MAX_KEYS, type CreateKeyInput, type KeyInput } from './store-keys.schema.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'visit' | 'partner'>

const KEY_BYTES = 32
const HINT_CHARACTERS = 8
/** The use of a key is stored at most this often. */
const NOTED_EVERY_MS = 60_000
/** The format of bearer keys. */
export const BEARER = /^wtf_[\w-]{43}$/

/** Returns the sealing purpose of a postback's secret. */
export const postbackPurpose = (keyId: string): string => `postback ${keyId}`

/**
 * Lists the partner's keys, revoked ones last, with who created them and when they were last used, but without secrets.
 * From `confirmBefore` (UTC) on, the key is refused unless the owner confirms it.
 */
export const listKeys = ({ db, partner }: Pick<Ask, 'db' | 'partner'>) =>
  db.storeKey.findMany({
    where: { partnerId: partner.id },
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: 50,
    select: {
      id: true,
      kind: true,
      name: true,
      scopes: true,
      hint: true,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
      confirmBefore: true,
      createdBy: { select: { email: true } },
      confirmedBy: { select: { email: true } },
    },
  })

/**
 * Creates a key. `secret` is shown once: only the hash of a bearer key is stored, and a postback's secret is sealed.
 * @throws AppError too_many; forbidden unless the partner is approved and the viewer still owns the store
 */
export async function createKey(
  { db, viewer, visit, partner }: Ask,
  { name, kind, scopes: chosen = ['conversions'] }: CreateKeyInput,
) {
  const id = newId()
  const scopes = kind === 'bearer' ? [...new Set(chosen)] : []
  const random = randomBytes(KEY_BYTES).toString('base64url')
  const secret = kind === 'bearer' ? `wtf_${random}` : random
  const kept =
    kind === 'bearer'
      ? { keyHash: Uint8Array.from(hashKey(secret)), hint: secret.slice(0, HINT_CHARACTERS) }
      : { ...sealed(id, secret), hint: id.slice(-HINT_CHARACTERS) }
  await db.$transaction(async (tx) => {
    // Locks the partner, so that simultaneous requests are counted one after the other.
    const [locked] = await tx.$queryRaw<Array<{ status: Partner['verificationStatus'] }>>`
      SELECT verification_status::text AS status FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    if (locked?.status !== 'approved')
      throw new AppError('forbidden', 'You can create keys once we have approved your store.')
    // The store may have changed owner in the meantime.
    if (!(await tx.partner.count({ where: { id: partner.id, ownerId: viewer.userId } })))
      throw new AppError('forbidden', 'Only the store’s owner can do this.')
    if ((await tx.storeKey.count({ where: { partnerId: partner.id, revokedAt: null } })) >= MAX_KEYS)
      throw new AppError('too_many', `A store can have up to ${MAX_KEYS} keys. Revoke one that you no longer use.`)
    await tx.storeKey.create({
      data: { id, partnerId: partner.id, kind, name, scopes, createdById: viewer.userId, ...kept },
    })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'store_key_created',
        subjectId: partner.id,
        data: { keyId: id, kind, name, scopes },
      },
      tx,
    )
  })
  return { keyId: id, kind, name, scopes, secret }
}

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

function sealed(id: string, secret: string) {
  const { keyId, sealed: bytes } = sealSecret(postbackPurpose(id), secret)
  return { keyId, sealed: Uint8Array.from(bytes) }
}

/** Revokes a key, so that calls with it are refused. Its row is kept without its secret. @throws AppError not_found */
export async function revokeKey({ db, viewer, visit, partner }: Ask, { keyId }: KeyInput): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.storeKey.updateMany({
      where: { id: keyId, partnerId: partner.id, revokedAt: null },
      data: { revokedAt: new Date(), sealed: null, keyId: null },
    })
    if (!count) throw new AppError('not_found', 'Key not found.')
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'store_key_revoked', subjectId: partner.id, data: { keyId } },
      tx,
    )
  })
}

/**
 * Confirms an earlier key as the store's new owner, who is responsible for it from then on. @throws AppError not_found;
 * forbidden if the viewer no longer owns the store
 */
export async function confirmKey({ db, viewer, visit, partner }: Ask, { keyId }: KeyInput): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    if (!(await tx.partner.count({ where: { id: partner.id, ownerId: viewer.userId } })))
      throw new AppError('forbidden', 'Only the store’s owner can do this.')
    const { count } = await tx.storeKey.updateMany({
      where: { id: keyId, partnerId: partner.id, revokedAt: null },
      data: { confirmBefore: null, confirmedById: viewer.userId },
    })
    if (!count) throw new AppError('not_found', 'Key not found.')
    const note = { actorId: viewer.userId, action: 'store_key_confirmed', subjectId: partner.id, data: { keyId } }
    await writeAudit(db, visit, note, tx)
  })
}

/** Whether a new owner did not confirm the key in time, or the person responsible for it is suspended. */
export const isOnHold = ({ confirmBefore, createdBy, confirmedBy }: HeldKey, now: Date): boolean =>
  (confirmBefore !== null && confirmBefore <= now) || ((confirmedBy ?? createdBy)?.suspendedAt ?? null) !== null

/** The columns that `isOnHold` needs. */
export const HOLD = {
  confirmBefore: true,
  createdBy: { select: { suspendedAt: true } },
  confirmedBy: { select: { suspendedAt: true } },
} as const
interface HeldKey {
  confirmBefore: Date | null
  createdBy: { suspendedAt: Date | null } | null
  confirmedBy: { suspendedAt: Date | null } | null
}

/** The key of a call, and its partner. */
export interface KeyHolder {
  keyId: string
  partnerId: string
  name: string
  scopes: readonly KeyScope[]
}

/** @returns null if the key does not exist, was revoked or is on hold, or if its partner is not approved */
export async function findBearer(db: Db, key: string, now: Date): Promise<KeyHolder | null> {
  const found = await db.storeKey.findUnique({
    where: { keyHash: Uint8Array.from(hashKey(key)) },
    select: {
      id: true,
      name: true,
      scopes: true,
      revokedAt: true,
      lastUsedAt: true,
      ...HOLD,
      partner: { select: { id: true, verificationStatus: true } },
    },
  })
  if (!found || found.revokedAt || isOnHold(found, now) || isShutOut(found.partner)) return null
  await noteUse(db, found, now)
  return { keyId: found.id, partnerId: found.partner.id, name: found.name, scopes: found.scopes as KeyScope[] }
}

/**
 * Keys work only while their partner is approved: neither a stranger's sign-up nor a suspended store may record sales.
 */
export const isShutOut = ({ verificationStatus }: Pick<Partner, 'verificationStatus'>): boolean =>
  verificationStatus !== 'approved'

/** Stores when a key was last used, at most once a minute. */
export async function noteUse(
  db: Db,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < NOTED_EVERY_MS) return
  await db.storeKey.updateMany({ where: { id }, data: { lastUsedAt: now } })
}
