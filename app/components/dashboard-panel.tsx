import { useId, type ReactNode } from 'react'

interface DashboardPanelProps {
  title: string
  /** A link or a button beside the title. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** A section of a dashboard page: a title over a thin line. */
export function DashboardPanel({ title, aside, children, className = '' }: DashboardPanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <h2 id={id} className="font-sans text-base font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
