import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

// What every authenticator app understands: RFC 6238 with SHA-1, 6 digits, 30 seconds.
const KIND = { issuer: 'WTF', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20
/** Steps before and after: a phone's clock may be half a minute off, and people take time to type. */
const WINDOW = 1

/** A new secret, in base32 as apps take it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/**
 * The 30-second step (since 1970) that a code belongs to, if it is that of `now` or a neighbour; null if the code is
 * wrong.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...KIND, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

/** The secret for authenticator apps: an `otpauth:` address, and the same as a QR code (SVG). */
export function describeSecret(secret: string, email: string): { link: string; qrSvg: string } {
  const link = new TOTP({ ...KIND, secret, label: email }).toString()
  return { link, qrSvg: renderSVG(link, { ecc: 'M', border: 4 }) }
}
