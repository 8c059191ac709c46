import { useNavigate } from '@remix-run/react'
import { Link } from './link.tsx'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { MouseEvent } from 'react'

/**
 * Goes back if the visitor came from one of our pages, and otherwise to `fallback`. Without JavaScript, the link is
 * `fallback`.
 */
export function BackLink({
  fallback,
  label = 'Back',
  isShort = false,
}: {
  fallback: string
  label?: string
  /** Phones show only the arrow. */ isShort?: boolean
}) {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    // React Router numbers its history entries: above 0, an earlier entry is one of our pages.
    if ((window.history.state as { idx?: number } | null)?.idx) {
      event.preventDefault()
      navigate(-1)
    }
  }
  return (
    <Link
      to={fallback}
      onClick={goBack}
      className="inline-flex min-h-11 min-w-9 shrink-0 items-center gap-2 text-sm text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden size={18} /> <span className={isShort ? 'max-sm:sr-only' : ''}>{label}</span>
    </Link>
  )
}
