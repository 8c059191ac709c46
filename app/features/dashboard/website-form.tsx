import { useState } from 'react'
import { Field, FormMessage, SubmitButton } from '#app/components/field.tsx'
import { usePageForm } from '#app/lib/form.ts'
import { PlatformHint } from '#app/parts/partners/platform-hint.tsx'
import { parseWebsiteDomain } from '#server/partners/platform/website-domain.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Adds a partner's website, or changes the given one. */
export function WebsiteForm({ websiteUrl }: { websiteUrl?: string }) {
  const form = usePageForm('website')
  const [typed, setTyped] = useState('')
  const { Form } = form
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {websiteUrl === undefined
          ? 'Add your website so that shoppers can buy from you. Then verify its domain on this page.'
          : 'After you change it, verify the new domain on this page.'}
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
          defaultValue={websiteUrl}
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

interface WebsiteProps {
  websiteUrl: string
  canConnect: boolean
  isOwner: boolean
}

/** The partner's website and its platform, with the owner's form to change it. */
export function Website({ websiteUrl, canConnect, isOwner }: WebsiteProps) {
  const { isRefused } = usePageForm('website')
  // A store on this machine has no domain to look up.
  const hasDomain = 'domain' in parseWebsiteDomain(websiteUrl)
  return (
    <div className="text-sm">
      <p className="[overflow-wrap:anywhere]">{websiteUrl}</p>
      {hasDomain && <PlatformHint websiteUrl={websiteUrl} next={canConnect ? wayFor : undefined} />}
      {isOwner && (
        <details className="ask mt-3" open={isRefused}>
          <summary className="link inline-flex min-h-11 items-center">Change website</summary>
          <WebsiteForm key={websiteUrl} websiteUrl={websiteUrl} />
        </details>
      )}
    </div>
  )
}

const WAYS = lookup({
  Shopify: { href: '#shopify', text: 'Connect your Shopify store' },
  WooCommerce: { href: '#woocommerce', text: 'Connect your WooCommerce store' },
})

/** Returns the link from a detected platform to its form on this page, or to the options for every store. */
function wayFor(platform: string) {
  const { href, text } = WAYS[platform] ?? { href: '#today', text: 'See the options for every store' }
  return (
    <a href={href} className="link">
      {text}
    </a>
  )
}
