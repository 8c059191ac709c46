import { useEffect, useState } from 'react'
import { PlatformCard, type PlatformCardProps } from './platform-card.tsx'
import { CurrencyQuestion } from './currency-question.tsx'
import { ScopesNote, WaysIn } from './store-form-parts.tsx'
import { Field, FormMessage } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'

/** The form that connects a Shopify store. */
export function ShopifyCard(card: PlatformCardProps) {
  return (
    <PlatformCard platform="Shopify" {...card} className="lg:row-span-2">
      <ConnectForm shop={card.before?.shop} />
    </PlatformCard>
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
      <CurrencyQuestion form={form} />
      <p className="mt-4 text-sm text-muted">We encrypt what you enter here and never show it again.</p>
    </Form>
  )
}
