import type { ReactNode } from 'react'
import { Act, Asking } from '#app/components/act-form.tsx'
import { DashboardHead } from '#app/components/dashboard-head.tsx'
import { DashboardPanel } from '#app/components/dashboard-panel.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { formatBytes, formatCount } from '#app/lib/format.ts'
import type { Database } from './database.ts'
import { Grid } from './grid.tsx'
import { IntegrityPanel } from './integrity-panel.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { seconds } from './measures.ts'
import { QueuesPanel } from './queues-panel.tsx'

/** Database status: backups, integrity, queues, activity, indexes and tables. */
export function DatabasePage({ database }: { database: Database }) {
  const { asOf, tables, migrations, queues, indexes, activity, statements, integrity, backups } = database
  return (
    <>
      <DashboardHead title="Database" asOf={asOf} />
      <div className="mt-8 grid gap-10">
        <PartPanel title="Backups" part={backups}>
          {(value) => <BackupsPanel backups={value} />}
        </PartPanel>
        <PartPanel title="Integrity" part={integrity}>
          {(value) => <IntegrityPanel integrity={value} />}
        </PartPanel>
        <PartPanel title="Queues" part={queues}>
          {(value) => <QueuesPanel queues={value} />}
        </PartPanel>
        <PartPanel title="Activity" part={activity}>
          {(value) => <Activity activity={value} />}
        </PartPanel>
        <PartPanel title="Slow statements" part={statements}>
          {(value) => <Statements statements={value} />}
        </PartPanel>
        <PartPanel title="Indexes" part={indexes}>
          {(value) => <Indexes indexes={value} />}
        </PartPanel>
        <PartPanel title="Migrations" part={migrations}>
          {({ applied, last, pending, unknown }) => (
            <div className="grid gap-1 py-4 text-sm">
              <p>
                {formatCount(applied)} applied
                {last?.at && (
                  <span className="text-muted">
                    , most recently {last.name} on <ExactTime date={last.at} /> UTC
                  </span>
                )}
              </p>
              <p className={pending.length ? 'text-sale' : 'text-muted'}>
                {pending.length ? `Pending: ${pending.join(', ')}` : 'None are pending.'}
              </p>
              {unknown.length > 0 && (
                <p className="text-sale">From another version, or incomplete: {unknown.join(', ')}</p>
              )}
            </div>
          )}
        </PartPanel>
        <PartPanel title="Tables" part={tables}>
          {(value) => <Tables tables={value} />}
        </PartPanel>
      </div>
    </>
  )
}

function PartPanel<Value>({
  title,
  part,
  children,
}: {
  title: string
  part: { value: Value } | { problem: string }
  children: (value: Value) => ReactNode
}) {
  return (
    <DashboardPanel title={title}>
      {'value' in part ? children(part.value) : <p className="py-4 text-sm text-sale">{part.problem}</p>}
    </DashboardPanel>
  )
}

type Value<Name extends keyof Database> = Extract<Database[Name], { value: unknown }>['value']

function Activity({
  activity: { connections, hitRate, mostConnections, deadlocks, long, waiting, replicas },
}: {
  activity: Value<'activity'>
}) {
  return (
    <div className="grid gap-1 py-4 text-sm">
      <p>
        Connections: {connections.map(({ state, count }) => `${formatCount(count)} ${state}`).join(', ')}
        <span className="text-muted"> (limit: {formatCount(mostConnections)})</span>
      </p>
      <p>
        Reads served from cache: {hitRate === null ? '-' : `${hitRate.toFixed(2)}%`}
        <span className="text-muted">. Deadlocks: {formatCount(deadlocks)}.</span>
      </p>
      {replicas.length > 0 && (
        <p>
          Replicas:{' '}
          {replicas
            .map(({ name, state, lagBytes }) => `${name} ${state ?? ''}, ${formatBytes(lagBytes ?? 0)} behind`)
            .join('; ')}
        </p>
      )}
      <p className={long.length ? 'text-sale' : 'text-muted'}>
        {long.length
          ? `Transactions running for more than a minute: ${long.map((each) => `${each.pid} (${each.application}, ${each.state ?? ''}) for ${seconds(each.seconds)}`).join('; ')}`
          : 'No transaction has been running for more than a minute.'}
      </p>
      <p className={waiting.length ? 'text-sale' : 'text-muted'}>
        {waiting.length
          ? `Blocked by a lock: ${waiting.map(({ pid, by, relation, seconds: time }) => `${pid} blocked by ${by.join(' and ')}${relation ? ` on ${relation}` : ''} for ${seconds(time)}`).join('; ')}`
          : 'No query is waiting for a lock.'}
      </p>
    </div>
  )
}

