import { formatCount } from '#app/lib/format.ts'

/** A progress bar; without a total, it is indeterminate. */
export function ProgressBar({
  label,
  done,
  total,
  unit = '',
}: {
  label: string
  done: number
  total: number | null
  unit?: string
}) {
  const share = total ? Math.min(1, done / total) : 0
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(total ? { 'aria-valuenow': Math.round(share * 100) } : {})}
        className="h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className="h-full origin-left rounded-full bg-text transition-transform"
          style={{ transform: `scaleX(${total ? share : 0.15})` }}
        />
      </div>
      <p className="mt-2 text-xs text-muted tabular-nums">
        {unit === '%'
          ? `${done}%`
          : total
            ? `${formatCount(done)} of ${formatCount(total)}`
            : `${formatCount(done)} so far`}
      </p>
    </div>
  )
}
