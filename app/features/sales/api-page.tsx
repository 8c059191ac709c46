import { Link } from '#app/components/link.tsx'
import { ApiCalls } from './api-calls.tsx'
import {
  cancelExample,
  orderExample,
  postbackExample,
  productExample,
  refundExample,
  salesExample,
  stateExample,
  variantsExample,
} from './api-examples.ts'
import { CopyExample } from '#app/components/copy-example.tsx'
import { DiscountCodes } from './discount-codes.tsx'
import { StoreKeys, type NewKey } from './store-keys.tsx'
import { BackLink } from '#app/components/back-link.tsx'
import { Section } from '#app/components/settings-section.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { MAX_CALLS } from '#server/partner-api/api-calls.schema.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'

interface ApiPageProps {
  siteUrl: string
  currency: string
  keys: RouterOutputs['storeKeys']['list']
  codes: RouterOutputs['discountCodes']['list']
  log: RouterOutputs['partnerApi']['calls']
  /** The key that was just created. Its secret is shown only once. */
  made: NewKey | null
  isOwner: boolean
  isApproved: boolean
}

/** The API page: keys, example calls, signed URLs, discount codes and the log. */
export function ApiPage({ siteUrl, currency, keys, codes, log, made, isOwner, isApproved }: ApiPageProps) {
  const postbackKey = keys.find(({ kind, revokedAt }) => kind === 'postback' && !revokedAt)
  return (
    <>
      <BackLink fallback={dashboardPaths.connectStore()} label="Connect Store" />
      <h1 className="mt-4 text-(length:--text-section) leading-none">API</h1>
      <p className="mt-3 mb-8 max-w-[64ch] text-sm text-muted">
        Your store tells us when an order is paid, refunded or cancelled. When we send you a shopper, the URL contains a
        click ID as <code>wtf_cid</code>. Save it with the cart and send it with the order, so that we can match the
        order to the click. Do not send buyers’ names or addresses.
      </p>
      <div className="max-w-5xl">
        <Section id="keys" title="Keys" hint="Your systems use keys to call our API. Create a key for each system.">
          <StoreKeys keys={keys} made={made} isOwner={isOwner} isApproved={isApproved} siteUrl={siteUrl} />
        </Section>
        <Section
          id="orders"
          title="Send orders"
          hint="Send amounts as decimal strings, such as “24.00”. If you send an order again, it counts once and the latest version applies."
        >
          <CopyExample label="Report a paid order" text={orderExample(siteUrl, currency)} />
          <CopyExample label="Report a partial refund" text={refundExample(siteUrl, currency)} />
          <CopyExample label="Report a cancelled order" text={cancelExample(siteUrl)} />
          <CopyExample label="Look up an order" text={stateExample(siteUrl)} />
          <ul className="mt-5 list-disc space-y-1.5 pl-5 text-sm text-muted">
            <li>
              You owe no commission on VAT. If your prices include it, send each line’s VAT as <code>included_tax</code>
              . Otherwise, you owe commission on the full price.
            </li>
            <li>Up to 100 events in one call: {'{ "events": [...] }'}, at most 256 KB.</li>
            <li>Send one call at a time. Up to four more calls can wait while one is in progress.</li>
            <li>
              Rate limits per minute, across all of your store’s keys: {PARTNER_LIMITS.lines.toLocaleString('en')} order
              and refund lines, {PARTNER_LIMITS.messages.toLocaleString('en')} webhooks,{' '}
              {PARTNER_LIMITS.bytes / 2 ** 20} MB of data and {PARTNER_LIMITS.workMs / 1000} seconds of processing time.
              An event without lines counts as one line. You can send about 50 five-line orders a second for two
              minutes, then about 30 a second. The <code>RateLimit</code> header shows how many lines you have left.
            </li>
            <li>
              If you repeat a call with the same <code>Idempotency-Key</code> within a day, you get the same response.
              We reject a different request with the same key.
            </li>
            <li>
              429 and 503 mean that nothing was recorded. The response says why, and its <code>Retry-After</code> header
              says when to retry. If a call is invalid, <code>errors</code> lists each invalid field.
            </li>
            <li>
              All fields are described in the{' '}
              <a href={paths.openApi()} className="link">
                OpenAPI document
              </a>
              .
            </li>
          </ul>
        </Section>
        <Section
          id="data"
          title="Sales and products"
          hint="Read sales, clicks, invoices and your ledger, and write products. The key needs the matching permissions."
        >
          <CopyExample label="List the latest sales" text={salesExample(siteUrl)} />
          <CopyExample label="Create a product" text={productExample(siteUrl, currency)} />
          <CopyExample label="Set stock and prices" text={variantsExample(siteUrl, currency)} />
          <p className="mt-5 text-sm text-muted">
            The{' '}
            <a href={paths.openApi()} className="link">
              OpenAPI document
            </a>{' '}
            describes all calls. You can read and write {PARTNER_LIMITS.rows.toLocaleString('en')} rows a minute.
          </p>
        </Section>
        <Section id="postback" title="Signed URL" hint="For stores that can only call a URL when an order is paid.">
          <p className="text-sm">
            Sort the parameters by name and join them as name=value with &quot;&amp;&quot;. Sign this text with
            HMAC-SHA256 and the secret of a signed URL key, and add the signature as <code>sig</code>. The URL works for
            a day after its <code>ts</code> (Unix time in seconds). If you call it again, the order still counts once.
          </p>
          <CopyExample
            label="Report a paid order from the command line"
            text={postbackExample(siteUrl, currency, postbackKey?.id ?? 'the-id-of-the-key')}
          />
          <p className="mt-4 text-sm text-muted">
            For a refund, send <code>event=order.refunded</code> with <code>refund_id</code>. For a cancellation, send{' '}
            <code>event=order.cancelled</code>. Send a discount code as <code>discount_code</code>. Send{' '}
            <code>amount</code> without VAT and shipping, because you owe no commission on them.
          </p>
        </Section>
        <Section
          id="codes"
          title="Discount codes"
          hint="Codes that you create for WTF shoppers, so that we can recognise their orders."
        >
          <DiscountCodes {...codes} isOwner={isOwner} />
        </Section>
        <Section id="webhooks" title="Webhooks" hint="Get notified as events happen on WTF.">
          <p className="text-sm">
            Webhooks report sales, invoices, feedback and clicks to your system, so it does not have to poll our API.
          </p>
          <p className="mt-4">
            <Link to={dashboardPaths.webhooks()} className="button button-quiet">
              Manage webhooks
            </Link>
          </p>
        </Section>
        <Section id="files" title="Order files" hint="For past orders, or if your store cannot call our API.">
          <p className="text-sm">You see a preview of each order first. Orders count once we have approved the file.</p>
          <p className="mt-4">
            <Link to={dashboardPaths.orderFiles()} className="button button-quiet">
              Upload an order file
            </Link>
          </p>
        </Section>
        <Section
          id="log"
          title="Recent calls"
          hint={`The last ${MAX_CALLS.toLocaleString('en')} calls that your systems made with a key, and events that we refused after the call.`}
        >
          <ApiCalls {...log} />
        </Section>
      </div>
    </>
  )
}
