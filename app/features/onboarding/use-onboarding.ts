import { useNavigate, useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useEffectBeforePaint } from '#app/lib/use-effect-before-paint.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { furthestStep, loadStoredAnswers, startData, store, type OnboardingData, type Step } from './onboarding-data.ts'

export type Change = (change: Partial<OnboardingData>) => void

interface Onboarding {
  data: OnboardingData
  change: Change
  step: Step
  /** Also adds an entry to the browser's history, so that Back returns to the previous step. */
  goTo: (step: Step) => void
  /** False after a reload at a later step, until the stored answers are loaded. */
  isRestored: boolean
}

/** Returns the answers and the step, which the browser stores on every change and restores after a reload. */
export function useOnboarding(
  invited: { email: string; businessName: string; contactPerson: string } | null,
): Onboarding {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [data, setData] = useState(() => startData(invited))
  const [isRead, setRead] = useState(false)
  const [first, setFirst] = useState<Step>(1)
  const asked = Number(search.get('step')) || first
  const step = Math.max(1, Math.min(Math.trunc(asked), furthestStep(data))) as Step

  useEffectBeforePaint(() => {
    const stored = loadStoredAnswers(invited?.email ?? '')
    if (stored) {
      setData((now) => ({ ...now, ...stored.data }))
      setFirst(stored.step)
    }
    setRead(true)
  }, [invited?.email])

  useEffect(() => {
    if (isRead) store(data, step)
  }, [data, step, isRead])

  // Writes the step into the URL. Back then works, and nothing moves later.
  const said = search.get('step')
  useEffect(() => {
    if (isRead && said !== String(step)) navigate(`?step=${step}`, { replace: true, preventScrollReset: true })
  }, [isRead, said, step, navigate])

  const change = useEvent((changed: Partial<OnboardingData>) => setData((now) => ({ ...now, ...changed })))
  const goTo = useEvent((to: Step) => {
    setFirst(to)
    navigate(`?step=${to}`)
  })
  return { data, change, step, goTo, isRestored: isRead || asked === 1 }
}
