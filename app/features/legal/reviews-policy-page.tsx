import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'
import { DocumentPage, WriteTo, type DocumentSection } from './document-page.tsx'

const sectionsFor = (contactEmail: string | null): DocumentSection[] => [
  {
    id: 'who',
    title: 'Who can write a review',
    body: (
      <>
        <p>
          You can review a product if you are signed in as a shopper and you visited its store through our link at least
          a day ago. You can write one review for each product. A store&apos;s team cannot review the store&apos;s own
          products, and administrators cannot write reviews.
        </p>
        <p>
          A review has one to five stars, text and up to three pictures. The text is plain: we do not run any code in
          it, and we remove characters that hide or reverse text. You can edit or delete it at any time under{' '}
          <Link to={paths.settings('reviews')} className="link">
            Your reviews
          </Link>
          . We check an edited review again before we publish it.
        </p>
      </>
    ),
  },
  {
    id: 'what-is-published',
    title: 'What we publish',
    body: (
      <>
        <p>
          We publish only reviews that an admin has approved. Until then a review is hidden and does not count towards
          the product&apos;s rating. A product without approved reviews says &apos;No reviews yet&apos;.
        </p>
        <p>
          We judge good and bad reviews by the same rules. We check that the text is acceptable and about the product,
          not how many stars it gives.
        </p>
      </>
    ),
  },
  {
    id: 'what-is-not',
    title: 'What we do not publish',
    body: (
      <ul>
        <li>Anything that is not about the product: the weather, another store or politics.</li>
        <li>Insults, hate, threats, or anything that names or shows other people.</li>
        <li>Advertising, links, discount codes or paid reviews.</li>
        <li>Addresses, telephone numbers or order numbers.</li>
        <li>Duplicate reviews, and reviews that a partner writes about its own or a competitor&apos;s products.</li>
      </ul>
    ),
  },
  {
    id: 'partners',
    title: 'What partners can do',
    body: (
      <p>
        A partner can reply to a review, or flag it for an admin to check again. No partner can approve, change, hide or
        delete a review, or pay us to do so. A reply appears below the review and does not change it.
      </p>
    ),
  },
  {
    id: 'names',
    title: 'Your name',
    body: (
      <p>
        We sign your review with your first name and last initial. We never show your email address to anyone, including
        the partner. When you delete your account, the review stays, but we remove your name and delete its pictures.
      </p>
    ),
  },
  {
    id: 'verified',
    title: 'Verified purchases',
    body: (
      <p>
        You buy in the brand&apos;s own store, so we often cannot know whether someone has bought what they review. We
        mark a review as a verified purchase only if the store reported a sale of that product after you visited it from
        WTF, you paid at least half of the price we showed, and nothing was returned. We remove the mark if the sale is
        cancelled or refunded. A review without the mark may be just as true.
      </p>
    ),
  },
  {
    id: 'helpful',
    title: 'Helpful votes',
    body: (
      <p>
        If you are signed in, you can mark a review as helpful once, and undo it. You cannot vote for your own review,
        and stores cannot vote for reviews of their own products. Reviews are sorted from newest to oldest. Votes affect
        the order only when you choose &apos;Most helpful&apos;.
      </p>
    ),
  },
  {
    id: 'order',
    title: 'Reviews and ranking',
    body: (
      <p>
        Reviews do not affect ranking. We show stars next to a product, but they do not decide its place in a list.{' '}
        <Link to={paths.ranking()} className="link">
          How we rank
        </Link>{' '}
        lists everything that does.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'If you disagree',
    body: (
      <p>
        If we did not publish your review, you will find the reason under Your reviews. To challenge the decision, or to
        report a review that should not be published, <WriteTo contactEmail={contactEmail} />. An admin will check it
        again.
      </p>
    ),
  },
]

export function ReviewsPolicyPage({ contactEmail }: { contactEmail: string | null }) {
  return (
    <DocumentPage
      title="Reviews policy"
      updated="27 November 2026"
      sections={sectionsFor(contactEmail)}
      lead="In short: an admin checks every review before we publish it, by the same rules for good and bad reviews. Partners can reply to reviews and flag them, but can never change what you wrote."
    />
  )
}
