import { QueuePage, type QueueState } from '#app/components/data-table/queue-page.tsx'
import { Link } from '#app/components/link.tsx'
import { ExactTime } from '#app/components/exact-time.tsx'
import { SubmitButton } from '#app/components/field.tsx'
import { Picture } from '#app/components/picture.tsx'
import { TextAreaField } from '#app/components/text-area.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { usePageForm } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { PromotionsQuery } from '#server/storefront/promotions.schema.ts'

type Queue = RouterOutputs['admin']['promotions']
type Promotion = Queue['promotions'][number]

const NONE = { title: 'No promotions', text: 'Promotions with this status appear here.' }
const STATES: Record<PromotionsQuery['review'], QueueState> = {
  pending: {
    name: 'Waiting',
    empty: { title: 'No promotions waiting', text: 'Uploads from partners appear here immediately.' },
  },
  approved: { name: 'Approved', empty: NONE },
  rejected: { name: 'Rejected', empty: NONE },
}

/** Content that partners submit for the home page, waiting first. */
export function AdminPromotionsPage({
  queue: { promotions, counts, page, totalPages },
  query: { review },
  problem,
}: {
  queue: Queue
  query: PromotionsQuery
  problem: string | undefined
}) {
  return (
    <QueuePage
      area="Administration"
      title="Promotions"
      hint="Images and videos for the home page, oldest first. Nothing goes live before it is approved."
      states={STATES}
      state={review}
      counts={counts}
      page={page}
      totalPages={totalPages}
      hrefFor={(of, number) => adminPaths.adminPromotions({ review: of, page: number })}
      problem={problem}
    >
      {promotions.length > 0 ? (
        <ul className="mt-2 border-t border-line">
          {promotions.map((promotion) => (
            <JudgedPromotion key={promotion.id + promotion.fileKey} promotion={promotion} review={review} />
          ))}
        </ul>
      ) : null}
    </QueuePage>
  )
}

/** The partner's content on the home page today. Approved content will take turns with it. */
function Live({ live }: { live: Promotion['live'] }) {
  return (
    <div className="mt-3">
      <p className="mb-2 text-sm text-muted">On the home page today</p>
      {live?.picture ? (
        <Picture
          picture={live.picture}
          sizes="10rem"
          maxWidth={320}
          className="aspect-[4/3] w-40 rounded-sm object-contain"
        />
      ) : live?.video?.src ? (
        <video
          src={live.video.src}
          controls
          muted
          preload="metadata"
          aria-label={`On the home page today: ${live.altText}`}
          className="aspect-[4/3] w-40 rounded-sm object-contain"
        />
      ) : (
        <p className="text-sm">Nothing from this partner is live.</p>
      )}
    </div>
  )
}

function JudgedPromotion({ promotion, review }: { promotion: Promotion; review: PromotionsQuery['review'] }) {
  const { picture, video, altText, fileName, partner, createdAt, reason, state } = promotion
  return (
    <li className="grid gap-x-6 gap-y-4 border-b border-line py-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
      <div>
        <div className="aspect-[4/3] overflow-hidden rounded-sm bg-surface">
          {picture && <Picture picture={picture} sizes="20rem" className="h-full w-full object-contain" />}
          {video?.src && (
            <video
              src={video.src}
              controls
              muted
              preload="metadata"
              aria-label={altText}
              className="h-full w-full object-contain"
            />
          )}
          {video && !video.src && (
            <p className="grid h-full place-items-center p-4 text-center text-sm text-muted">
              Browsers cannot play this video, so we never show it.
            </p>
          )}
        </div>
        <Live live={promotion.live} />
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-base">
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        </p>
        <p className="mt-1 wrap-anywhere">{altText}</p>
        <p className="mt-1 text-muted wrap-anywhere">
          {fileName && `${fileName}, `}
          <ExactTime date={createdAt} /> UTC
          {state === 'off' && ', turned off by the partner'}
          {partner.verificationStatus !== 'approved' && `, partner ${partner.verificationStatus}`}
        </p>
        {reason && <p className="mt-1 text-muted wrap-anywhere">{reason}</p>}
        {review !== 'approved' && <Approve promotion={promotion} review={review} />}
        {review !== 'rejected' && <Reject promotion={promotion} review={review} />}
      </div>
    </li>
  )
}

function Approve({ promotion, review }: { promotion: Promotion; review: string }) {
  const form = usePageForm(`approved ${promotion.id}`)
  const { Form } = form
  return (
    <Form {...form.props} className="mt-4">
      <About promotion={promotion} review={review} to="approved" />
      <SubmitButton form={form} busy="Approving..." className="">
        Approve
      </SubmitButton>
    </Form>
  )
}

function Reject({ promotion, review }: { promotion: Promotion; review: string }) {
  const form = usePageForm(`rejected ${promotion.id}`)
  const { Form } = form
  return (
    <details className="ask mt-1" open={form.isRefused}>
      <summary className="link inline-flex min-h-11 items-center text-sm">Reject</summary>
      <Form {...form.props} className="grid gap-3 pt-1">
        <About promotion={promotion} review={review} to="rejected" />
        <TextAreaField form={form} name="reason" label="Reason, shown to the partner" required rows={3} />
        <SubmitButton
          form={form}
          busy="One moment..."
          look="quiet"
          className="border-sale text-sale sm:justify-self-start"
        >
          Reject this promotion
        </SubmitButton>
      </Form>
    </details>
  )
}

function About({ promotion: { id, fileKey }, review, to }: { promotion: Promotion; review: string; to: string }) {
  return (
    <>
      <input type="hidden" name="form" value={`${to} ${id}`} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="promotionId" value={id} />
      <input type="hidden" name="fileKey" value={fileKey} />
      <input type="hidden" name="review" value={review} />
    </>
  )
}
