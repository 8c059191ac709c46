import { createECDH } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** The keys that identify us to push services (RFC 8292); base64url, as browsers and `web-push` take them. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Returns the shop's key pair, created on first use and stored with its other secrets. If the row `web-push` of
 * `app_secrets` is deleted, the next start creates a new pair. Each device then registers again when its owner opens
 * /new-in or the notification settings of a store.
 */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  // Of 2^256 numbers, all except 2^224 are keys of the curve.
  const secret = await appSecret(db, 'web-push')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** Returns the contact for push services: an email address, or the shop's page. */
export function vapidSubject(siteUrl: string, contact: string | undefined): string {
  if (contact !== undefined) return `mailto:${contact}`
  const { protocol, hostname, origin } = new URL(siteUrl)
  // A shop without https runs locally, and push services refuse its address.
  return protocol === 'https:' ? origin : `mailto:postmaster@${hostname}`
}
