import { Link } from './link.tsx'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  hint?: ReactNode
  /** The message after saving: 'Profile saved'. */
  saved?: string | undefined
  /** The link that opens the section's form. Works without JavaScript. */
  edit?: { to: string; label: string } | undefined
  children: ReactNode
}

/** A section of the account: its name on the left, its content and actions on the right. */
export function Section({ id, title, hint, saved, edit, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="@container border-t border-line py-8">
      {/* Uses container queries, because dashboards have a sidebar beside this section. */}
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 @2xl:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <div>
          <h2 id={`${id}-title`} className="text-2xl leading-tight">
            {title}
          </h2>
          {hint && <p className="mt-2 text-sm text-pretty text-muted">{hint}</p>}
        </div>
        <div className="min-w-0">
          <Done>{saved}</Done>
          {children}
          {edit && (
            <p className="mt-5">
              <Link to={edit.to} className="button button-quiet">
                {edit.label}
              </Link>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

/** A success message; screen readers announce it. */
function Done({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <p className="mb-5 flex animate-appear items-center gap-2 text-good">
          <Check aria-hidden size={18} className="shrink-0" /> <span>{children}</span>
        </p>
      )}
    </div>
  )
}

/** A list of names and values, stacked; side by side on wide screens. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [string, ReactNode]> }) {
  return (
    <dl className="divide-y divide-line/60">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-1 gap-x-6 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <dt className="text-sm leading-6 text-muted">{name}</dt>
          <dd>{value || <span className="text-muted">Not given</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
