import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A drawing in public/drawings. */
  drawing: 'no-results' | 'empty-store' | 'not-found' | 'error'
  title: string
  children: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
}

/** Says why there is nothing here, and what to do next. */
export function EmptyState({ drawing, title, children, action, headingLevel: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center py-16 text-center wrap-anywhere">
      <img src={`/drawings/${drawing}.svg`} alt="" width={640} height={480} className="w-72" />
      <Heading className="mt-6 text-4xl">{title}</Heading>
      <p className="mt-3 text-muted">{children}</p>
      {action && <div className="mt-8">{action}</div>}
    </div>
  )
}
