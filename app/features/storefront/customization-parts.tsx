import { Link } from '#app/components/link.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'

export type Customization = RouterOutputs['storefront']['customization']

/** Marks a part that the draft changes. */
export function PendingMark() {
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span aria-hidden className="size-1.5 rounded-full bg-accent" /> Not live yet
    </span>
  )
}

/** Opens a part of the page for editing. Works without JavaScript. */
export function EditLink({ edit, label, children }: { edit: string; label: string; children: string }) {
  return (
    <Link
      to={dashboardPaths.storefront({ edit })}
      preventScrollReset
      id={`edit-${edit}`}
      aria-label={`${children} ${label}`}
      className="button button-quiet min-h-9 px-4 text-sm max-md:min-h-11"
    >
      {children}
    </Link>
  )
}
