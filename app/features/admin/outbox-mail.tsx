import { Form, useNavigation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { mailKindName } from './mail-kinds.ts'
import { MailStatus } from './mail-status.tsx'

// Blocks scripts and access to our origin. Links can open pages, which work normally.
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

// Opens links in a new window, as email programs do. Our pages must not open inside the frame.
const IN_ITS_OWN_WINDOW = '<head><base target="_blank">'

/** An email as its recipient sees it, as HTML and as text. */
export function OutboxMail({
  mail,
  problem,
}: {
  mail: RouterOutputs['admin']['outboxMail']
  problem: string | undefined
}) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <div className="mt-4">
        <BackLink fallback={adminPaths.outbox()} label="Outbox" />
      </div>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <h1 className="min-w-0 text-(length:--text-section) leading-none">{mail.subject}</h1>
        {mail.state === 'failed' && (
          <Form method="post">
            <button type="submit" aria-disabled={isBusy || undefined} className="button button-accent">
              {isBusy ? 'Queueing...' : 'Send again'}
            </button>
          </Form>
        )}
      </div>
      <div role="alert">{problem && <p className="mt-4 text-sm text-sale">{problem}</p>}</div>
      <dl className="mt-7 grid gap-x-10 gap-y-4 border-y border-line py-5 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="To">{mail.toAddress}</Fact>
        <Fact name="Kind">{mailKindName(mail.kind)}</Fact>
        <Fact name="Created (UTC)">
          <ExactTime date={mail.createdAt} />
        </Fact>
        <Fact name={`Status (${mail.attempts} ${mail.attempts === 1 ? 'attempt' : 'attempts'})`}>
          <MailStatus mail={mail} />
          {mail.sentAt && (
            <span className="block text-xs text-muted tabular-nums">
              <ExactTime date={mail.sentAt} />
            </span>
          )}
        </Fact>
      </dl>
      {mail.isStruck && (
        <p className="mt-4 text-sm text-muted">
          {mail.state === 'sent'
            ? 'The links and codes in this email are hidden because it has been sent.'
            : 'The links and codes in this email are meant only for the recipient, so they are hidden.'}
        </p>
      )}
      <div className="mt-8 grid gap-x-10 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <section>
          <h2 className="eyebrow font-sans">HTML version</h2>
          <iframe
            title={`Email: ${mail.subject}`}
            sandbox={SANDBOX}
            srcDoc={mail.html.replace('<head>', IN_ITS_OWN_WINDOW)}
            className="mt-3 h-[54rem] w-full sm:h-[46rem] border border-line"
          />
        </section>
        <section className="min-w-0">
          <h2 className="eyebrow font-sans">Text version</h2>
          <pre className="mt-3 border-t border-line pt-4 text-sm leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
            <WithLinks text={mail.text} />
          </pre>
        </section>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** Plain text with clickable web addresses. */
function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s…]*[^\s….,;:!?)])/).map((part, index) => {
    const isLink = index % 2 === 1
    return isLink ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer" className="link">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    )
  })
}
