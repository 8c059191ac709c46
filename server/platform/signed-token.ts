import { createHmac, timingSafeEqual } from 'node:crypto'

const ID_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = ID_BYTES + TIME_BYTES
const MAC_BYTES = 20
const TOKEN = /^[\w-]{56}$/

/**
 * Signs a token for an emailed link, which allows one action on one row without signing in. 56 characters, none of
 * which are stored.
 * @param key of the row's domain (`appSecret`)
 * @param id of the row, a uuid
 */
export function signToken(key: Buffer, purpose: string, id: string, at = new Date()): string {
  const body = Buffer.alloc(BODY_BYTES)
  body.write(id.replaceAll('-', ''), 'hex')
  body.writeUIntBE(at.getTime(), ID_BYTES, TIME_BYTES)
  return Buffer.concat([body, macOf(key, purpose, body)]).toString('base64url')
}

/** Returns the row's id and the date of a token; null unless we signed it for this purpose. */
export function parseToken(key: Buffer, purpose: string, token: string): { id: string; at: Date } | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), macOf(key, purpose, body))) return null
  const id = body.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, at: new Date(body.readUIntBE(ID_BYTES, TIME_BYTES)) }
}

const macOf = (key: Buffer, purpose: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${purpose}:`).update(body).digest().subarray(0, MAC_BYTES)
