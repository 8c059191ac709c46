import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { Picture } from '#app/components/picture.tsx'
import type { Partner } from '#app/lib/api-types.ts'

/** Returns a partner's web address with a scheme; null if it is invalid. */
export function websiteHref(websiteUrl: string | null): string | null {
  const trimmed = (websiteUrl ?? '').trim()
  if (!trimmed) return null
  const href = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  return URL.canParse(href) ? href : null
}

export function WebsiteLink({ websiteUrl, label }: { websiteUrl: string | null; label: string }) {
  const href = websiteHref(websiteUrl)
  if (!href) return null
  return (
    <a href={href} target="_blank" rel="sponsored noopener" className="button button-accent">
      {label} <ArrowUpRight aria-hidden size={18} />
    </a>
  )
}

export function PartnerLogo({ partner }: { partner: Partner }) {
  if (!partner.logo) return null
  return (
    <Picture
      picture={partner.logo}
      alt={`${partner.businessName} logo`}
      sizes="4.5rem"
      maxWidth={320}
      isPriority
      className="size-14 shrink-0 rounded-full object-cover md:size-18"
    />
  )
}

export function HeroPicture({ partner }: { partner: Partner }) {
  if (!partner.hero) return null
  return (
    <Picture
      picture={partner.hero}
      alt=""
      isPriority
      sizes="(min-width: 48rem) 60vw, 100vw"
      maxWidth={1600}
      className="partner-hero-picture"
    />
  )
}
