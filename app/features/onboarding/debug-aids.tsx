import { useNavigate } from '@remix-run/react'
import { STEPS, type Step } from './onboarding-data.ts'
import type { Change } from './use-onboarding.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

const REDIRECT_MS = 2_000

/** For development builds only: fills in all fields, jumps between steps, and skips the final submit. */
export default function DebugAids({ change, goTo }: { change: Change; goTo: (step: Step) => void }) {
  const navigate = useNavigate()
  const fill = () =>
    change({
      agreedToPartner: true,
      understoodProcess: true,
      targetMonthlyRevenue: 80_000,
      preferredCategories: ['apparel', 'shoes'],
      businessName: 'Debug & Daughters',
      contactPerson: 'Deborah Bugg',
      businessAddress: '1 Test Street, London',
      phone: '+44 20 7946 0000',
      agreedToTerms: true,
    })
  const skip = () =>
    setTimeout(
      () => navigate(dashboardPaths.connectStore({ onboarding_completed: 'true' }), { replace: true }),
      REDIRECT_MS,
    )
  return (
    <fieldset className="mt-12 flex flex-wrap items-center gap-2 border-t border-dashed border-line pt-4 text-sm">
      <legend className="sr-only">Debug</legend>
      <button type="button" onClick={fill} className="button button-quiet">
        Debug Fill
      </button>
      {STEPS.map(({ step }) => (
        <button key={step} type="button" onClick={() => goTo(step)} className="button button-quiet">
          Step {step}
        </button>
      ))}
      <button type="button" onClick={skip} className="button button-quiet">
        Skip the final submit
      </button>
    </fieldset>
  )
}
