import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatCount } from '#app/lib/format.ts'
import type { Database } from './database.ts'

/** The results of the last integrity check, and a button to request another one. */
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
            Ledgers checked on <ExactTime date={ledgers.at} /> UTC: {formatCount(ledgers.entries)} entries,{' '}
            {ledgers.problems === 0
              ? 'no problems.'
              : `${formatCount(ledgers.problems)} ${ledgers.problems === 1 ? 'problem' : 'problems'}.`}
          </>
        ) : (
          'Ledgers are checked every night. The first check has not run yet.'
        )}
      </p>
      {last ? (
        <>
          <p>
            Checked on <ExactTime date={last.finishedAt ?? last.askedAt} /> UTC
            {last.askedById === null && <span className="text-muted">, nightly check</span>}
          </p>
          {last.error && <p className="text-sale">{last.error}</p>}
          <ul className="border-t border-line">
            {last.findings.map(({ name, looked, wrong, examples, error }) => (
              <li key={name} className="border-b border-line py-2">
                <p className="flex flex-wrap justify-between gap-x-5">
                  <span>{name}</span>
                  <span className={wrong > 0 || error ? 'text-sale' : 'text-muted'}>
                    {error ??
                      `${formatCount(looked)} checked, ${wrong === 0 ? 'all correct' : `${formatCount(wrong)} ${wrong === 1 ? 'does' : 'do'} not match`}`}
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
        !running && (
          <p className="text-muted">Counts and files are checked every night. The first check has not run yet.</p>
        )
      )}
      {running ? (
        <p role="status">
          A check {running.begunAt ? 'is in progress' : 'is waiting for a worker'}. It was requested on{' '}
          <ExactTime date={running.askedAt} /> UTC. Checks finished so far: {formatCount(running.findings.length)}.
          Refresh to see progress.
        </p>
      ) : (
        <Asking label="Check now" who="">
          <p className="text-muted">
            We compare stored counts with their sources and files with the database, in the background. Nothing is
            changed.
          </p>
          <Act form="check" fields={{}} busy="One moment..." isFinal>
            Check now
          </Act>
        </Asking>
      )}
    </div>
  )
}
