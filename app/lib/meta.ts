import { isRouteErrorResponse } from '@remix-run/react'
import type { MetaDescriptor } from '@remix-run/node'

/** Returns the title, description, canonical URL and link previews. */
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
  /** The URL of the feed of new products on the page. */
  feed?: string
  /**
   * False if the current view should not be indexed. server/site/addresses.ts decides whether the URL is indexed at
   * all.
   */
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

/** Returns the title of a page without data. Says 'not found' only if the status was 404. */
export function missingTitle(error: unknown, notFound: string): string {
  return `${isRouteErrorResponse(error) && error.status === 404 ? notFound : 'Back in a moment'} | WTF`
}
