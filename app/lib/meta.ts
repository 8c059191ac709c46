import { isRouteErrorResponse } from '@remix-run/react'
import type { MetaDescriptor } from '@remix-run/node'

/** Title, description, canonical address and link previews. */
export function pageMeta({
  title,
  description,
  canonical,
  image,
  feed,
  isIndexed = true,
}: {
  title: string
  description: string
  canonical: string
  image?: string
  /** The address of the feed of what is new on the page. */
  feed?: string
  /** False: not what the page shows just now. Whether its address is indexed at all says server/site/addresses.ts. */
  isIndexed?: boolean
}): MetaDescriptor[] {
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: canonical },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: canonical },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    ...(feed
      ? [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title: 'New in', href: feed } as const]
      : []),
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** The title of a page without data. It says 'not found' only if the answer was 404. */
export function missingTitle(error: unknown, notFound: string): string {
  return `${isRouteErrorResponse(error) && error.status === 404 ? notFound : 'Back in a moment'} | WTF`
}
