import { profileAction } from './profile-section.tsx'
import { useSaved } from './saved-notices.ts'
import { Section } from '#app/components/settings-section.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { SessionFacts } from '#app/parts/session/session-facts.tsx'

type Session = RouterOutputs['auth']['sessions'][number]

/** The viewer's sessions. Ending one needs a confirmation. */
export function SessionsSection({ sessions }: { sessions: Session[] }) {
  const saved = useSaved('sessions')
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      hint="Sign out any device you don't recognise, then change your password."
      saved={saved}
    >
      <ul className="divide-y divide-line/60">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <Everywhere />
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, isThis } = session
  const form = usePageForm(`revoke-${id}`)
  const { Form } = form
  const name = device || 'Unknown device'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3.5 first:pt-0">
      <div>
        <SessionFacts {...session} name={name} />
        <FormMessage>{form.message}</FormMessage>
      </div>
      {!isThis && (
        <details className="ask">
          <summary className="link inline-flex min-h-11 items-center text-sm">
            Sign out<span className="sr-only"> {name}</span>
          </summary>
          <Form {...form.props} action={profileAction()} className="pb-2">
            <input type="hidden" name="form" value={`revoke-${id}`} />
            <SubmitButton form={form} busy="Signing out..." look="quiet" className="">
              Yes, sign out
            </SubmitButton>
          </Form>
        </details>
      )}
    </li>
  )
}

function Everywhere() {
  const form = usePageForm('everywhere')
  const { Form } = form
  return (
    <details className="ask mt-4">
      <summary className="button button-quiet">Sign out everywhere</summary>
      <Form {...form.props} action={profileAction()} className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <input type="hidden" name="form" value="everywhere" />
        <p className="text-sm text-muted">This device will be signed out too.</p>
        <SubmitButton form={form} busy="Signing out..." className="">
          Yes, sign out everywhere
        </SubmitButton>
      </Form>
    </details>
  )
}
