import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

// The settings that every authenticator app supports: RFC 6238 with SHA-1, 6 digits, 30 seconds.
const KIND = { issuer: 'WTF', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20
/**
 * Steps accepted before and after the current one, because a phone's clock may be half a minute off, and people take
 * time to type.
 */
const WINDOW = 1

/** Creates a secret, in base32 as apps accept it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/**
 * Returns the 30-second step (since 1970) that a code belongs to, if it is the current or an adjacent one; null if the
 * code is wrong.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...KIND, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

/** Returns the secret for authenticator apps: an `otpauth:` URL, and the same as a QR code (SVG). */
export function describeSecret(secret: string, email: string): { link: string; qrSvg: string } {
  const link = new TOTP({ ...KIND, secret, label: email }).toString()
  return { link, qrSvg: renderSVG(link, { ecc: 'M', border: 4 }) }
}
