import type { ReactNode } from 'react'
import { CopyExample } from '#app/components/copy-example.tsx'
import { Link } from '#app/components/link.tsx'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import {
  CALLS_A_MINUTE,
  KEPT_FEEDS_OF_AN_ADDRESS,
  LIVE_FEEDS_OF_AN_ADDRESS,
  LIVE_FEEDS_TOGETHER,
} from '#server/open-data/limits.values.ts'
import { keepUpExample, merchantExample, searchExample, unchangedExample, wholeExample } from './developer-examples.ts'
import { FactTable, WriteTo } from './document-page.tsx'

interface DevelopersPageProps {
  siteUrl: string
  contactEmail: string | null
  /** Listed now. */
  products: number
}

/** What programs may read of the catalogue, how, how much, and on what terms. */
export function DevelopersPage({ siteUrl, contactEmail, products }: DevelopersPageProps) {
  return (
    <main id="content" className="page pb-24">
      <h1 className="mt-[clamp(3rem,8vw,7rem)] max-w-5xl text-(length:--text-hero) leading-[0.9] tracking-[-0.03em]">
        Take the <em>catalogue</em>
      </h1>
      <p className="mt-10 max-w-[56ch] text-xl leading-relaxed">
        Everything that people see here, programs may read: {formatCount(products)} products just now, as feeds, as JSON
        and in the pages of products. No key, no account, no cookie, from any origin.
      </p>
      <Part id="what" title="What there is">
        <FactTable
          head={['Address', 'What it gives']}
          rows={[
            [
              <File key="feed" to={paths.productFeed()} />,
              'Every product, a JSON object a line, and what changes since.',
            ],
            [
              <File key="merchant" to={paths.merchantFeed()} />,
              "Google's product data, an item for each variant; of all stores or of one.",
            ],
            [
              <code key="products">/api/v1/products</code>,
              'A page of the products that a search finds, with the filters of our lists.',
            ],
            [<code key="product">/api/v1/products/ID</code>, 'One product, as in the feed.'],
            [<File key="categories" to="/api/v1/categories" />, 'Categories that have products.'],
            [<File key="brands" to="/api/v1/brands" />, 'The 100 brands with most products.'],
            [<code key="suggestions">/api/v1/suggestions</code>, 'Suggestions for a search box.'],
            [
              <File key="document" to={paths.catalogueDocument()} />,
              'All of these as OpenAPI 3.1: parameters, answers, refusals.',
            ],
            [
              <code key="page">/product/ID</code>,
              'Its page carries schema.org data (JSON-LD): offers, brand, reviews.',
            ],
          ]}
        />
      </Part>
      <Part id="everything" title="Everything, and what changes">
        <p>
          Read the whole feed once. It is a file that is written at most every six hours, compressed, with an ETag. Its
          last line has a cursor; asked with it, the feed tells what has changed since: products as they are now, and{' '}
          <code>gone</code> for those that left. It misses nothing, also what was written late. A line may say what you
          know already.
        </p>
        <CopyExample label="Everything, and its last line" text={wholeExample(siteUrl)} />
        <CopyExample label="A program that keeps up" text={keepUpExample(siteUrl)} />
        <ul className="mt-5">
          <li>
            If the last line is not of type <code>end</code>, the answer broke off: read it again.
          </li>
          <li>
            A cursor is good for 36 hours. Older ones, and those after which more than 50,000 products have changed, are
            answered with 410: begin again with the whole feed.
          </li>
          <li>
            Prices come as a text in units, as a whole number of the smallest unit, and with their currency: that of the
            store. Times are UTC.
          </li>
          <li>
            <code>unknown</code> means that the store does not tell its stock. It is not the same as sold out.
          </li>
        </ul>
      </Part>
      <Part id="search" title="Search">
        <p>The API finds what our pages find, in the same order, and says which conditions it left out.</p>
        <CopyExample label="Dresses up to 150 euros" text={searchExample(siteUrl)} />
        <CopyExample label="Only if something has changed" text={unchangedExample(siteUrl)} />
        <p>
          A refusal is JSON too (RFC 9457): <code>detail</code> says what is wrong and what to do, <code>errors</code>{' '}
          names the parameters.
        </p>
      </Part>
      <Part id="google" title="For Google Merchant Center">
        <p>
          Stores find their id in the address of their page here, and in <code>store.id</code> of every product. A
          variant of which the stock is not known and a product without a picture are left out: Google takes neither.
        </p>
        <CopyExample label="One store's products" text={merchantExample(siteUrl)} />
      </Part>
      <Part id="limits" title="Limits">
        <ul>
          <li>
            {CALLS_A_MINUTE} calls a minute from one address, feeds included. <code>RateLimit</code> in every answer
            says how many are left; 429 comes with <code>Retry-After</code>.
          </li>
          <li>
            Of what is written while you read it (changes, one store), {LIVE_FEEDS_OF_AN_ADDRESS} at once from one
            address and {LIVE_FEEDS_TOGETHER} from all. Of whole feeds, {KEPT_FEEDS_OF_AN_ADDRESS} downloads at once
            from one address. If you use more than an address&apos;s share of our time, your download is slower, but
            complete.
          </li>
          <li>Lists end after 200 pages of 50. For everything, use the feed.</li>
          <li>
            Pages are for people and for search engines, which find their way by{' '}
            <a href="/robots.txt" className="link">
              robots.txt
            </a>{' '}
            and the{' '}
            <a href="/sitemap.xml" className="link">
              sitemap
            </a>
            .
          </li>
        </ul>
      </Part>
      <Part id="terms" title="Terms for machines">
        <ul>
          <li>You may keep, search, compare and show these data, also for money, and need not ask.</li>
          <li>
            Name WTF where you show them, and link each product to its page here (<code>url</code>). Do not show them as
            an offer of your own: the store sells.
          </li>
          <li>
            Show a price with the time at which you read it, and not when that is more than 24 hours ago. Take out what
            is gone within a day.
          </li>
          <li>
            Pictures and descriptions belong to the stores and brands. Show them with their product and its link, as
            they are; for anything else, ask the store.
          </li>
          <li>
            No program follows <code>/go</code>: those links count people who leave for a store. Such clicks are
            recognised and earn nothing.
          </li>
          <li>
            There is nothing personal in these data: no reviews by name, nobody&apos;s wishlist, nobody&apos;s clicks.
          </li>
          <li>
            Fields may be added at any time. Within version 1 none is taken away and none changes its meaning. What is
            read here is what stores tell us, without a promise that it is right.
          </li>
          <li>
            Questions, or more than these limits? Please <WriteTo contactEmail={contactEmail} />. The{' '}
            <Link to={paths.terms()} className="link">
              Terms of Service
            </Link>{' '}
            hold too.
          </li>
        </ul>
      </Part>
    </main>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-16 grid gap-x-14 gap-y-5 border-t border-line pt-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <h2 id={id} className="scroll-mt-28 text-3xl leading-none">
        {title}
      </h2>
      <div className="reading max-w-[72ch] min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </section>
  )
}

/** A file is not one of our pages: the browser loads it. */
const File = ({ to }: { to: string }) => (
  <a href={to} className="link">
    <code>{to}</code>
  </a>
)
