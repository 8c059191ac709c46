import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { Link } from '#app/components/link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { StorePicturesQuery } from '#server/storefront/store-pictures.schema.ts'
import { AtOnce, Shown, WithReason } from './queue-parts.tsx'

type Queue = RouterOutputs['admin']['moderation']['pictures']

const STATES: Record<StorePicturesQuery['state'], QueueState> = {
  unseen: {
    name: 'To review',
    empty: { title: 'All reviewed', text: 'Images that partners publish appear here.' },
  },
  taken_down: {
    name: 'Taken down',
    empty: { title: 'Nothing taken down', text: 'Images stay here until the partner replaces them.' },
  },
}

/** Logos and hero images of stores, newest first, each next to the previous one. */
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
    <QueuePage
      area="Moderation"
      title="Store images"
      hint="Logos and hero images go live as soon as the partner publishes them. Review them here."
      states={STATES}
      state={state}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminPictures({ state: of, page: number })}
      problem={problem}
    >
      {pictures.length > 0 ? (
        <>
          {state === 'unseen' && (
            <div className="mt-5">
              <AtOnce name="seen" hidden={{ pictureIds: pictures.map(({ id }) => id).join(' '), state }}>
                Approve all on this page
              </AtOnce>
            </div>
          )}
          <ul className="mt-5 border-t border-line">
            {pictures.map((picture) => (
              <Queued key={picture.id} picture={picture} state={state} />
            ))}
          </ul>
        </>
      ) : null}
    </QueuePage>
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
        <Shown title={takenDownAt ? 'Taken down' : 'Live now'} picture={picture.picture} none="No image" />
        {state === 'unseen' && <Shown title="Previous" picture={picture.former} none="No previous image" />}
      </div>
      {altText && <p className="mt-3 text-muted wrap-anywhere">Description: {altText}</p>}
      {reviewReason && <p className="mt-3 whitespace-pre-line text-muted wrap-anywhere">{reviewReason}</p>}
      <div className="mt-4">
        {takenDownAt ? (
          <AtOnce name={`restored ${id}`} hidden={{ to: 'restored', pictureId: id, state }} look="quiet">
            Restore
          </AtOnce>
        ) : (
          <>
            <AtOnce name={`seen ${id}`} hidden={{ pictureIds: id, state }} look="quiet">
              Approve
            </AtOnce>
            <WithReason
              name={`taken_down ${id}`}
              hidden={{ to: 'taken_down', pictureId: id, state }}
              summary="Take down"
              label="Reason, shown to the partner"
            >
              Take down this image
            </WithReason>
          </>
        )}
      </div>
    </li>
  )
}
