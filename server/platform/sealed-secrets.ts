import { createHash } from 'node:crypto'
import { seal, unseal } from './seal.ts'

/** A key that seals secrets of partners' stores. It comes from the environment and is never stored in the database. */
export interface SecretKey {
  /** The first 8 hex digits of its SHA-256, which are stored with sealed secrets. */
  id: string
  key: Buffer
}

/** A sealed secret as stored in a table. */
export interface SealedSecret {
  keyId: string
  sealed: Buffer
}

let keys: readonly SecretKey[] = []

/** @param given 32 bytes each. The first one seals. The others only open older secrets. */
export function configureSecrets(given: readonly Buffer[]): void {
  keys = given.map((key) => ({ id: keyId(key), key }))
}

/** Returns the id of a key, as stored with sealed secrets. */
export const keyId = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/**
 * Returns the configured keys, for a child process that also opens secrets. Send them by message, never on a command
 * line.
 */
export const configuredKeys = (): Buffer[] => keys.map(({ key }) => key)

/** Returns the id of the key that seals. @throws Error if there is none */
export const currentKeyId = (): string => currentKey().id

function currentKey(): SecretKey {
  const [key] = keys
  if (!key) throw new Error('There is no key for secrets: set SECRETS_KEYS.')
  return key
}

/** @param purpose the secret's use and owner. The same purpose is needed to open it */
export function sealSecret(purpose: string, text: string): SealedSecret {
  const { id, key } = currentKey()
  return { keyId: id, sealed: seal(key, purpose, text) }
}

/**
 * @throws Error if the key that sealed it is missing, or it was sealed for another purpose
 */
export function openSecret(purpose: string, { keyId, sealed }: { keyId: string; sealed: Uint8Array }): string {
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new Error(`This secret is encrypted with the key ${keyId}, which is not in SECRETS_KEYS.`)
  const text = unseal(key.key, purpose, sealed)
  if (text === null) throw new Error('The secret was encrypted for another purpose, or was changed.')
  return text
}
