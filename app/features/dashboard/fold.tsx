import type { ReactNode } from 'react'

/** A collapsed part of a form. */
export function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="border-b border-line/60" open={isOpen || undefined}>
      <summary className="min-h-11 cursor-pointer content-center text-sm">{title}</summary>
      <div className="pt-1 pb-6">{children}</div>
    </details>
  )
}
