import type { Ask } from '#server/platform/ask.ts'
import { getActivePlan, type CommissionPlan } from '#server/partners/commission-plan.service.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { getMoneyChoices } from '#server/platform/money-choices.ts'
import { keptInvitation } from './invitation-link.ts'
import { findOpenInvitation, type OpenInvitation } from './open-invitation.service.ts'

/** The data at the start of onboarding. */
interface Admitted {
  /** Null for a person without a profile, who may join without one and is reviewed afterwards. */
  invitation: OpenInvitation | null
  /** The signed-in account with a verified address; null if there is none. */
  account: JoiningAccount | null
  plan: CommissionPlan
  moneyChoices: Awaited<ReturnType<typeof getMoneyChoices>>
  termsVersion: string
}

export interface JoiningAccount {
  email: string
  fullName: string
  hasPassword: boolean
}

/**
 * The outcome of admission. Holders of an open invitation, and signed-in people without a profile, may join. Partners
 * are redirected to their dashboard and other users to the home page. Visitors and administrators learn that they need
 * an invitation.
 */
export type Admission =
  | { kind: 'admitted'; admitted: Admitted }
  | { kind: 'partner' }
  | { kind: 'customer' }
  /** The invitation that this browser holds has ended. */
  | { kind: 'dead' }
  | { kind: 'refused'; isAdmin: boolean }

/** Decides whether the viewer may go through the four steps. */
export async function admit({ db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>): Promise<Admission> {
  if (viewer?.role === 'admin') return { kind: 'refused', isAdmin: true }
  if (viewer?.role === 'partner' && viewer.partner) return { kind: 'partner' }
  const invitation = await findOpenInvitation({ db, visit })
  const hasEnded = !invitation && keptInvitation(visit) !== null
  if (hasEnded && (!viewer || viewer.hasProfile)) return { kind: 'dead' }
  if (!invitation && viewer?.hasProfile) return { kind: 'customer' }
  if (!invitation && !viewer) return { kind: 'refused', isAdmin: false }
  const account = await findJoiningAccount({ db, viewer })
  return {
    kind: 'admitted',
    admitted: {
      invitation,
      account,
      termsVersion: TERMS_VERSION,
      plan: await getActivePlan(db),
      moneyChoices: await getMoneyChoices(db),
    },
  }
}

/** Returns the account that would join: null unless the viewer has a verified address and may join. */
export async function findJoiningAccount({ db, viewer }: Pick<Ask, 'db' | 'viewer'>): Promise<JoiningAccount | null> {
  if (!viewer?.isEmailVerified || viewer.role === 'admin') return null
  const hasPassword = (await db.password.count({ where: { userId: viewer.userId } })) > 0
  return { email: viewer.email, fullName: viewer.fullName, hasPassword }
}
