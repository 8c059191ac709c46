import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { toast } from '#app/lib/toast.ts'

/** Downloads sales as a CSV file. */
export function ExportLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      onClick={() =>
        toast.set({ tone: 'plain', title: 'Export Started', text: 'Your sales report is being generated...' })
      }
      className="button button-quiet text-sm"
    >
      <Download aria-hidden size={16} /> {children}
    </a>
  )
}
