import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatCount } from '#app/lib/format.ts'
import type { Database } from './database.ts'
import { Grid } from './grid.tsx'
import { JOB_DESCRIPTIONS } from './job-descriptions.ts'
import { seconds } from './measures.ts'

/** The waiting jobs of each queue, and the failed jobs with a button to retry each. */
export function QueuesPanel({ queues: read }: { queues: Extract<Database['queues'], { value: unknown }>['value'] }) {
  if (!read) return <p className="py-4 text-sm text-muted">No jobs have run on this database yet.</p>
  const { queues, failed } = read
  return (
    <>
      <h3 className="pt-4 text-sm font-medium">Failed in the last day</h3>
      {failed.length === 0 && <p className="py-2 text-sm text-muted">No jobs have failed.</p>}
      <ul className="text-sm">
        {failed.map(({ id, queue, at, attempts, error }) => (
          <li key={id} className="border-b border-line py-2">
            <p className="flex flex-wrap gap-x-5">
              <span className="font-medium">{queue}</span>
              {at && (
                <span className="text-muted">
                  <ExactTime date={at} /> UTC
                </span>
              )}
              <span className="text-muted">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
            </p>
            <p className="text-sale wrap-anywhere">{error ?? 'No error was recorded.'}</p>
            <Asking label="Retry" who={`job in ${queue}`}>
              <p className="text-muted">The job gets one more attempt. It starts within 30 seconds.</p>
              <Act form={`retry ${id}`} fields={{ queue, jobId: id }} busy="One moment..." isFinal>
                Retry this job
              </Act>
            </Asking>
          </li>
        ))}
      </ul>
      <div className="pt-4">
        <Grid
          head={['Queue', 'Waiting', 'Oldest', 'Running', 'Failed', 'Last finished (UTC)']}
          rows={queues.map(({ name, waiting, active, failed: lost, oldestSeconds, lastDone }) => ({
            key: name,
            cells: [
              <QueueName key="name" name={name} />,
              formatCount(waiting),
              oldestSeconds === null ? '-' : seconds(oldestSeconds),
              formatCount(active),
              formatCount(lost),
              lastDone ? <ExactTime key="done" date={lastDone} /> : '-',
            ],
          }))}
          none="There are no queues."
        />
      </div>
    </>
  )
}

function QueueName({ name }: { name: string }) {
  return (
    <>
      {name}
      {name in JOB_DESCRIPTIONS && <span className="block text-xs text-muted">{JOB_DESCRIPTIONS[name]}</span>}
    </>
  )
}
