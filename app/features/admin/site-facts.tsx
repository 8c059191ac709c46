import type { ReactNode } from 'react'
import { formatBytes } from '#app/lib/format.ts'
import { useSession } from '#app/parts/session/use-session.ts'
import type { SiteView } from './site-state.ts'

/** System information: the viewer with their role, the environment and the free disk space. */
export function SiteFacts({ view: { site, disks, environment, isBypassOffered } }: { view: SiteView }) {
  const session = useSession()
  const facts: Array<[string, ReactNode]> = [
    ['User', session?.viewer.email],
    ['Admin access', 'Email Admin'],
    ['Environment', environment],
    [
      'Maintenance mode',
      site.state === 'maintenance' ? (
        <strong key="on" className="font-semibold text-accent">
          ON
        </strong>
      ) : (
        'OFF'
      ),
    ],
    ...disks.map((disk): [string, ReactNode] => ['Free disk space', <DiskRoom key="disk" {...disk} />]),
  ]
  return (
    <>
      <dl className="divide-y divide-line/60 border-y border-line text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {isBypassOffered && (
        <p className="mt-4 text-xs text-muted">
          To enter the closed site without an account, add{' '}
          <code className="whitespace-nowrap text-text">?admin=true&amp;secret=...</code> to any URL. This works for 24
          hours and gives no admin access.
        </p>
      )}
    </>
  )
}

const WARNINGS = {
  enough: '',
  low: ' Space is running low.',
  critical: ' The shop stops working when the disk is full.',
}

function DiskRoom({ freeBytes, totalBytes, level }: SiteView['disks'][number]) {
  return (
    <span className={level === 'enough' ? '' : 'text-sale'}>
      {formatBytes(freeBytes)} free of {formatBytes(totalBytes)}.{WARNINGS[level]}
    </span>
  )
}
