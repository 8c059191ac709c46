// For whoever starts the server (server/main.ts): call configureAuth({ adminEmails: env.ADMIN_EMAILS }) once, before the first request.
// A shop that browser tests or benchmarks drive from one address may switch the limits off: configureAuth({ limits: 'off' }).

/** What is counted before it is tried. */
export type LimitedAct = 'signIn' | 'signUp' | 'reset' | 'magicLink' | 'code' | 'secondFactor' | 'password' | 'email' | 'message' | 'waitlist' | 'bypass'

/** How often within `minutes`: for one account (from one browser that it knows, and from all others together), from one address (of IPv6 its /64), from one network (/24 of IPv4, /48 of IPv6). */
export interface Limit {
  account: number
  address: number
  network: number
  minutes: number
}

export const USUAL_LIMITS: Readonly<Record<LimitedAct, Limit>> = {
  signIn: { account: 10, address: 50, network: 200, minutes: 15 },
  signUp: { account: 5, address: 20, network: 60, minutes: 60 },
  reset: { account: 5, address: 20, network: 60, minutes: 60 },
  magicLink: { account: 5, address: 20, network: 60, minutes: 60 },
  code: { account: 15, address: 30, network: 90, minutes: 60 },
  // A thief with the password has 10 of a million guesses an hour, and each 5 of them are told to the owner.
  secondFactor: { account: 10, address: 30, network: 90, minutes: 60 },
  password: { account: 10, address: 30, network: 90, minutes: 15 },
  email: { account: 5, address: 20, network: 60, minutes: 60 },
  message: { account: 5, address: 8, network: 30, minutes: 60 },
  waitlist: { account: 5, address: 8, network: 60, minutes: 10 },
  // Counted by address: there is one secret for everybody.
  bypass: { account: 10, address: 10, network: 30, minutes: 15 },
}

export interface AuthConfig {
  /** Lower-case addresses: whoever has proven one of them becomes an admin when signing in. */
  adminEmails: readonly string[]
  /** Setting them starts the counts anew. */
  limits: Readonly<Record<LimitedAct, Limit>> | 'off'
  /** On: whoever knows the password that is printed may use the demo's accounts (demo-accounts.ts). */
  demoAccounts: 'on' | 'off'
}

let config: AuthConfig = { adminEmails: [], limits: USUAL_LIMITS, demoAccounts: 'off' }

/** Sets what is given and keeps the rest. */
export function configureAuth(given: Partial<AuthConfig>): void {
  config = {
    adminEmails: (given.adminEmails ?? config.adminEmails).map((email) => email.trim().toLowerCase()),
    limits: given.limits === undefined ? config.limits : structuredClone(given.limits),
    demoAccounts: given.demoAccounts ?? config.demoAccounts,
  }
}

export const authConfig = (): AuthConfig => config
