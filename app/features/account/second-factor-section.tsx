import { useSaved } from './saved-notices.ts'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'

export type SecondFactor = RouterOutputs['auth']['secondFactor']

/** The second factor, for administrators, partner teams, and anyone else who still has one. */
export function SecondFactorSection({
  factor: { canSetUp, confirmedAt, recoveryCodesLeft },
}: {
  factor: SecondFactor
}) {
  const saved = useSaved('second-factor')
  if (!canSetUp && !confirmedAt) return null
  return (
    <Section
      id="second-factor"
      title="Two-factor authentication"
      hint="You enter a code from your phone as well as your password, so a stolen password alone is not enough to sign in."
      saved={saved}
      edit={{
        to: paths.settingsSecondFactor(),
        label: confirmedAt ? 'Manage two-factor authentication' : 'Set up two-factor authentication',
      }}
    >
      {confirmedAt ? (
        <>
          <p>On since {formatDate(confirmedAt)}</p>
          <p className={`mt-1 text-sm ${recoveryCodesLeft > 3 ? 'text-muted' : 'text-sale'}`}>
            {recoveryCodesLeft} recovery {recoveryCodesLeft === 1 ? 'code' : 'codes'} left
          </p>
        </>
      ) : (
        <p className="text-muted">Not set up. Anyone who learns your password can sign in.</p>
      )}
    </Section>
  )
}
