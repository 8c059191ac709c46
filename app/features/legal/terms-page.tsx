import { Link } from '#app/components/link.tsx'
import { formatDate } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { DocumentPage, WriteTo, type DocumentSection } from './document-page.tsx'

const sectionsFor = (contactEmail: string | null): DocumentSection[] => [
  {
    id: 'what-this-is',
    title: 'What this is',
    body: (
      <>
        <p>
          WTF lists fashion from independent brands. You search and browse here, and you buy in the brand&apos;s own
          store. By using the site you accept these terms. If you do not accept them, please do not use it.
        </p>
        <p>Searching, browsing, visiting stores and having an account are free.</p>
      </>
    ),
  },
  {
    id: 'purchases',
    title: 'Purchases happen elsewhere',
    body: (
      <>
        <p>
          Every purchase happens on an external partner site. The contract is between you and the store. Its terms,
          prices, delivery and returns apply, and it must meet its legal obligations to you. There is no basket,
          checkout or payment here.
        </p>
        <p>
          We show the information that stores send us. Prices, sizes and stock may have changed since, so the details
          shown in the store before you pay are the ones that count. Each store sets its own delivery times and returns
          policy.
        </p>
      </>
    ),
  },
  {
    id: 'affiliate',
    title: 'How we make money',
    body: (
      <>
        <p>
          When you follow our link to a store and buy there, the store may pay us a commission. Our links contain an ID
          that tells the store you came from us. You pay the same price either way.
        </p>
        <p>
          Commission plays no part in the order of our lists.{' '}
          <Link to={paths.ranking()} className="link">
            How we rank
          </Link>{' '}
          explains everything that does.
        </p>
      </>
    ),
  },
  {
    id: 'accounts',
    title: 'Your account',
    body: (
      <ul>
        <li>
          You must be 13 or older. The site is not meant for children under 13, and we delete their accounts when we
          learn of them.
        </li>
        <li>
          Use your own email address and keep your password to yourself. You are responsible for everything done in your
          account while you are signed in. If someone else has got into your account, change the password and{' '}
          <Link to={paths.support('account')} className="link">
            follow these steps
          </Link>
          .
        </li>
        <li>
          You can delete your account at any time in{' '}
          <Link to={paths.settings('privacy')} className="link">
            your settings
          </Link>
          . We close it at once and delete it after 14 days.
        </li>
        <li>We may close an account that breaks these terms. Where we can, we tell you first and explain why.</li>
      </ul>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <>
        <p>Please do not:</p>
        <ul>
          <li>break in, look for weaknesses without telling us, or use someone else&apos;s account;</li>
          <li>
            send so many requests that the site slows down for others, or copy the catalogue automatically except
            through{' '}
            <Link to={paths.developers()} className="link">
              our feeds and API
            </Link>
            ;
          </li>
          <li>
            follow links to stores only to raise the click count, or have bots follow them: we detect such clicks, and
            they earn nothing;
          </li>
          <li>post advertising, anything unlawful or hateful, or false statements about a person.</li>
        </ul>
        <p>
          To report a security weakness, <WriteTo contactEmail={contactEmail} />. We are grateful for reports and take
          no action against people who make them in good faith.
        </p>
      </>
    ),
  },
  {
    id: 'what-you-write',
    title: 'Your content',
    body: (
      <p>
        Your reviews and messages remain yours. You allow us to store them, and to show published reviews here with your
        first name and an initial. The{' '}
        <Link to={paths.reviewsPolicy()} className="link">
          reviews policy
        </Link>{' '}
        explains what we publish.
      </p>
    ),
  },
  {
    id: 'what-is-ours',
    title: 'Ownership',
    body: (
      <p>
        Product names, pictures and descriptions belong to the stores and brands. The site, its illustrations and its
        code belong to us. You may link to any page, and quote from it with a link.
      </p>
    ),
  },
  {
    id: 'partners',
    title: 'Partners',
    body: (
      <>
        <p>
          Brands join by invitation, or sign up and are reviewed first. Only brands that we have approved are listed. We
          may refuse a brand, and suspend one that misleads shoppers or does not answer them. We tell the brand why.
        </p>
        <p>
          Partners pay a commission on the sales that we refer, under the plan they have accepted. We record which
          version they accepted and when, and show it to both sides. An accepted plan does not change until the partner
          accepts another one. Partners may list only products they have the right to sell, and must describe them
          truthfully.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We take care, but we provide the site as is. We cannot promise that it always works, or that the information
          from stores is correct. Stores are responsible for what happens in their stores.
        </p>
        <p>
          To the extent permitted by law, our liability to you is limited to the amount you paid us in the last twelve
          months. Nothing here limits liability that cannot be limited by law, or your rights as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change these terms, we update the date above. Changes do not apply retroactively. Anything that happened
        before a change is covered by the terms in force at the time.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        To ask about these terms, <WriteTo contactEmail={contactEmail} />.
      </p>
    ),
  },
]

export function TermsPage({ contactEmail }: { contactEmail: string | null }) {
  return (
    <DocumentPage
      title="Terms of Service"
      updated={formatDate(new Date(TERMS_VERSION))}
      sections={sectionsFor(contactEmail)}
      lead="In short: you find things here and buy them in the brand's own store, under the store's terms. We may earn a commission for referring you. Accounts are free, for people aged 13 or older, and can be deleted at any time."
    />
  )
}
