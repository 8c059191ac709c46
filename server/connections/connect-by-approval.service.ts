import { createHash, randomBytes } from 'node:crypto'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'
import type { StoreApproval, StorePlatform } from '#server/stores/store-platform.ts'
import { assertAddress, connectOrRenew, keyPlatform, refuseOtherStore } from './connect-by-key.service.ts'
import { countTry } from './connect-store.service.ts'
import { APPROVAL_MINUTES, type ApprovalInput, type ReturnInput } from './connections.schema.ts'
import { ofStore, storePatience } from './refused-store.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

const NO_LONGER_VALID =
  'This approval has expired, was already used, or was started in another browser. Please start again.'
const DENIED = 'Your store did not give us access, because the request was not approved. Nothing has changed.'

/** The page that the store's admin leads back to. */
const RETURN_PATH = '/brand/dashboard/connect-store/approved'

/** Returns the path that receives keys from stores. The one-time state proves who asked for a key. */
export const keyCallbackPath = ({ name }: Pick<StorePlatform, 'name'>): string => `/webhooks/${name}/keys`

/**
 * Prepares the approval of the partner's store, new or already connected. A later request replaces it.
 * @returns the page in the store's admin that asks its owner
 * @throws AppError bad_input, conflict, too_many; unavailable if stores could not send us a key
 */
export async function startApproval(
  ask: Ask,
  { storeUrl }: ApprovalInput,
  now = new Date(),
): Promise<{ shop: string; page: string }> {
  const { db, visit, viewer, partner } = ask
  countTry(partner.id)
  const platform = keyPlatform()
  await refuseOtherStore(ask, storeUrl)
  const { findStore, pageOf } = approvalOf(platform)
  const shop = await ofStore(() => findStore(storeUrl, { signal: storePatience() }), platform)
  assertAddress(storeUrl, shop)
  // Stores send keys only over HTTPS. Only the demo's store on this machine may use HTTP.
  if (!visit.siteUrl.startsWith('https://') && platform.addressOf(shop).startsWith('https://'))
    throw new AppError('unavailable', 'Your store can send us a key only over HTTPS. Please enter a key yourself.')
  const state = randomBytes(32).toString('base64url')
  const asked = {
    sessionId: viewer.sessionId,
    stateHash: hashOf(state),
    shop,
    keyId: null,
    sealedToken: null,
    expiresAt: new Date(now.getTime() + APPROVAL_MINUTES * MINUTE_MS),
  }
  await db.storeApproval.upsert({
    where: { partnerId: partner.id },
    create: { partnerId: partner.id, ...asked },
    update: asked,
  })
  const [returnUrl, callbackUrl] = [`${visit.siteUrl}${RETURN_PATH}`, `${visit.siteUrl}${keyCallbackPath(platform)}`]
  return { shop, page: pageOf(shop, { state, returnUrl, callbackUrl }) }
}

/**
 * Keeps a key that a store has sent, until the partner returns. Does not contact the store: it waits for our response,
 * and a small one can serve only one request at a time.
 * @returns whether it was accepted; otherwise the store deletes the key
 */
export async function receiveKey(db: Db, platform: StorePlatform, body: unknown, now = new Date()): Promise<boolean> {
  const given = approvalOf(platform).parseKey(body)
  if (!given) return false
  const stateHash = hashOf(given.state)
  const { keyId, sealed } = sealSecret(purposeOf(stateHash), given.token)
  const { count } = await db.storeApproval.updateMany({
    where: { stateHash, sealedToken: null, expiresAt: { gt: now } },
    data: { keyId, sealedToken: new Uint8Array(sealed) },
  })
  return count === 1
}

/**
 * Connects the store whose owner has approved us, or renews its access. Only the session that asked can do this, so
 * that nobody can connect a store to another partner's account by sending them a link. An approval works once, unless
 * the partner still has to decide on the currency.
 * @throws AppError not_found, bad_input, conflict
 */
export async function finishApproval(ask: Ask, { state, isGranted, takesCurrency }: ReturnInput, now = new Date()) {
  const { db, viewer, partner } = ask
  const stateHash = hashOf(state)
  const where = { partnerId: partner.id, sessionId: viewer.sessionId, stateHash, expiresAt: { gt: now } }
  const approval = await db.storeApproval.findFirst({ where })
  const { count } = await db.storeApproval.deleteMany({ where })
  if (!approval || !count) throw new AppError('not_found', NO_LONGER_VALID)
  const { keyId, sealedToken, shop } = approval
  if (!isGranted || keyId === null || sealedToken === null) throw new AppError('bad_input', DENIED)
  const token = openSecret(purposeOf(stateHash), { keyId, sealed: sealedToken })
  try {
    return await connectOrRenew(ask, { shop, token }, takesCurrency === 'on')
  } catch (error) {
    if (error instanceof AppError && error.field === 'takesCurrency')
      await db.storeApproval.createMany({ data: approval, skipDuplicates: true })
    throw error
  }
}

/** Deletes approvals that were never finished, with their keys. @returns the number of rows */
export async function forgetApprovals(db: Db, now = new Date()): Promise<number> {
  const { count } = await db.storeApproval.deleteMany({ where: { expiresAt: { lte: now } } })
  return count
}

function approvalOf({ approval, label }: StorePlatform): StoreApproval {
  if (!approval) throw new Error(`${label} stores have no page for approving an app.`)
  return approval
}

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')
const purposeOf = (stateHash: string): string => `store_approvals.token of ${stateHash}`
