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
          WTF shows fashion of independent brands and helps you find it. You search and browse here, and you buy in the
          brand&apos;s own store. By using the site you accept these terms; if you do not, please do not use it.
        </p>
        <p>Searching, browsing, leaving for a store and having an account cost nothing.</p>
      </>
    ),
  },
  {
    id: 'purchases',
    title: 'Purchases happen elsewhere',
    body: (
      <>
        <p>
          Every purchase happens on an external partner site. The contract is between you and the store; its own terms,
          prices, delivery and returns count, and so do its duties towards you under the law. There is no basket, no
          checkout and no payment here.
        </p>
        <p>
          We show what stores tell us. Prices, sizes and stock may have changed since; what the store shows before you
          pay is what counts. Times of delivery and rules for returns are set by each store.
        </p>
      </>
    ),
  },
  {
    id: 'affiliate',
    title: 'How we earn',
    body: (
      <>
        <p>
          When you follow our link to a store and buy there, the store may pay us a commission. Links to stores carry a
          number by which the store can tell that you came from us. You pay the same price either way.
        </p>
        <p>
          What a sale would earn us plays no part in the order of lists:{' '}
          <Link to={paths.ranking()} className="link">
            how we rank
          </Link>{' '}
          shows everything that does.
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
          You must be 13 or older. The site is not meant for children under 13, and their accounts are deleted when we
          learn of them.
        </li>
        <li>
          Use an address that is yours, and keep your password to yourself. What is done with your account while you are
          signed in counts as yours; if somebody else is in it, change the password and{' '}
          <Link to={paths.support('account')} className="link">
            do this
          </Link>
          .
        </li>
        <li>
          You can delete it at any time, in{' '}
          <Link to={paths.settings('privacy')} className="link">
            your settings
          </Link>
          . It is closed at once and gone after 14 days.
        </li>
        <li>We may close an account that breaks these terms. Where we can, we say so first, and why.</li>
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
          <li>break in, look for a way in without telling us, or use an account that is not yours;</li>
          <li>
            send so many requests that others have to wait, or copy the catalogue by machine other than by{' '}
            <Link to={paths.developers()} className="link">
              what is there for programs
            </Link>
            ;
          </li>
          <li>
            follow links to stores in order to be counted, or have machines follow them: such clicks are recognised and
            earn nothing;
          </li>
          <li>write what is unlawful, hateful, untrue about a person, or advertising.</li>
        </ul>
        <p>
          If you find a weakness, tell us: <WriteTo contactEmail={contactEmail} />. We are grateful, and do not pursue
          who reports one in good faith.
        </p>
      </>
    ),
  },
  {
    id: 'what-you-write',
    title: 'What you write',
    body: (
      <p>
        Reviews and messages stay yours. You allow us to keep them and, of reviews that are published, to show them here
        with your first name and an initial. The{' '}
        <Link to={paths.reviewsPolicy()} className="link">
          reviews policy
        </Link>{' '}
        says what is published and what is not.
      </p>
    ),
  },
  {
    id: 'what-is-ours',
    title: 'What belongs to whom',
    body: (
      <p>
        Names, pictures and texts of products belong to the stores and brands. The site itself, its drawings and its
        code belong to whoever runs it. You may link to any page, and quote with a link.
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
          may refuse a brand, and suspend one that misleads shoppers or does not answer them; we tell it why.
        </p>
        <p>
          A partner pays a commission on the sales that we refer, by the plan that it has accepted; which version, and
          when, is recorded and shown to both sides. A plan that was accepted stays as it was until another one is
          accepted. What a partner shows here has to be its own to sell, and true.
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
          We take care, but the site comes as it is: we cannot promise that it always works, or that what stores tell us
          is right. For what happens in a store, the store answers.
        </p>
        <p>
          To the extent permitted by law, our liability to you is limited to the amount you paid us in the last twelve
          months. Nothing here limits liability that cannot be limited by law, nor rights that you have as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When these terms change, the date above changes with them. What has changed in them is never counted back: for
        what was before, the terms of that time count.
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
      lead="In short: you find things here and buy them in the brand's own store, under the store's terms. We may earn a commission for having shown you the way. An account is free, is for people of 13 years or older, and can be deleted whenever you like."
    />
  )
}
