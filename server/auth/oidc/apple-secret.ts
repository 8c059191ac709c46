import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { ClientAuth } from 'openid-client'

/** Apple's developer site provides the key as a file `AuthKey_{keyId}.p8`. */
export interface AppleKey {
  teamId: string
  keyId: string
  /** PKCS#8 in PEM. Line breaks may be written as `\n`, as is usual in environment variables. */
  privateKey: string
}

const LIFE_SECONDS = 300

/**
 * Creates Apple's client secret: an ES256 token, signed for each request.
 * @throws Error if the key is invalid
 */
export function appleSecret({ teamId, keyId, privateKey }: AppleKey): ClientAuth {
  const key = parseKey(privateKey)
  return (server, client, body) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: teamId, iat: now, exp: now + LIFE_SECONDS, aud: server.issuer, sub: client.client_id }
    body.set('client_id', client.client_id)
    body.set('client_secret', signed(key, { alg: 'ES256', kid: keyId }, claims))
  }
}

function parseKey(pem: string): KeyObject {
  let key: KeyObject | null = null
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n'))
  } catch {
    // Drops the error of `crypto`, which may quote the key.
  }
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error("Apple's private key must be the P-256 key of a .p8 file")
  return key
}

function signed(key: KeyObject, header: object, claims: object): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
