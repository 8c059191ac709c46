import type { RouterOutputs } from '#app/lib/api-types.ts'

type Admission = RouterOutputs['invitations']['admission']
/** The initial data of onboarding. */
export type Admitted = Extract<Admission, { kind: 'admitted' }>['admitted']

export interface OnboardingPageProps extends Admitted {
  providers: RouterOutputs['auth']['providers']
  /** False if emails wait in the outbox. */
  sendsMail: boolean
  /** The provider's error, or null. */
  error: string | null
}
