import { Link } from '#app/components/link.tsx'
import { paths } from '#app/lib/paths.ts'
import { DocumentPage, WriteTo, type DocumentSection } from './document-page.tsx'

const sectionsFor = (contactEmail: string | null): DocumentSection[] => [
  {
    id: 'who',
    title: 'Who may write',
    body: (
      <>
        <p>
          Whoever is signed in as a shopper and left for the product by our link a day ago or earlier; one review for
          each account and product. The people of a store never review what it sells, and administrators review nothing.
        </p>
        <p>
          A review has one to five stars, a text and up to three pictures. It is plain text: nothing in it is run, and
          characters that hide or reverse text are taken out. You can change or delete it at any time under{' '}
          <Link to={paths.settings('reviews')} className="link">
            Your reviews
          </Link>
          ; what you change is read again before it shows.
        </p>
      </>
    ),
  },
  {
    id: 'what-is-published',
    title: 'What is published',
    body: (
      <>
        <p>
          Only reviews that an admin has approved. Until then a review is hidden and does not count: stars and their
          average come from approved reviews alone. A product without any says &apos;No reviews yet&apos;.
        </p>
        <p>
          We judge good and bad reviews by the same rules. We check whether the text is about the product and
          acceptable, not how many stars it has.
        </p>
      </>
    ),
  },
  {
    id: 'what-is-not',
    title: 'What is not',
    body: (
      <ul>
        <li>What is not about the product: the weather, another store, politics.</li>
        <li>Insults, hate, threats, and what names or shows other people.</li>
        <li>Advertising, links, codes, and reviews that somebody was paid for.</li>
        <li>Addresses, telephone numbers and order numbers.</li>
        <li>The same text twice, and whatever a partner writes about its own products or about a rival&apos;s.</li>
      </ul>
    ),
  },
  {
    id: 'partners',
    title: 'What partners can do',
    body: (
      <p>
        A partner can answer a review, and can flag one for an admin to look at again. No partner can approve, change,
        hide or delete a review, and there is no paying for it. The answer stands below the review, and the review stays
        as it was.
      </p>
    ),
  },
  {
    id: 'names',
    title: 'Your name',
    body: (
      <p>
        A review is signed with your first name and the initial of your last. Your email address is shown to nobody, not
        to the partner either. When you delete your account, the review stays without your name and its pictures are
        deleted.
      </p>
    ),
  },
  {
    id: 'verified',
    title: 'Bought or not',
    body: (
      <p>
        You buy in the brand&apos;s own store, so we often cannot know whether someone has bought what they review. We
        mark a review as a verified purchase only if the store reported a sale of that product after you left for it
        from here, you paid at least half of the price we showed, and nothing was returned. We take the mark away if the
        sale is cancelled or refunded. A review without the mark may be just as true.
      </p>
    ),
  },
  {
    id: 'helpful',
    title: 'What is helpful',
    body: (
      <p>
        Whoever is signed in can say once that a review is helpful, and take it back; nobody can say it of their own
        review, and no store of a review about itself. The votes decide the place among a product&apos;s reviews only
        where you choose &apos;Most helpful&apos;: by themselves reviews stand with the newest first.
      </p>
    ),
  },
  {
    id: 'order',
    title: 'What reviews do to lists',
    body: (
      <p>
        Nothing. Stars show beside a product, but they are not among the things that decide its place:{' '}
        <Link to={paths.ranking()} className="link">
          how we rank
        </Link>{' '}
        lists all that are.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'If you disagree',
    body: (
      <p>
        If yours was not published, you will find the reason under Your reviews. To ask about it, or to report one that
        should not have been, <WriteTo contactEmail={contactEmail} />. An admin looks at it again.
      </p>
    ),
  },
]

export function ReviewsPolicyPage({ contactEmail }: { contactEmail: string | null }) {
  return (
    <DocumentPage
      title="Reviews policy"
      updated="23 November 2026"
      sections={sectionsFor(contactEmail)}
      lead="In short: an admin reads every review before it shows, by one measure for praise and blame. Partners may answer and flag; they never change what you wrote."
    />
  )
}
