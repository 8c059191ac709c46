import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { Link } from '#app/components/link.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { usePageForm } from '#app/lib/form.ts'
import { APPROVAL_MINUTES } from '#server/connections/connections.schema.ts'
import { PlatformCard, type PlatformCardProps } from './platform-card.tsx'
import { CurrencyQuestion } from './currency-question.tsx'
import { Fold } from './fold.tsx'
import { Secret } from './store-form-parts.tsx'

/** The action's response to a store URL: the page in the store's admin where its owner approves the connection. */
export interface Approval {
  approval: { shop: string; page: string }
}

/** The form that connects a WooCommerce store. */
export function WooCommerceCard({ websiteUrl, ...card }: PlatformCardProps & { websiteUrl: string | null }) {
  const address = card.before?.shop ?? websiteUrl ?? ''
  return (
    <PlatformCard platform="WooCommerce" {...card}>
      <div className="mt-6 max-w-md">
        <ApproveForm address={address} />
        <KeyForm address={address} />
        <p className="mt-4 text-sm text-muted">We encrypt your key and never show it again.</p>
      </div>
    </PlatformCard>
  )
}

/**
 * Asks for the store's URL, then shows a link to the page in its admin, because browsers block forms that redirect to
 * another website.
 * @param shop the connected store, which stays the same
 */
export function ApproveForm({ address, shop }: { address: string; shop?: string }) {
  const form = usePageForm('approve')
  const found = useActionAnswer<Approval | undefined>()?.approval
  const { Form } = form
  if (found)
    return (
      <div role="status" className="notice text-sm">
        <p>
          Approve WTF in the admin of <strong className="[overflow-wrap:anywhere]">{found.shop}</strong> within{' '}
          {APPROVAL_MINUTES} minutes. Your store will then send you back here.
        </p>
        <p className="mt-4">
          <a href={found.page} className="button button-accent min-h-12 px-7">
            Open your store
          </a>
        </p>
      </div>
    )
  return (
    <Form {...form.props}>
      <input type="hidden" name="form" value="approve" />
      <FormMessage>{form.message}</FormMessage>
      <StoreAddress form={form} address={address} shop={shop} />
      <p className="mt-4 text-sm text-muted">
        Your store asks you to give WTF read and write access. We only read products and orders. WooCommerce requires
        write access to create webhooks, which tell us about changes at once.{' '}
        <Link to={dashboardPaths.help('connect-woocommerce')} className="link">
          How to connect WooCommerce
        </Link>
      </p>
      <SubmitButton form={form} busy="Looking for your store..." className="mt-6 min-h-12 px-7">
        Continue to your store
      </SubmitButton>
    </Form>
  )
}

/** The alternative: a key that the partner has created in the store. */
export function KeyForm({ address, shop }: { address: string; shop?: string }) {
  const form = usePageForm('key')
  const { Form } = form
  return (
    <div className="mt-4 border-t border-line/60">
      <Fold title="Enter a key instead" isOpen={form.isRefused}>
        <Form {...form.props}>
          <input type="hidden" name="form" value="key" />
          <p className="text-sm text-muted">
            In your store’s admin, open WooCommerce &gt; Settings &gt; Advanced &gt; REST API and add a key. If it has
            Read permission only, we check your store every 15 minutes instead of receiving webhooks.
          </p>
          <FormMessage>{form.message}</FormMessage>
          <div className="mt-4 space-y-4">
            <StoreAddress form={form} address={address} shop={shop} />
            <Secret form={form} name="consumerKey" label="Consumer key" placeholder="ck_..." />
            <Secret form={form} name="consumerSecret" label="Consumer secret" placeholder="cs_..." />
          </div>
          <SubmitButton form={form} busy="Connecting..." look="quiet" className="mt-5 px-7">
            Connect with this key
          </SubmitButton>
          <CurrencyQuestion form={form} />
        </Form>
      </Fold>
    </div>
  )
}

interface StoreAddressProps {
  form: ReturnType<typeof usePageForm>
  address: string
  shop: string | undefined
}

function StoreAddress({ form, address, shop }: StoreAddressProps) {
  if (shop !== undefined) return <input type="hidden" name="storeUrl" value={shop} />
  return (
    <Field
      form={form}
      name="storeUrl"
      label="Store address"
      placeholder="https://your-store.example"
      defaultValue={address}
      autoComplete="off"
      inputMode="url"
      spellCheck={false}
      required
    />
  )
}
