import { useState } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { PlatformHint } from '#app/parts/partners/platform-hint.tsx'
import { lookup } from '#server/platform/lookup.schema.ts'

/** For a partner without a website. */
export function WebsiteForm() {
  const form = usePageForm('website')
  const [typed, setTyped] = useState('')
  const { Form } = form
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Add your website so that shoppers can buy from you. Then verify its domain on this page.
      </p>
      <Form {...form.props} className="max-w-md">
        <input type="hidden" name="form" value="website" />
        <FormMessage>{form.message}</FormMessage>
        <Field
          form={form}
          name="websiteUrl"
          label="Website URL"
          type="url"
          autoComplete="url"
          inputMode="url"
          placeholder="https://"
          required
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PlatformHint websiteUrl={form.error('websiteUrl') ? '' : typed} next={wayFor} />
        <SubmitButton form={form} busy="Saving..." look="quiet" className="mt-5 px-7">
          Save website
        </SubmitButton>
      </Form>
    </>
  )
}

/** The partner's website, and its platform. */
export function Website({ websiteUrl, canConnect }: { websiteUrl: string; canConnect: boolean }) {
  return (
    <div className="text-sm">
      <p className="[overflow-wrap:anywhere]">{websiteUrl}</p>
      <PlatformHint websiteUrl={websiteUrl} next={canConnect ? wayFor : undefined} />
    </div>
  )
}

const WAYS = lookup({
  Shopify: { href: '#shopify', text: 'Connect your Shopify store' },
  WooCommerce: { href: '#woocommerce', text: 'Connect your WooCommerce store' },
})

/** Returns the link from a detected platform to its form on this page, or to the options for every store. */
function wayFor(platform: string) {
  const { href, text } = WAYS[platform] ?? { href: '#today', text: 'See what works for every store' }
  return (
    <a href={href} className="link">
      {text}
    </a>
  )
}
