import { TOTP } from 'otpauth'
import type { Viewer } from '#server/auth/viewer.ts'
import { confirmSecondFactor, readSecondFactor, startSecondFactor } from '#server/auth/second-factor/second-factor.service.ts'
import type { Db } from '#server/platform/db.ts'
import { signedIn } from './auth.ts'
import type { TestVisit } from './visit.ts'

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: Date): string => new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({ timestamp: at.getTime() })

/** An app of which every code is taken once: the next one is of now, or of the step after the last. Two in half a minute are within what a shop accepts. */
export class TestApp {
  readonly #secret: string
  #lastStep = 0

  constructor(secret: string) {
    this.#secret = secret.replaceAll(' ', '')
  }

  nextCode(now = Date.now()): string {
    this.#lastStep = Math.max(this.#lastStep + 1, Math.floor(now / 30_000))
    return codeAt(this.#secret, new Date(this.#lastStep * 30_000))
  }
}

/** Sets an administrator's second factor up, as of `now`, with the code of that moment. */
export async function setUpSecondFactor(db: Db, userId: string, now: Date): Promise<{ secret: string; recoveryCodes: string[]; visit: TestVisit; viewer: Viewer }> {
  const { visit, viewer } = await signedIn(db, userId)
  await startSecondFactor(db, visit, viewer, {}, now)
  const secret = (await readSecondFactor(db, viewer, now)).setup?.secret ?? ''
  const { recoveryCodes } = await confirmSecondFactor(db, visit, viewer, { code: codeAt(secret, now) }, now)
  return { secret, recoveryCodes, visit, viewer }
}
