import { createECDH } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'

/** By what push services know that a message is ours (RFC 8292); base64url, as browsers and `web-push` take them. */
interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The shop's own pair of keys, made on first use and kept with its other secrets. Without the row `web-push` of
 * `app_secrets` another pair is made at the next start: a device is registered anew when its owner opens /new-in.
 */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  // Of 2^256 numbers all but 2^224 are keys of the curve.
  const secret = await appSecret(db, 'web-push')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** Whom a push service asks when our messages trouble it: a mailbox, or the shop's page. */
export function vapidSubject(siteUrl: string, contact: string | undefined): string {
  if (contact !== undefined) return `mailto:${contact}`
  const { protocol, hostname, origin } = new URL(siteUrl)
  // A shop without https is its own machine's, and push services refuse its address.
  return protocol === 'https:' ? origin : `mailto:postmaster@${hostname}`
}
