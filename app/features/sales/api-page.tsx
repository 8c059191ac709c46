import { Link } from '#app/components/link.tsx'
import { cancelExample, orderExample, postbackExample, refundExample, stateExample } from './api-examples.ts'
import { CopyExample } from '#app/components/copy-example.tsx'
import { DiscountCodes } from './discount-codes.tsx'
import { StoreKeys, type NewKey } from './store-keys.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'

interface ApiPageProps {
  siteUrl: string
  currency: string
  keys: RouterOutputs['storeKeys']['list']
  codes: RouterOutputs['discountCodes']['list']
  /** Just made: its secret is shown this once. */
  made: NewKey | null
  isOwner: boolean
  isApproved: boolean
}

/** How a store that no other way fits tells us of its orders: keys, calls with examples, signed addresses, codes. */
export function ApiPage({ siteUrl, currency, keys, codes, made, isOwner, isApproved }: ApiPageProps) {
  const postbackKey = keys.find(({ kind, revokedAt }) => kind === 'postback' && !revokedAt)
  return (
    <>
      <BackLink fallback={dashboardPaths.connectStore()} label="Connect Store" />
      <h1 className="mt-4 text-(length:--text-section) leading-none">Conversions API</h1>
      <p className="mt-3 mb-8 max-w-[64ch] text-sm text-muted">
        Your shop tells us of an order when it is paid, refunded or cancelled. With the click that it came from, it
        counts by itself. A click&apos;s id comes to your shop as <code>wtf_cid</code> in the address: keep it with the
        cart. No name and no address of a buyer is ever sent.
      </p>
      <div className="max-w-5xl">
        <Section id="keys" title="Keys" hint="With them your systems call us. Give each system its own.">
          <StoreKeys keys={keys} made={made} isOwner={isOwner} isApproved={isApproved} siteUrl={siteUrl} />
        </Section>
        <Section
          id="orders"
          title="Tell of orders"
          hint="Amounts are texts in units of the currency. The same order may be sent again: it counts once, and the later one is true."
        >
          <CopyExample label="An order was paid" text={orderExample(siteUrl, currency)} />
          <CopyExample label="A part was refunded" text={refundExample(siteUrl, currency)} />
          <CopyExample label="An order was cancelled" text={cancelExample(siteUrl)} />
          <CopyExample label="What we know of an order" text={stateExample(siteUrl)} />
          <ul className="mt-5 list-disc space-y-1.5 pl-5 text-sm text-muted">
            <li>Up to 100 events in one call: {'{ "events": [...] }'}, at most 256 KB.</li>
            <li>Send one call after the other: while one is under way, four may wait.</li>
            <li>
              Your store may send {PARTNER_LIMITS.lines.toLocaleString('en')} lines of orders and refunds a minute with
              all of its keys and signed addresses (an event without lines counts as one), and{' '}
              {PARTNER_LIMITS.messages.toLocaleString('en')} webhooks. Together they may have{' '}
              {PARTNER_LIMITS.bytes / 2 ** 20} MB and use {PARTNER_LIMITS.workMs / 1000} seconds of our processor time a
              minute. That is enough for two minutes of 50 orders a second with 5 lines each, and for about 30 a second
              after that. The header <code>RateLimit</code> says how many lines are left.
            </li>
            <li>
              With an Idempotency-Key the same call gets the same answer for a day; another call with the same key is
              refused.
            </li>
            <li>
              An answer of 429 or 503 means that nothing was recorded. It says why, and in Retry-After when to send the
              same call again. What is wrong with a call stands in <code>errors</code>, field by field.
            </li>
            <li>
              Every field stands in the{' '}
              <a href={paths.openApi()} className="link">
                OpenAPI document
              </a>
              .
            </li>
          </ul>
        </Section>
        <Section
          id="postback"
          title="Signed address"
          hint="For shops that can only call an address when an order is paid."
        >
          <p className="text-sm">
            Sort the parameters by name, join them as name=value with &quot;&amp;&quot;, and sign that text with
            HMAC-SHA256 and the secret of a key for signed addresses. The signature goes along as <code>sig</code>. An
            address counts for a day after its <code>ts</code> (seconds since 1970), however often it is called.
          </p>
          <CopyExample
            label="An order was paid, in a shell"
            text={postbackExample(siteUrl, currency, postbackKey?.id ?? 'the-id-of-the-key')}
          />
          <p className="mt-4 text-sm text-muted">
            A refund is <code>event=order.refunded</code> with <code>refund_id</code>, a cancellation{' '}
            <code>event=order.cancelled</code>. A code that was used is <code>discount_code</code>.
          </p>
        </Section>
        <Section id="codes" title="Discount codes" hint="Codes that you hand out for us, so that an order names us.">
          <DiscountCodes {...codes} isOwner={isOwner} />
        </Section>
        <Section id="files" title="A file instead" hint="For orders of the past, or a shop that cannot call us.">
          <p className="text-sm">You see what would come of each order; it counts once we have approved the file.</p>
          <p className="mt-4">
            <Link to={dashboardPaths.orderFiles()} className="button button-quiet">
              Send a file with orders
            </Link>
          </p>
        </Section>
      </div>
    </>
  )
}
