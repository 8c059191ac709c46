import { Link, useNavigate } from '@remix-run/react'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'

/** Back to where the visitor came from within the shop, else to `fallback`, which is also where it leads without JavaScript. */
export function BackLink({ fallback, label = 'Back', isShort = false }: { fallback: string; label?: string; /** On phones the arrow alone is seen. */ isShort?: boolean }) {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    // React Router numbers its entries: above 0 there is a page of ours behind this one.
    if ((window.history.state as { idx?: number } | null)?.idx) {
      event.preventDefault()
      navigate(-1)
    }
  }
  return (
    <Link to={fallback} onClick={goBack} className="inline-flex min-h-11 min-w-9 shrink-0 items-center gap-2 text-sm text-muted hover:text-text">
      <ArrowLeft aria-hidden size={18} /> <span className={isShort ? 'max-sm:sr-only' : ''}>{label}</span>
    </Link>
  )
}
