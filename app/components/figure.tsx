import { Link } from './link.tsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Info from 'lucide-react/icons/info'
import { useId, type ReactNode } from 'react'
import { Tooltip } from '#app/components/tooltip.tsx'

interface FigureProps {
  label: string
  value: string
  /** The full value, if `value` is shortened. */
  exact?: string
  /**
   * Percentage change from the previous period; null if that was zero, shown as '-'. Omit it if there is no previous
   * period.
   */
  change?: number | null
  /** Explains what is counted and how. */
  formula: string
  /** Link to the details. */
  to?: string
  /** A second figure in words. */
  children?: ReactNode
}

/** A dashboard's main figures, up to four. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-6 border-y border-line py-5 lg:grid-cols-4 lg:divide-x lg:divide-line lg:[&>*:not(:first-child)]:pl-6">
      {children}
    </dl>
  )
}

/** A figure with its label, value and change. Hovering or focusing it shows the formula. */
export function Figure({ label, value, exact, change, formula, to, children }: FigureProps) {
  const id = useId()
  const shown = (
    <>
      <span aria-hidden={exact ? true : undefined} title={exact}>
        {value}
      </span>
      {exact && <span className="sr-only">{exact}</span>}
    </>
  )
  return (
    <div className="relative min-w-0">
      <dt className="flex items-center gap-1 text-sm text-muted">
        {label}
        <Tooltip text={formula} id={id} isLong>
          <button
            type="button"
            aria-label={`About ${label}`}
            aria-describedby={id}
            className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
          >
            <Info aria-hidden size={14} />
          </button>
        </Tooltip>
      </dt>
      <dd className="mt-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-[clamp(1.5rem,2.4vw,2.25rem)] leading-tight tabular-nums wrap-anywhere">
            {to ? (
              <Link to={to} preventScrollReset className="hover:underline">
                {shown}
              </Link>
            ) : (
              shown
            )}
          </span>
          {change !== undefined && <Change percent={change} />}
        </span>
        {children && <span className="mt-1 block text-sm text-muted">{children}</span>}
      </dd>
    </div>
  )
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null)
    return (
      <span className="text-sm text-muted" title="No earlier figure to compare with">
        <span aria-hidden>-</span>
        <span className="sr-only">nothing to compare with</span>
      </span>
    )
  const Arrow = percent < 0 ? ArrowDown : ArrowUp
  return (
    <span
      className={`inline-flex items-center gap-0.5 text-sm tabular-nums ${percent === 0 ? 'text-muted' : percent < 0 ? 'text-sale' : 'text-good'}`}
    >
      {percent !== 0 && <Arrow aria-hidden size={14} />}
      <span className="sr-only">{percent < 0 ? 'down ' : percent > 0 ? 'up ' : ''}</span>
      {Math.abs(percent)}%
    </span>
  )
}
