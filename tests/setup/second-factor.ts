import { TOTP } from 'otpauth'
import { secondFactorInput } from '#server/auth/auth.schema.ts'
import { finishSignIn } from '#server/auth/second-factor/finish-sign-in.service.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  startSecondFactor,
} from '#server/auth/second-factor/second-factor.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createAccount, kindsTo, PASSWORD, signedIn } from './auth.ts'
import { createVisit, type TestVisit } from './visit.ts'

/** The middle of a step, so that a few seconds more or less stay within it. */
const START = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
/** Returns the time this many seconds after the tests started. */
export const at = (seconds: number): Date => new Date(START + seconds * 1000)

/** Returns the code that an authenticator app shows at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({ timestamp: at.getTime() })

/**
 * An authenticator app whose codes are each used once. The next code is that of the current step, or of the step after
 * the last used one. The shop accepts two codes within half a minute.
 */
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

/** Sets up an administrator's second factor at `now`, with the code of that time. */
export async function setUpSecondFactor(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ secret: string; recoveryCodes: string[]; visit: TestVisit; viewer: Viewer }> {
  const { visit, viewer } = await signedIn(db, userId)
  await startSecondFactor({ db, visit, viewer }, {}, now)
  const secret = (await getSecondFactor({ db, viewer }, now)).setup?.secret ?? ''
  const { recoveryCodes } = await confirmSecondFactor({ db, visit, viewer }, { code: codeAt(secret, now) }, now)
  return { secret, recoveryCodes, visit, viewer }
}

/** Creates an administrator with a second factor. The code of the first step is already used. */
export async function guardedAdmin(db: Db) {
  const user = await createAccount(db, { role: 'admin' })
  return { user, ...(await setUpSecondFactor(db, user.id, at(0))) }
}

/** Returns a browser that has passed only the password step. */
export async function afterFirstFactor(
  db: Db,
  email: string,
  redirectTo = '/admin',
  visit = createVisit(),
): Promise<TestVisit> {
  const { redirectTo: next } = await signIn({ db, visit }, { email, password: PASSWORD, remember: true, redirectTo })
  if (next !== '/second-factor') throw new Error(`the password alone led to ${next}`)
  return visit
}

/** Enters the code after `afterFirstFactor`, by default one step after the first. */
export const typeSecondFactor = (db: Db, visit: TestVisit, code: string, now = at(30)) =>
  finishSignIn({ db, visit }, secondFactorInput.parse({ code }), now)

/**
 * Returns the kinds of all emails to an address, except those about new devices, because every test browser causes one.
 */
export const kindsButNewDevice = async (db: Db, email: string): Promise<string[]> =>
  (await kindsTo(db, email)).filter((kind) => kind !== 'new_device')
