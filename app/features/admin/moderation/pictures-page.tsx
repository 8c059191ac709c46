import { Link } from '#app/components/link.tsx'
import { StateTabs } from '#app/components/data-table/state-tabs.tsx'
import { TableHead } from '#app/components/data-table/table-head.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { FormMessage } from '#app/components/field.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { PICTURE_QUEUES, type StorePicturesQuery } from '#server/storefront/store-pictures.schema.ts'
import { AtOnce, Shown, WithReason } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['pictures']

const NAMES = { unseen: 'Not looked at', taken_down: 'Taken down' }
const EMPTY = {
  unseen: { title: 'All are looked at', text: 'What partners publish shows here at once.' },
  taken_down: { title: 'Nothing is taken down', text: 'Pictures stand here until their partner puts another.' },
}

/** Logos and hero pictures of store pages, the newest first, each beside the one before. */
export function StorePicturesPage({
  queue: { pictures, counts, page, totalPages },
  query: { state },
  problem,
}: {
  queue: Queue
  query: StorePicturesQuery
  problem: string | undefined
}) {
  return (
    <>
      <TableHead
        area="Moderation"
        title="Pictures of stores"
        hint="Logos and hero pictures show on the store's page as soon as the partner publishes them: you look at them afterwards."
      />
      <StateTabs
        label="States"
        className="mt-8 -ml-2 sm:-ml-2.5"
        tabs={PICTURE_QUEUES.map((each) => ({
          name: NAMES[each],
          count: counts[each],
          href: adminPaths.adminPictures({ state: each }),
          isCurrent: state === each,
        }))}
      />
      <FormMessage>{problem}</FormMessage>
      {pictures.length ? (
        <>
          {state === 'unseen' && (
            <div className="mt-5">
              <AtOnce name="seen" hidden={{ pictureIds: pictures.map(({ id }) => id).join(' '), state }}>
                All of this page are fine
              </AtOnce>
            </div>
          )}
          <ul className="mt-5 border-t border-line">
            {pictures.map((picture) => (
              <Queued key={picture.id} picture={picture} state={state} />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState drawing="no-results" title={EMPTY[state].title}>
          {EMPTY[state].text}
        </EmptyState>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        hrefFor={(number) => adminPaths.adminPictures({ state, page: number })}
      />
    </>
  )
}

function Queued({ picture, state }: { picture: Queue['pictures'][number]; state: StorePicturesQuery['state'] }) {
  const { id, name, altText, partner, createdAt, takenDownAt, reviewReason } = picture
  return (
    <li className="border-b border-line py-7 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link to={adminPaths.adminPartner(partner.id)} className="link text-base wrap-anywhere">
          {partner.businessName}
        </Link>
        <span className="text-muted">
          {name}, <ExactTime date={createdAt} /> UTC
          {partner.verificationStatus !== 'approved' && `, partner ${partner.verificationStatus}`}
        </span>
      </p>
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        <Shown title={takenDownAt ? 'Taken down' : 'On the page now'} picture={picture.picture} none="No picture" />
        {state === 'unseen' && <Shown title="Before" picture={picture.former} none="None, or not kept" />}
      </div>
      {altText && <p className="mt-3 text-muted wrap-anywhere">Described as: {altText}</p>}
      {reviewReason && <p className="mt-3 whitespace-pre-line text-muted wrap-anywhere">{reviewReason}</p>}
      <div className="mt-4">
        {takenDownAt ? (
          <AtOnce name={`restored ${id}`} hidden={{ to: 'restored', pictureId: id, state }} look="quiet">
            Show it again
          </AtOnce>
        ) : (
          <>
            <AtOnce name={`seen ${id}`} hidden={{ pictureIds: id, state }} look="quiet">
              It is fine
            </AtOnce>
            <WithReason
              name={`taken_down ${id}`}
              hidden={{ to: 'taken_down', pictureId: id, state }}
              summary="Take it down, with a reason"
              label="The reason, for the partner"
            >
              Take this picture down
            </WithReason>
          </>
        )}
      </div>
    </li>
  )
}
