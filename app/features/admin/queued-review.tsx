import { Link } from '#app/components/link.tsx'
import BadgeCheck from 'lucide-react/icons/badge-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { ExactTime } from '#app/components/exact-time.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { StarRow } from '#app/components/star-row.tsx'
import { fitWords } from '#server/feedback/reviews-values.schema.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Flag } from './flag.tsx'
import { JudgeReview, type QueuePlace, type Review } from './judge-review.tsx'
import { WriterFacts } from './writer-facts.tsx'

/** A review with its product, images and warning signs, and the forms to decide about it. */
export function QueuedReview({ review, place }: { review: Review; place: QueuePlace }) {
  const { product, partner, pictures } = review
  const name = product.name.trim() || 'Unnamed Product'
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-6 border-b border-line py-7 md:grid-cols-[7rem_minmax(0,1fr)] md:gap-x-7 xl:grid-cols-[7rem_minmax(0,1fr)_19rem]">
      <div className="aspect-4/5 self-start overflow-hidden rounded-sm bg-surface">
        {product.picture ? (
          <Picture
            picture={product.picture}
            alt=""
            sizes="7rem"
            maxWidth={320}
            className="h-full w-full object-cover"
          />
        ) : (
          <PicturePlaceholder name={name} className="h-full w-full [&_span]:text-2xl" />
        )}
      </div>
      <article className="min-w-0 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
          {product.isListed ? (
            <Link to={paths.product(product.id)} className="link text-text wrap-anywhere">
              {name}
            </Link>
          ) : (
            <span className="wrap-anywhere">
              <span className="text-text">{name}</span>, not listed
            </span>
          )}
          <Link to={adminPaths.adminPartner(partner.id)} className="link wrap-anywhere">
            {partner.businessName}
          </Link>
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <StarRow rating={review.rating} />
          {review.verifiedPurchase && (
            <span className="inline-flex items-center gap-1.5 text-good">
              <BadgeCheck aria-hidden size={16} /> Verified purchase
            </span>
          )}
        </div>
        {fitWords(review) && <p className="mt-2 text-muted">{fitWords(review)}</p>}
        {review.title && <h2 className="mt-2 text-2xl leading-tight wrap-anywhere">{review.title}</h2>}
        <p className="mt-2 max-w-[68ch] text-base leading-relaxed whitespace-pre-line wrap-anywhere">
          {review.comment || <span className="text-muted">No text, rating only.</span>}
        </p>
        {pictures.length > 0 && <Pictures pictures={pictures} />}
        {review.formerRating !== null && (
          <section
            aria-label="Previously published version"
            className="mt-4 max-w-[68ch] border-l-2 border-accent pl-4"
          >
            <p className="mb-2 text-muted">Published version before the edit</p>
            <StarRow rating={review.formerRating} />
            {review.formerTitle && <p className="mt-2 font-medium wrap-anywhere">{review.formerTitle}</p>}
            <p className="mt-1 whitespace-pre-line wrap-anywhere">
              {review.formerComment || <span className="text-muted">No text, rating only.</span>}
            </p>
          </section>
        )}
        <div className="mt-4 text-muted">
          <WriterFacts writer={review.writer} />
          <p>
            <ExactTime date={review.createdAt} /> UTC
            {review.editedAt && (
              <>
                , changed <ExactTime date={review.editedAt} />, revision {review.revision}
              </>
            )}
          </p>
          {review.judgedAt && (
            <p className="wrap-anywhere">
              Last reviewed <ExactTime date={review.judgedAt} /> UTC{review.judgeReason && `: ${review.judgeReason}`}
            </p>
          )}
        </div>
        {review.response && (
          <div className="mt-4 max-w-[68ch] border-l border-line pl-4">
            <p className="text-muted wrap-anywhere">{partner.businessName} replied</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{review.response}</p>
          </div>
        )}
      </article>
      <div className="col-span-full min-w-0 text-sm md:col-span-1 md:col-start-2 xl:col-start-3">
        <Flag {...review} businessName={partner.businessName} />
        <Suspicions suspicions={review.suspicions} />
        <JudgeReview review={review} place={place} />
      </div>
    </li>
  )
}

/** Thumbnails that open the full image in a new tab. */
function Pictures({ pictures }: { pictures: Review['pictures'] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label="Review pictures">
      {pictures.map((picture, at) => (
        <li key={picture.name}>
          <a href={paths.image(picture.name, 960, 'jpg')} target="_blank" rel="noopener" className="block">
            <Picture
              picture={picture}
              alt={`Review picture ${at + 1}, opens in a new tab`}
              sizes="6rem"
              maxWidth={320}
              className="size-24 rounded-sm object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Suspicions({ suspicions }: { suspicions: Review['suspicions'] }) {
  if (!suspicions.length) return <p className="text-muted">No warning signs.</p>
  return (
    <ul aria-label="Warning signs" className="space-y-2">
      {suspicions.map(({ kind, detail }) => (
        <li key={`${kind} ${detail}`} className="flex gap-2.5">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">{detail}</span>
        </li>
      ))}
    </ul>
  )
}
