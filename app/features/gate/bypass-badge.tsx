import { useLocation } from '@remix-run/react'
import X from 'lucide-react/icons/x'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { returnPath } from '#app/lib/return-path.ts'

/** Shows that the bypass cookie is active; the close button removes it. */
export default function BypassBadge() {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={adminPaths.endBypass()} className="bypass-badge">
      <input type="hidden" name="from" value={returnPath({ pathname, search })} />
      <p className="leading-tight">
        <span className="block text-sm font-semibold">Admin Bypass Active</span>
        <span className="block text-xs opacity-85">Using cookie bypass</span>
      </p>
      <button type="submit" aria-label="Remove the bypass" className="icon-button hover:bg-ink/25">
        <X aria-hidden size={18} />
      </button>
    </form>
  )
}
