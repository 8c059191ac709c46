import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { OnboardingData } from './onboarding-data.ts'
import type { Change } from './use-onboarding.ts'
import { parseFormAnswer } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'

const FORM = 'prove-email'

/** Sends the verification email. */
export function useProveEmail({ email, contactPerson }: OnboardingData, change: Change) {
  const fetcher = useFetcher<{ sentTo?: string }>()
  const [isForgotten, setForgotten] = useState(false)
  const sentTo = fetcher.data?.sentTo
  useEffect(() => {
    if (sentTo) change({ sentTo })
  }, [fetcher.data, sentTo, change])
  const answer = parseFormAnswer(fetcher.data, FORM)
  return {
    isBusy: fetcher.state !== 'idle',
    error: isForgotten ? undefined : (answer?.errors.email ?? answer?.message),
    /** Hides the message, which is about previously typed text. */
    forget: () => setForgotten(true),
    send: () => {
      if (fetcher.state !== 'idle') return
      setForgotten(false)
      fetcher.submit({ form: FORM, email, fullName: contactPerson }, { method: 'post', action: paths.onboarding() })
    },
  }
}
