import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs addresses and callbacks like UploadThing. */
export function sign(payload: string, apiKey: string): string {
  return `hmac-sha256=${createHmac('sha256', apiKey).update(payload).digest('hex')}`
}

/** @param signature as encoded in an address */
function isSigned(payload: string, signature: string, apiKey: string): boolean {
  const [expected, given] = [Buffer.from(encodeURIComponent(sign(payload, apiKey))), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The permission in a signed address. */
export interface Permission {
  uploadId: string
  key: string
  fileName: string
  byteSize: number
  slot: string
}

/**
 * Reads an address that UploadThing's handler has signed.
 * @param address the signed address, with `&signature=` at its end
 * @returns null if it was not signed by us, was changed, or is too old.
 */
export function parsePermission(address: URL, apiKey: string, now = Date.now()): Permission | null {
  const [, payload = '', signature = ''] = /^(.+)&signature=([^&]+)$/.exec(address.href) ?? []
  if (!isSigned(payload, signature, apiKey)) return null
  const said = (name: string) => decodeURIComponent(address.searchParams.get(name) ?? '')
  if (!(Number(said('expires')) > now)) return null
  return {
    uploadId: said('x-ut-custom-id'),
    key: address.pathname.split('/').at(-1) ?? '',
    fileName: said('x-ut-file-name'),
    byteSize: Number(said('x-ut-file-size')),
    slot: said('x-ut-slug'),
  }
}
