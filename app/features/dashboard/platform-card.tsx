import type { ReactNode } from 'react'

export interface PlatformCardProps {
  isOwner: boolean
  /** The last connected store, and why it is disconnected. */
  before: { shop: string; statusReason: string } | null
  /** True if the top of the page already says that the store is disconnected. */
  isAnnounced: boolean
}

/** The section that connects a store on a platform. Only the owner sees the children. */
export function PlatformCard({
  platform,
  isOwner,
  before,
  isAnnounced,
  children,
  className = '',
}: PlatformCardProps & { platform: 'Shopify' | 'WooCommerce'; children: ReactNode; className?: string }) {
  const id = platform.toLowerCase()
  return (
    <section aria-labelledby={id} className={`rounded-2xl border border-line p-6 sm:p-8 ${className}`}>
      <h2 id={id} className="text-2xl leading-tight">
        {platform}
      </h2>
      <p className="mt-2 max-w-[56ch] text-sm text-muted">
        We import your products and keep them in sync. Orders are matched to the clicks we sent you.
      </p>
      {before && !isAnnounced && (
        <p className="notice text-sm">
          {before.shop} is no longer connected. {before.statusReason} Its products and sales stay on WTF.
        </p>
      )}
      {isOwner ? children : <p className="mt-5 text-sm text-muted">Only the store owner can connect {platform}.</p>}
    </section>
  )
}
