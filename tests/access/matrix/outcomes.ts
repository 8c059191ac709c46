import type { Db } from '#server/platform/db.ts'
import { type Role, ROLES, type Scene } from '../scene.ts'

/** 'ok', or the code of the refusal. */
type Outcome = 'ok' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_REQUEST' | 'CONFLICT'
export type Outcomes = Record<Role, Outcome>

export interface Cell {
  /** What is different in this cell's world. */
  before?: (db: Db, scene: Scene) => Promise<unknown>
  input?: (scene: Scene) => unknown
  outcomes: Outcomes
  /** What must not be in the answer, beside what names the stranger. */
  hides?: (scene: Scene) => string[]
  /** What of one's own must be in it. */
  shows?: (scene: Scene) => string[]
  /** The stranger's things may be seen or changed: that is what the procedure is for. */
  isAboutAnybody?: boolean
}

/** What somebody asks for oneself, and what becomes of asking with somebody else's ids. */
export interface Row {
  own: Cell
  foreign?: Cell
  /** One's own, but it must not work: the last way in, what has become somebody else's. */
  refused?: Cell
  /** One's own beside what is the stranger's, or what is half theirs: it must be as if that were not there. */
  beside?: Cell
}

export const all = (outcome: Outcome): Outcomes => Object.fromEntries(ROLES.map((role) => [role, outcome])) as Outcomes
const NO_SESSION = { visitor: 'UNAUTHORIZED', suspendedAdmin: 'UNAUTHORIZED' } as const
export const signedIn = (outcome: Outcome): Outcomes => ({ ...all(outcome), ...NO_SESSION })
export const admin = (outcome: Outcome): Outcomes => ({ ...all('FORBIDDEN'), ...NO_SESSION, admin: outcome })

const PARTNERS = ROLES.filter((role) => /^partners|Partner$/.test(role))
export const partners = (outcome: Outcome, others: Outcomes): Outcomes => ({
  ...others,
  ...Object.fromEntries(PARTNERS.map((role) => [role, outcome])),
})

export const NOBODY = signedIn('FORBIDDEN')
/** For the owners of partners that are not shut out, or for their colleagues too. */
export const OWNERS: Outcomes = { ...NOBODY, pendingPartner: 'ok', approvedPartner: 'ok' }
/** A key records sales, so nobody who waits for approval gets one. */
export const APPROVED_OWNER: Outcomes = { ...OWNERS, pendingPartner: 'FORBIDDEN' }
export const EDITORS: Outcomes = { ...OWNERS, partnersEditor: 'ok' }
export const MEMBERS: Outcomes = { ...EDITORS, partnersViewer: 'ok' }
/** They belong to a brand already. */
export const COLLEAGUES = { partnersEditor: 'FORBIDDEN', partnersViewer: 'FORBIDDEN' } as const
/** What becomes of a foreign id where one's own would be taken. */
export const instead = (outcomes: Outcomes, outcome: Outcome): Outcomes =>
  Object.fromEntries(Object.entries(outcomes).map(([role, was]) => [role, was === 'ok' ? outcome : was])) as Outcomes
export const EVERYBODY = all('ok')
/** By a way in of one's own: a suspended account has none. */
export const LET_IN: Outcomes = { ...EVERYBODY, suspendedAdmin: 'FORBIDDEN' }
export const SIGNED_IN = signedIn('ok')
export const ADMIN = admin('ok')

/** The rows of a router, by procedure. */
export type Rows = Record<string, Row>
