import { ExactTime } from '#app/components/exact-time.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

type Log = RouterOutputs['partnerApi']['calls']

/** The latest calls from the store's systems, with the reasons for rejected ones. */
export function ApiCalls({ calls, page, totalPages }: Log) {
  if (!calls.length)
    return <p className="text-sm text-muted">No calls yet. They appear here when your system uses a key.</p>
  return (
    <>
      <ul className="divide-y divide-line/60">
        {calls.map(({ number, method, path, status, detail, durationMs, at, keyName }) => (
          <li key={number} className="py-3.5 text-sm first:pt-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="min-w-0 font-medium wrap-anywhere">
                <code>
                  {method} {path}
                </code>
              </p>
              <StateMark name={`Status ${status}`} colour={status < 400 ? 'text-good' : 'text-sale'} />
            </div>
            <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
              <span>
                <ExactTime date={at} /> UTC
              </span>
              <span className="wrap-anywhere">{keyName}</span>
              <span>{durationMs.toLocaleString('en')} ms</span>
            </p>
            {detail && <p className="mt-1 wrap-anywhere">{detail}</p>}
          </li>
        ))}
      </ul>
      <Pagination page={page} totalPages={totalPages} hrefFor={(to) => dashboardPaths.conversionsApi({ page: to })} />
    </>
  )
}
