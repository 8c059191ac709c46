import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { currentKeyId, openSecret, sealSecret } from '#server/platform/sealed-secrets.ts'

/** The specification requires 24 to 64. */
const SECRET_BYTES = 32

interface KeptSecret {
  id: string
  sealed: Uint8Array
  keyId: string
}

/** Creates a secret, in the format of libraries for the specification. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Seals a webhook's secrets, the current one first. */
export function sealWebhookSecrets(webhookId: string, secrets: readonly string[]) {
  const { keyId, sealed } = sealSecret(webhookPurpose(webhookId), secrets.join(' '))
  return { keyId, sealed: Uint8Array.from(sealed) }
}

/** Opens a webhook's secrets, the current one first. @throws Error as `openSecret` */
export const openWebhookSecrets = ({ id, keyId, sealed }: KeptSecret): string[] =>
  openSecret(webhookPurpose(id), { keyId, sealed }).split(' ')

/**
 * Re-encrypts the secrets of webhooks that do not use the current key. Skips a secret that is rotated in the meantime.
 * @returns how many, and the webhooks whose secrets could not be decrypted
 */
export async function resealWebhooks(db: Db): Promise<{ resealed: number; unopened: string[] }> {
  const webhooks = await db.outgoingWebhook.findMany({
    where: { keyId: { not: currentKeyId() } },
    select: { id: true, keyId: true, sealed: true },
  })
  const result = { resealed: 0, unopened: [] as string[] }
  for (const { id, keyId, sealed } of webhooks)
    try {
      const data = sealWebhookSecrets(id, openWebhookSecrets({ id, keyId, sealed }))
      const { count } = await db.outgoingWebhook.updateMany({ where: { id, keyId }, data })
      result.resealed += count
    } catch (error) {
      log.warn({ err: error, webhookId: id }, 'the secret of a webhook was not re-encrypted')
      result.unopened.push(`webhook ${id}`)
    }
  return result
}

const webhookPurpose = (webhookId: string): string => `outgoing webhook ${webhookId}`
