import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Link } from '#app/components/link.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { SizeTablesQuery } from '#server/moderation/size-tables.schema.ts'
import { AUDIENCE_NAMES, MEASURE_NAMES, MEASURES } from '#server/sizing/measures-values.schema.ts'
import { SOURCE_NAMES } from '#server/sizing/size-table.schema.ts'
import { AtOnce, WithReason } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['sizeTables']
type Table = Queue['tables'][number]

const STATES: Record<SizeTablesQuery['state'], QueueState> = {
  waiting: {
    name: 'Waiting',
    empty: {
      title: 'No size tables to review',
      text: 'Size tables that partners create for brands they do not own appear here.',
    },
  },
  accepted: { name: 'Accepted', empty: { title: 'No accepted tables', text: 'Tables that you accept appear here.' } },
  refused: { name: 'Rejected', empty: { title: 'No rejected tables', text: 'Tables that you reject appear here.' } },
}

/** Size tables that partners propose for brands they do not own, longest waiting first. */
export function SizeTablesPage({
  queue: { tables, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: Queue
  query: SizeTablesQuery
  problem: string | undefined
}) {
  return (
    <QueuePage
      area="Moderation"
      title="Size tables"
      hint="Partners created these for brands they do not own. Until you accept a table, we use it only for that partner's own products."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminSizeTables({ state: of, page: number })}
      problem={problem}
    >
      {tables.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {tables.map((table) => (
            <Queued key={table.id} table={table} />
          ))}
        </ul>
      ) : null}
    </QueuePage>
  )
}

function Queued({ table }: { table: Table }) {
  const { brand, category, partner, audience, source, measures, updatedAt, judgedAt, judgementReason } = table
  return (
    <li className="grid gap-x-10 gap-y-6 border-b border-line py-7 text-sm lg:grid-cols-2">
      <section aria-label="The table" className="min-w-0">
        <h2 className="text-xl leading-tight wrap-anywhere">
          {brand.name}, {category.name.toLowerCase()}, {AUDIENCE_NAMES[audience].toLowerCase()}
        </h2>
        <p className="mt-2 text-muted wrap-anywhere">
          {source === 'partner' ? 'Created by the partner for their own products' : SOURCE_NAMES[source]}. Measured on{' '}
          {measures === 'body' ? 'the body' : 'the garment'}.
        </p>
        <Rows table={table} />
      </section>
      <section aria-label="The partner" className="min-w-0">
        <p className="text-muted wrap-anywhere">
          <Link to={adminPaths.adminPartner(partner.id)} className="link text-text">
            {partner.businessName}
          </Link>
          , saved <ExactTime date={updatedAt} /> UTC
        </p>
        <p className="mt-2 wrap-anywhere">
          {brand.owner ? (
            <>
              Another partner owns this brand:{' '}
              <Link to={adminPaths.adminPartner(brand.owner.id)} className="link">
                {brand.owner.businessName}
              </Link>
            </>
          ) : (
            'No partner owns this brand.'
          )}
        </p>
        {judgedAt && (
          <p className="mt-2 text-muted">
            Decided <ExactTime date={judgedAt} /> UTC
          </p>
        )}
        {judgementReason && (
          <p className="mt-2 max-w-[68ch] border-l border-line pl-4 whitespace-pre-line wrap-anywhere">
            {judgementReason}
          </p>
        )}
        <Judge table={table} />
      </section>
    </li>
  )
}

function Rows({ table: { rows, brand } }: { table: Table }) {
  const used = MEASURES.filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table
    <div className="mt-4 overflow-x-auto" tabIndex={0} role="region" aria-label={`${brand.name} sizes`}>
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b border-line">
            <th className="py-2 pr-4 font-semibold">Size</th>
            {used.map((measure) => (
              <th key={measure} className="py-2 pr-4 font-semibold whitespace-nowrap">
                {MEASURE_NAMES[measure]} (cm)
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, body }) => (
            <tr key={key} className="border-b border-line">
              <th className="py-2 pr-4 font-normal wrap-anywhere">{label}</th>
              {used.map((measure) => (
                <td key={measure} className="py-2 pr-4 whitespace-nowrap">
                  {body[measure]?.map((mm) => (mm / 10).toLocaleString('en')).join('–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Judge({ table: { id, revision, judgement } }: { table: Table }) {
  const hidden = { tableId: id, revision }
  return (
    <div className="mt-5 grid gap-2 justify-items-start">
      {judgement !== 'accepted' && (
        <AtOnce name={`accepted ${id}`} hidden={{ ...hidden, to: 'accepted' }}>
          Accept table
        </AtOnce>
      )}
      {judgement !== 'refused' && (
        <WithReason
          name={`refused ${id}`}
          hidden={{ ...hidden, to: 'refused' }}
          summary="Reject table"
          label="Reason, shown to the partner"
        >
          Reject table
        </WithReason>
      )}
    </div>
  )
}
