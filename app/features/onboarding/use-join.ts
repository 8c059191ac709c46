import { useFetcher } from '@remix-run/react'
import type { ComponentType } from 'react'
import type { FormProps } from '@remix-run/react'
import type { OnboardingData } from './onboarding-data.ts'
import { parseFormAnswer, useFormState, type FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { getDeviceTimeZone } from '#app/lib/time-zone.ts'

/** The id of the form with the last step's fields. */
export const ACCOUNT_FORM = 'account-setup'

/** Returns the final submit. It runs only once, whatever the user presses. */
export function useJoin(
  data: OnboardingData,
  planId: string,
  termsVersion: string,
): { form: FormState; submit: () => void } {
  const fetcher = useFetcher()
  const form = useFormState(
    fetcher.Form as ComponentType<FormProps>,
    parseFormAnswer(fetcher.data, 'join'),
    fetcher.state !== 'idle',
  )
  const submit = () => {
    if (fetcher.state !== 'idle') return
    const password = new FormData(form.props.ref.current ?? undefined).get('password')
    fetcher.submit(
      {
        form: 'join',
        answers: JSON.stringify({ ...data, planId, termsVersion, timeZone: getDeviceTimeZone() }),
        password: typeof password === 'string' ? password : '',
      },
      { method: 'post', action: paths.onboarding() },
    )
  }
  return { form, submit }
}
