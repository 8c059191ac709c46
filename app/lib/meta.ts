import type { MetaDescriptor } from '@remix-run/node'

/** Title, description, canonical address and what link previews show. */
export function pageMeta({ title, description, canonical, image, isIndexed = true }: {
  title: string
  description: string
  canonical: string
  image?: string
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
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
