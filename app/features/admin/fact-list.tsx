import type { ReactNode } from 'react'

/** A list of names and values. */
export function FactList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-2xl leading-tight">{title}</h2>
      <dl className="mt-3 divide-y divide-line/60 border-y border-line text-sm">{children}</dl>
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children || <span className="text-muted">Not specified</span>}</dd>
    </div>
  )
}
