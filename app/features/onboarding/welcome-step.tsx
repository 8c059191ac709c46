import type { Admitted } from './admitted.ts'
import type { OnboardingData } from './onboarding-data.ts'
import { Agreement, StepHeading } from './step-heading.tsx'
import type { Change } from './use-onboarding.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

const PROMISES = [
  [
    'Your store stays yours',
    'People find your products here and buy them in your own store, at your prices. Your checkout, your customers, your returns.',
  ],
  [
    'Every click can be checked',
    'Each visit that we send has its own click ID and is recorded, so every sale can be traced to its click.',
  ],
  ['You only pay for sales', 'No joining fee and no monthly fee. You only pay commission on the sales that we refer.'],
] as const

export function WelcomeStep({
  invitation,
  data,
  change,
}: {
  invitation: Admitted['invitation']
  data: OnboardingData
  change: Change
}) {
  return (
    <>
      <StepHeading title={invitation ? `${invitation.businessName}, welcome.` : 'Welcome.'}>
        <p>Four short steps, about five minutes. What you enter stays in this browser until you send it at the end.</p>
      </StepHeading>
      <dl className="grid max-w-5xl gap-x-10 gap-y-8 sm:grid-cols-3">
        {PROMISES.map(([title, text]) => (
          <div key={title} className="border-t border-line pt-5">
            <dt className="font-display text-2xl leading-tight">{title}</dt>
            <dd className="mt-3 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      {invitation && (
        <p className="mt-8 text-sm text-muted">
          Your invitation was sent to {invitation.email} and is valid until {formatDate(invitation.expiresAt)}.
        </p>
      )}
      <Agreement isChecked={data.agreedToPartner} onChange={(agreedToPartner) => change({ agreedToPartner })}>
        I agree to join the WTF Partner Network
      </Agreement>
      <p className="mt-2 max-w-2xl text-sm text-muted">
        Nothing is binding until step 4, where you accept the{' '}
        <a href={paths.terms()} target="_blank" rel="noreferrer" className="link">
          terms of service
        </a>{' '}
        and the commission plan.
      </p>
    </>
  )
}
