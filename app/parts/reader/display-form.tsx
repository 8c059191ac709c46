import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { paths } from '#app/lib/paths.ts'
import { followAccount } from '#app/lib/readers-currency.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { useSession } from '#app/parts/session/use-session.ts'

const FORM_ID = 'display'

/** The form that display choices submit without JavaScript. Render it once per page. */
export function DisplayForm() {
  const { pathname, search } = useLocation()
  const isSignedIn = Boolean(useSession())
  const { revalidate } = useRevalidator()
  const follow = useEvent(() => followAccount(isSignedIn).then((isChanged) => isChanged && revalidate()))
  useEffect(() => void follow(), [follow, isSignedIn])
  return (
    <form id={FORM_ID} method="post" action={paths.display()} hidden>
      <input type="hidden" name="redirectTo" value={returnPath({ pathname, search })} />
    </form>
  )
}

interface ChoiceProps<Value extends string> {
  name: 'pricesIn' | 'theme'
  label: string
  options: ReadonlyArray<{ value: Value; label: ReactNode; name: string }>
  chosen: Value
  onChoose: (value: Value) => void
}

/** A group of toggle buttons. Each submits DisplayForm, so it works without JavaScript. */
export function DisplayChoice<Value extends string>({ name, label, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className="choices">
      {options.map((option) => (
        <button
          key={option.value}
          type="submit"
          form={FORM_ID}
          name={name}
          value={option.value}
          aria-pressed={option.value === chosen}
          aria-label={option.name}
          title={option.name}
          onClick={(event) => {
            event.preventDefault()
            onChoose(option.value)
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
