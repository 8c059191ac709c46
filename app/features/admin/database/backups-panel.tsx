import { Act, Asking } from '#app/components/act-form.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatBytes, formatCount } from '#app/lib/format.ts'
import type { Database } from './database.ts'
import { Grid } from './grid.tsx'
import { seconds } from './measures.ts'

/** The last backup with its age, earlier backups, and a button to request another one. */
export function BackupsPanel({
  backups: { lastGood, running, latest, isOverdue, asOf },
}: {
  backups: Extract<Database['backups'], { value: unknown }>['value']
}) {
  return (
    <div className="grid grid-cols-1 gap-2 py-4 text-sm">
      <p className={`wrap-anywhere ${isOverdue ? 'text-sale' : ''}`}>
        {lastGood?.takenAt ? (
          <>
            The last successful backup is {seconds((asOf.getTime() - lastGood.takenAt.getTime()) / 1000)} old:{' '}
            {lastGood.fileName}, {formatBytes(lastGood.byteSize)}, {formatCount(lastGood.rows)} rows,{' '}
            {formatCount(lastGood.files ?? 0)} files.
          </>
        ) : (
          'There is no backup yet. If the disk fails before the first one, all data is lost.'
        )}
        {lastGood &&
          isOverdue &&
          ' It should be more recent: backups run every night unless the BACKUPS setting turns them off.'}
      </p>
      {lastGood && lastGood.missing > 0 && (
        <p className="text-sale">
          Files listed in the database but missing or damaged: {formatCount(lastGood.missing)}. See the integrity check
          below for examples.
        </p>
      )}
      {running ? (
        <p role="status">
          A backup {running.begunAt ? 'is in progress' : 'is waiting for a worker'}. It was requested on{' '}
          <ExactTime date={running.askedAt} /> UTC. Refresh to see the result. The shop keeps running.
        </p>
      ) : (
        <Asking label="Back up now" who="">
          <p className="text-muted">
            We back up the whole shop to one file in BACKUP_DIR in the background and verify it. Then we delete backups
            older than BACKUP_KEEP_DAYS. To restore a backup, see docs/operations.md.
          </p>
          <Act form="backup" fields={{}} busy="One moment..." isFinal>
            Back up now
          </Act>
        </Asking>
      )}
      {latest.length > 0 && (
        <div className="min-w-0 pt-2">
          <Grid
            head={['Backup', 'Requested (UTC)', 'Duration', 'Size', 'Rows', 'Files']}
            rows={latest.map(({ id, fileName, error, askedAt, begunAt, finishedAt, byteSize, rows, files }) => ({
              key: id,
              cells: [
                fileName ?? (
                  <span key="why" className="text-sale">
                    {error}
                  </span>
                ),
                <ExactTime key="asked" date={askedAt} />,
                begunAt && finishedAt ? seconds((finishedAt.getTime() - begunAt.getTime()) / 1000) : '-',
                fileName ? formatBytes(byteSize) : '-',
                fileName ? formatCount(rows) : '-',
                fileName ? formatCount(files ?? 0) : '-',
              ],
            }))}
            none="None."
          />
        </div>
      )}
    </div>
  )
}
