import { StateMark } from './state-mark.tsx'

interface UsageBarProps {
  label: string
  used: number
  limit: number
  /** Formats an amount: '1,200', '1.5 GB'. */
  say: (amount: number) => string
}

/** The used part of a limit, in numbers and as a bar. Near the limit it adds a warning in words. */
export function UsageBar({ label, used, limit, say }: UsageBarProps) {
  const share = limit > 0 ? Math.min(1, used / limit) : 1
  const isFull = used >= limit
  const isNear = !isFull && share >= 0.8
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm">
        <span>{label}</span>
        <span className="tabular-nums">
          {say(used)} <span className="text-muted">of {say(limit)}</span>
        </span>
      </p>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(limit, used, 1)}
        aria-valuenow={used}
        aria-valuetext={`${say(used)} of ${say(limit)}`}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={`h-full origin-left rounded-full ${isFull ? 'bg-sale' : 'bg-text'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      {(isFull || isNear) && (
        <p className="mt-1.5 text-xs">
          <StateMark
            name={isFull ? 'Limit reached' : `${Math.floor(share * 100)}% used`}
            colour={isFull ? 'text-sale' : 'text-muted'}
          />
        </p>
      )}
    </div>
  )
}
