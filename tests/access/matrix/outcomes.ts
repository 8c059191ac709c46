import type { Db } from '#server/platform/db.ts'
import { type Role, ROLES, type Scene } from '../scene.ts'

/** 'ok', or the error code. */
type Outcome = 'ok' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_REQUEST' | 'CONFLICT'
export type Outcomes = Record<Role, Outcome>

export interface Cell {
  /**
   * Prepares the data of this cell's scene. It does not run for roles that are refused without a database, so it must
   * not change the caller's role or partner.
   */
  before?: (db: Db, scene: Scene) => Promise<unknown>
  input?: (scene: Scene) => unknown
  outcomes: Outcomes
  /** Texts that the answer must not contain, in addition to everything that names the stranger. */
  hides?: (scene: Scene) => string[]
  /** The caller's texts that the answer must contain. */
  shows?: (scene: Scene) => string[]
  /** True if the procedure is meant to show or change other people's data. */
  isAboutAnybody?: boolean
}

/** The outcomes of a procedure with the caller's own ids, and with another person's. */
export interface Row {
  own: Cell
  foreign?: Cell
  /**
   * The caller's own ids, but the call is refused. For example, it concerns their last sign-in method, or data that now
   * belongs to someone else.
   */
  refused?: Cell
  /** The caller's own ids, while the stranger has or shares similar data. This must not change the outcome. */
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
/** For owners of partners, unless suspended or rejected. The following ones add their team members. */
export const OWNERS: Outcomes = { ...NOBODY, pendingPartner: 'ok', approvedPartner: 'ok' }
/** A key records sales, so partners only get one once approved. */
export const APPROVED_OWNER: Outcomes = { ...OWNERS, pendingPartner: 'FORBIDDEN' }
export const EDITORS: Outcomes = { ...OWNERS, partnersEditor: 'ok' }
export const MEMBERS: Outcomes = { ...EDITORS, partnersViewer: 'ok' }
/** Colleagues already belong to a brand. */
export const COLLEAGUES = { partnersEditor: 'FORBIDDEN', partnersViewer: 'FORBIDDEN' } as const
/** Replaces 'ok' with the outcome for another person's id. */
export const instead = (outcomes: Outcomes, outcome: Outcome): Outcomes =>
  Object.fromEntries(Object.entries(outcomes).map(([role, was]) => [role, was === 'ok' ? outcome : was])) as Outcomes
export const EVERYBODY = all('ok')
/** For sign-ins: each person uses their own method, and suspended accounts are refused. */
export const LET_IN: Outcomes = { ...EVERYBODY, suspendedAdmin: 'FORBIDDEN' }
export const SIGNED_IN = signedIn('ok')
export const ADMIN = admin('ok')

/** The rows of a router, by procedure. */
export type Rows = Record<string, Row>
