import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { currentKeyId, openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'
import { postbackPurpose } from '#server/sales/conversions-api/store-keys.service.ts'
import { resealConnections } from '#server/shopify/store-secrets.ts'

/**
 * Seals anew what another key than the first of SECRETS_KEYS has sealed. It may run twice, and beside the shop.
 * @returns of how many stores and postback keys, none the second time; and what could not be opened, by shop or id of the key
 */
export async function resealSecrets(db: Db): Promise<{ stores: number; keys: number; unopened: string[] }> {
  const keyId = currentKeyId()
  const keys = await db.storeKey.findMany({
    where: { sealed: { not: null }, keyId: { not: keyId } },
    select: { id: true, keyId: true, sealed: true },
  })
  let resealed = 0
  const unopened: string[] = []
  for (const key of keys) {
    if (!key.sealed || key.keyId === null) continue
    const purpose = postbackPurpose(key.id)
    let secret: string
    try {
      secret = openSecret(purpose, { keyId: key.keyId, sealed: key.sealed })
    } catch (error) {
      log.warn({ err: error, keyId: key.id }, 'the secret of a postback key was not sealed anew')
      unopened.push(`key ${key.id}`)
      continue
    }
    const { sealed } = sealSecret(purpose, secret)
    // Not one that was revoked meanwhile.
    const { count } = await db.storeKey.updateMany({
      where: { id: key.id, keyId: key.keyId },
      data: { keyId, sealed: new Uint8Array(sealed) },
    })
    resealed += count
  }
  const stores = await resealConnections(db)
  return { stores: stores.resealed, keys: resealed, unopened: [...stores.unopened, ...unopened] }
}