function Statements({ statements: read }: { statements: Value<'statements'> }) {
  if (!read)
    return (
      <p className="max-w-[70ch] py-4 text-sm text-muted">
        Statement statistics are off. To turn them on, add pg_stat_statements to shared_preload_libraries, restart the
        server, and run CREATE EXTENSION pg_stat_statements in the shop&apos;s database.
      </p>
    )
  return (
    <>
      <Asking label="Reset statistics" who="">
        <p className="text-sm text-muted">This deletes the statistics collected so far. Nothing else changes.</p>
        <Act form="reset" fields={{}} busy="One moment..." isFinal>
          Reset statistics
        </Act>
      </Asking>
      <Grid
        head={['Statement', 'Calls', 'Mean', 'Total', 'Rows']}
        rows={read.statements.map(({ id, text, calls, meanMs, totalMs, rows }) => ({
          key: id,
          cells: [
            <code key="text" className="text-xs wrap-anywhere">
              {text}
            </code>,
            formatCount(calls),
            `${meanMs.toFixed(1)} ms`,
            seconds(totalMs / 1000),
            formatCount(rows),
          ],
        }))}
        none="No statements have been recorded yet."
      />
    </>
  )
}

function Indexes({ indexes: { unused, duplicate, foreignKeys, scanned } }: { indexes: Value<'indexes'> }) {
  return (
    <div className="grid gap-6 py-4">
      <Grid
        caption="Indexes not used since the statistics began. Wait a few weeks before you drop one in a migration."
        head={['Index', 'Table', 'Size']}
        rows={unused.map(({ name, table, bytes: size }) => ({ key: name, cells: [name, table, formatBytes(size)] }))}
        none="Every index is used."
      />
      <Grid
        caption="Indexes covered by another index."
        head={['Index', 'Covered by', 'Size']}
        rows={duplicate.map(({ name, other, bytes: size }) => ({
          key: `${name} ${other}`,
          cells: [name, other, formatBytes(size)],
        }))}
        none="No index is covered by another."
      />
      <Grid
        caption="Foreign keys without an index, which slow down deletes."
        head={['Table', 'Columns', 'Refers to', 'Rows']}
        rows={foreignKeys.map(({ table, columns, refersTo, rows }) => ({
          key: `${table} ${columns}`,
          cells: [table, columns, refersTo, formatCount(Math.max(0, rows))],
        }))}
        none="Every foreign key has an index."
      />
      <Grid
        caption="Large tables with sequential scans."
        head={['Table', 'Rows', 'Sequential scans', 'Index scans']}
        rows={scanned.map(({ table, rows, scans, indexScans }) => ({
          key: table,
          cells: [table, formatCount(rows), formatCount(scans), formatCount(indexScans)],
        }))}
        none="None."
      />
    </div>
  )
}

function Tables({ tables: { bytes: size, version, since, tables } }: { tables: Value<'tables'> }) {
  return (
    <>
      <p className="py-3 text-sm text-muted">
        PostgreSQL {version}, {formatBytes(size)} in total. Row counts are estimates.
        {since && (
          <>
            {' '}
            Added rows are counted since <ExactTime date={since} /> UTC.
          </>
        )}
      </p>
      <Grid
        head={['Table', 'Rows', 'Added', 'Dead rows', 'Size', 'Indexes']}
        rows={tables.map(({ name, rows, added, dead, bytes, indexBytes }) => ({
          key: name,
          cells: [
            name,
            formatCount(rows),
            formatCount(added),
            formatCount(dead),
            formatBytes(bytes),
            formatBytes(indexBytes),
          ],
        }))}
        none="There are no tables."
      />
    </>
  )
}
