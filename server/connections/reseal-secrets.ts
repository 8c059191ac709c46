import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { currentKeyId, openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'
import { resealWebhooks } from '#server/outgoing-webhooks/webhook-secret.ts'
import { postbackPurpose } from '#server/sales/conversions-api/store-keys.service.ts'
import { resealConnections } from '#server/stores/store-secrets.ts'

/**
 * Re-encrypts secrets that do not use the first key of SECRETS_KEYS. Safe to run repeatedly and while the shop is
 * running.
 * @returns the numbers of stores, postback keys and webhooks, 0 the second time; and the secrets that could not be
 * decrypted, by shop or id
 */
export async function resealSecrets(
  db: Db,
): Promise<{ stores: number; keys: number; webhooks: number; unopened: string[] }> {
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
      log.warn({ err: error, keyId: key.id }, 'the secret of a postback key was not re-encrypted')
      unopened.push(`key ${key.id}`)
      continue
    }
    const { sealed } = sealSecret(purpose, secret)
    // Skip a key that was revoked in the meantime.
    const { count } = await db.storeKey.updateMany({
      where: { id: key.id, keyId: key.keyId },
      data: { keyId, sealed: new Uint8Array(sealed) },
    })
    resealed += count
  }
  const stores = await resealConnections(db)
  const webhooks = await resealWebhooks(db)
  return {
    stores: stores.resealed,
    keys: resealed,
    webhooks: webhooks.resealed,
    unopened: [...stores.unopened, ...unopened, ...webhooks.unopened],
  }
}
