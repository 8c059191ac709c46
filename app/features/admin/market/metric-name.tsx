import Info from 'lucide-react/icons/info'
import { useId } from 'react'
import { Tooltip } from '#app/components/tooltip.tsx'
import { MARKET_METRICS } from '#server/market/market.values.ts'

export type MetricKey = keyof typeof MARKET_METRICS

/** The name of a figure, with its definition on hover or focus. */
export function MetricName({
  metric,
  name = MARKET_METRICS[metric].name,
  hidesName = false,
}: {
  metric: MetricKey
  name?: string
  /** The name is already next to it. */
  hidesName?: boolean
}) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-1">
      {!hidesName && name}
      <Tooltip text={MARKET_METRICS[metric].formula} id={id} isLong>
        <button
          type="button"
          aria-label={`About ${name}`}
          aria-describedby={id}
          className="grid size-6 place-items-center rounded-full text-muted hover:text-text"
        >
          <Info aria-hidden size={14} />
        </button>
      </Tooltip>
    </span>
  )
}
