import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Picture } from '#app/components/picture.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { useKeptForm } from '#app/lib/kept-form.ts'
import { MAX_APPEAL_WORDS } from '#server/moderation/moderation-values.schema.ts'

type Decision = RouterOutputs['moderation']['decision']

const LIMITS = { words: MAX_APPEAL_WORDS }

/** One of our decisions, for the person affected, with the form for the one appeal. */
export function AppealPage({ decision }: { decision: Decision }) {
  const { subject, at, reason, picture, words, appeal } = decision
  return (
    <main id="content" className="page pb-24">
      <div className="mx-auto mt-[clamp(1.5rem,4vw,4rem)] max-w-2xl">
        <p className="eyebrow">Our decision</p>
        <h1 className="mt-2 text-(length:--text-section) leading-none tracking-tight wrap-anywhere">
          {subject.charAt(0).toUpperCase() + subject.slice(1)}
        </h1>
        <p className="mt-4 text-sm text-muted">
          Decided <ExactTime date={at} /> UTC
        </p>
        {reason && (
          <blockquote className="mt-3 border-l-2 border-line pl-4 whitespace-pre-line wrap-anywhere">
            {reason}
          </blockquote>
        )}
        {picture && (
          <Picture
            picture={picture}
            sizes="(min-width: 48rem) 24rem, 90vw"
            className="mt-6 max-h-80 w-auto rounded-sm object-contain"
          />
        )}
        {words && <p className="mt-4 line-clamp-6 text-muted whitespace-pre-line wrap-anywhere">{words}</p>}
        <section aria-labelledby="appeal" className="mt-10">
          <h2 id="appeal" className="text-2xl leading-tight">
            {appeal ? 'Your appeal' : 'Do you disagree?'}
          </h2>
          {appeal ? <Appealed appeal={appeal} /> : <AppealForm decision={decision} />}
        </section>
      </div>
    </main>
  )
}

function Appealed({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { words, raisedAt, outcome, reason } = appeal
  return (
    <>
      <p className="mt-2 text-sm text-muted">
        Sent <ExactTime date={raisedAt} /> UTC
      </p>
      <p className="mt-3 whitespace-pre-line wrap-anywhere">{words}</p>
      <div role="status" className="notice mt-6">
        {outcome === null ? (
          <p>An administrator will review our decision. We will email you the outcome.</p>
        ) : (
          <>
            <p>We reviewed our decision and did not change it. This outcome is final.</p>
            {reason && <p className="mt-2 whitespace-pre-line text-muted wrap-anywhere">{reason}</p>}
          </>
        )}
      </div>
    </>
  )
}

function AppealForm({ decision: { kind, subjectId, at } }: { decision: Decision }) {
  const draft = `appeal-${kind}-${subjectId}`
  const form = useKeptForm(usePageForm('appeal'), { draft, limits: LIMITS })
  const { Form } = form
  return (
    <Form {...form.props} className="mt-3 grid gap-5">
      <input type="hidden" name="form" value="appeal" />
      <input type="hidden" name="decisionAt" value={at.toISOString()} />
      <p className="text-muted">
        You can appeal once. If possible, a different administrator will review the decision. Until then, it stands.
      </p>
      <TextAreaField
        form={form}
        name="words"
        label="Why do you disagree?"
        required
        hint={`Up to ${MAX_APPEAL_WORDS.toLocaleString('en')} characters.`}
      />
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton form={form} busy="Sending..." className="px-7 sm:justify-self-start">
        Appeal the decision
      </SubmitButton>
    </Form>
  )
}
