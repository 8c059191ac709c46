import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatCount } from '#app/lib/format.ts'
import type { Database } from './database.ts'

/** What the last check of everything found, and a way to ask for another. */
export function IntegrityPanel({
  integrity: { running, last, ledgers },
}: {
  integrity: Extract<Database['integrity'], { value: unknown }>['value']
}) {
  return (
    <div className="grid gap-2 py-4 text-sm">
      <p className={ledgers && ledgers.problems > 0 ? 'text-sale' : ''}>
        {ledgers ? (
          <>
            Ledgers, counted on <ExactTime date={ledgers.at} /> UTC: {formatCount(ledgers.entries)} entries,{' '}
            {ledgers.problems === 0 ? 'all of them hold.' : `${formatCount(ledgers.problems)} problems.`}
          </>
        ) : (
          'The ledgers are counted every night; they have not been yet.'
        )}
      </p>
      {last ? (
        <>
          <p>
            Checked on <ExactTime date={last.finishedAt ?? last.askedAt} /> UTC
            {last.askedById === null && <span className="text-muted">, as every night</span>}
          </p>
          {last.error && <p className="text-sale">{last.error}</p>}
          <ul className="border-t border-line">
            {last.findings.map(({ name, looked, wrong, examples, error }) => (
              <li key={name} className="border-b border-line py-2">
                <p className="flex flex-wrap justify-between gap-x-5">
                  <span>{name}</span>
                  <span className={wrong > 0 || error ? 'text-sale' : 'text-muted'}>
                    {error ??
                      `${formatCount(looked)} looked at, ${wrong === 0 ? 'all agree' : `${formatCount(wrong)} do not agree`}`}
                  </span>
                </p>
                {examples.length > 0 && (
                  <ul className="mt-1 text-muted">
                    {examples.map((example) => (
                      <li key={example} className="wrap-anywhere">
                        {example}
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        !running && <p className="text-muted">Counts and files have not been checked yet. They are every night.</p>
      )}
      {running ? (
        <p role="status">
          A check {running.begunAt ? 'is under way' : 'waits for a process that does jobs'}, asked for on{' '}
          <ExactTime date={running.askedAt} /> UTC. {formatCount(running.findings.length)} things are looked at so far;
          refresh to see more.
        </p>
      ) : (
        <Asking label="Check now" who="">
          <p className="text-muted">
            Counts are compared with what they were counted from, and files with their rows, in the background. Nothing
            is changed.
          </p>
          <Act form="check" fields={{}} busy="One moment..." isFinal>
            Check now
          </Act>
        </Asking>
      )}
    </div>
  )
}
