// server/main.ts calls configureAuth({ adminEmails: env.ADMIN_EMAILS }) once, before the first request. Browser tests
// and benchmarks send all requests from one address, so they may turn the limits off with configureAuth({ limits: 'off'
// }).

/** Actions with limited attempts. */
export type LimitedAct =
  | 'signIn'
  | 'signUp'
  | 'reset'
  | 'magicLink'
  | 'code'
  | 'secondFactor'
  | 'password'
  | 'email'
  | 'message'
  | 'waitlist'
  | 'bypass'
  | 'detect'
  | 'colleague'
  | 'review'
  | 'vote'
  | 'reviewPicture'
  | 'storeFeedback'
  | 'report'

/**
 * Attempts within `minutes`: for one account (each known browser counts separately), one IP address (/64 for IPv6) and
 * one network (/24 for IPv4, /48 for IPv6).
 */
export interface Limit {
  account: number
  address: number
  network: number
  minutes: number
}

export const USUAL_LIMITS: Readonly<Record<LimitedAct, Limit>> = {
  colleague: { account: 30, address: 60, network: 200, minutes: 60 },
  signIn: { account: 10, address: 50, network: 200, minutes: 15 },
  signUp: { account: 5, address: 20, network: 60, minutes: 60 },
  reset: { account: 5, address: 20, network: 60, minutes: 60 },
  magicLink: { account: 5, address: 20, network: 60, minutes: 60 },
  code: { account: 15, address: 30, network: 90, minutes: 60 },
  // A thief with the password gets 10 guesses an hour out of a million codes, and the owner gets an email after every
  // 5.
  secondFactor: { account: 10, address: 30, network: 90, minutes: 60 },
  password: { account: 10, address: 30, network: 90, minutes: 15 },
  email: { account: 5, address: 20, network: 60, minutes: 60 },
  message: { account: 5, address: 8, network: 30, minutes: 60 },
  report: { account: 10, address: 10, network: 60, minutes: 60 },
  // Messages to stores, per day.
  storeFeedback: { account: 5, address: 20, network: 60, minutes: 1_440 },
  waitlist: { account: 5, address: 8, network: 60, minutes: 10 },
  // Counted by address, since everyone uses the same secret.
  bypass: { account: 10, address: 10, network: 30, minutes: 15 },
  // The account is the website's domain, so all visitors share the limit.
  detect: { account: 20, address: 30, network: 90, minutes: 15 },
  review: { account: 20, address: 60, network: 200, minutes: 60 },
  // Each result is stored and can take some megabytes.
  reviewPicture: { account: 15, address: 45, network: 150, minutes: 1_440 },
  vote: { account: 60, address: 200, network: 600, minutes: 60 },
}

export interface AuthConfig {
  /** In lower case. A user with one of these addresses, once verified, becomes an administrator at sign-in. */
  adminEmails: readonly string[]
  /** Setting the limits resets the counts. */
  limits: Readonly<Record<LimitedAct, Limit>> | 'off'
  /** If on, the demo accounts work, although their password is published (demo-accounts.ts). */
  demoAccounts: 'on' | 'off'
  /**
   * 'required': administrators without a second factor can only set one up. Optional only if no other machine can reach
   * the shop.
   */
  adminSecondFactor: 'required' | 'optional'
}

let config: AuthConfig = { adminEmails: [], limits: USUAL_LIMITS, demoAccounts: 'off', adminSecondFactor: 'required' }

/** Sets the given values and keeps the others. */
export function configureAuth(given: Partial<AuthConfig>): void {
  config = {
    adminEmails: (given.adminEmails ?? config.adminEmails).map((email) => email.trim().toLowerCase()),
    limits: given.limits === undefined ? config.limits : structuredClone(given.limits),
    demoAccounts: given.demoAccounts ?? config.demoAccounts,
    adminSecondFactor: given.adminSecondFactor ?? config.adminSecondFactor,
  }
}

export const authConfig = (): AuthConfig => config
