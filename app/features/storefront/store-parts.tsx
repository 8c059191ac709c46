import { ArrowUpRight } from 'lucide-react'
import { Picture } from '#app/components/picture.tsx'
import type { Store } from '#app/lib/api-types.ts'

/** An address as partners write it, with the scheme that they may have left out; null when it is none. */
export function websiteHref(websiteUrl: string | null): string | null {
  const trimmed = (websiteUrl ?? '').trim()
  if (!trimmed) return null
  const href = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(href) ? href : null
}

export function VisitStore({ websiteUrl, label }: { websiteUrl: string | null; label: string }) {
  const href = websiteHref(websiteUrl)
  if (!href) return null
  return <a href={href} target="_blank" rel="sponsored noopener" className="button button-accent">{label} <ArrowUpRight aria-hidden size={18} /></a>
}

export function StoreLogo({ store }: { store: Store }) {
  if (!store.logo) return null
  return <Picture picture={store.logo} alt={`${store.businessName} logo`} sizes="6rem" maxWidth={320} isPriority className="size-20 rounded-full object-cover md:size-24" />
}

export function HeroPicture({ store }: { store: Store }) {
  if (!store.hero) return <div className="absolute inset-0 bg-surface" />
  return <Picture picture={store.hero} alt="" isPriority sizes="100vw" maxWidth={1600} className="absolute inset-0 h-full w-full object-cover object-[78%_40%]" />
}
