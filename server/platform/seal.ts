import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text so that it can be read and changed only with the key: AES-256-GCM; 12 bytes of iv, 16 of tag, the
 * text.
 * @param key 32 bytes (`appSecret`)
 * @param purpose the secret's use and owner: it opens only with the same purpose
 */
export function seal(key: Buffer, purpose: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Opens a text sealed for the same purpose; null for anything else. */
export function unseal(key: Buffer, purpose: string, sealed: Uint8Array): string | null {
  if (sealed.length <= IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
