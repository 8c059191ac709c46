import { useEffect, useState } from 'react'
import { ScopesNote, WaysIn } from './store-form-parts.tsx'
import { Field, FormMessage } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'

interface ShopifyCardProps {
  isOwner: boolean
  /** The store that was connected last, and why it no longer is. */
  before: { shop: string; statusReason: string } | null
  /** The page says at its top that the store is no longer connected. */
  isToldAlready: boolean
}

/** Where a Shopify store is connected. */
export function ShopifyCard({ isOwner, before, isToldAlready }: ShopifyCardProps) {
  return (
    <section aria-labelledby="shopify" className="rounded-2xl border border-line p-6 sm:p-8">
      <h2 id="shopify" className="text-2xl leading-tight">
        Shopify
      </h2>
      <p className="mt-2 max-w-[56ch] text-sm text-muted">
        We import your products and keep them in sync. Orders are matched to the clicks we sent you.
      </p>
      {before && !isToldAlready && (
        <p className="notice text-sm">
          {before.shop} is no longer connected. {before.statusReason} Its products and sales stay on WTF.
        </p>
      )}
      {isOwner ? (
        <ConnectForm shop={before?.shop} />
      ) : (
        <p className="mt-5 text-sm text-muted">Only the store owner can connect Shopify.</p>
      )}
    </section>
  )
}

function ConnectForm({ shop }: { shop: string | undefined }) {
  const form = usePageForm('connect')
  const { Form } = form
  const [isEmpty, setEmpty] = useState(false)
  const look = (element: HTMLFormElement | null) => {
    if (!element) return
    const given = new FormData(element)
    setEmpty(!given.get(given.get('mode') === 'token' ? 'accessToken' : 'clientSecret'))
  }
  const { ref } = form.props
  // Without JavaScript the button is never disabled.
  useEffect(() => look(ref.current), [ref])
  return (
    <Form
      {...form.props}
      onInput={(event) => {
        form.props.onInput(event)
        look(event.currentTarget)
      }}
      className="max-w-md"
    >
      <input type="hidden" name="form" value="connect" />
      <FormMessage>{form.message}</FormMessage>
      <Field
        form={form}
        className="mt-6"
        name="storeUrl"
        label="Store URL"
        placeholder="your-store.myshopify.com"
        defaultValue={shop}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        required
      />
      <WaysIn id="connect" form={form} />
      <ScopesNote />
      <button
        type="submit"
        disabled={form.isBusy || isEmpty}
        className="button button-accent mt-6 min-h-12 px-7 disabled:opacity-60"
      >
        {form.isBusy ? 'Connecting...' : 'Connect Store'}
      </button>
      <p className="mt-4 text-sm text-muted">We encrypt what you enter here and never show it again.</p>
    </Form>
  )
}
