import type { RouterOutputs } from '#app/lib/api-types.ts'

type Admission = RouterOutputs['invitations']['admission']
/** What onboarding begins with. */
export type Admitted = Extract<Admission, { kind: 'admitted' }>['admitted']

export interface OnboardingPageProps extends Admitted {
  providers: RouterOutputs['auth']['providers']
  /** False: emails wait in the outbox. */
  sendsMail: boolean
  /** What went wrong at the provider; null if nothing did. */
  error: string | null
}
