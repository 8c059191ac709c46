import { useNavigate } from '@remix-run/react'
import { useId, useState, type KeyboardEvent } from 'react'
import { ChartDrawing } from './chart-drawing.tsx'
import { ChartTable } from './chart-table.tsx'
import { comparedAt, readingOf } from './chart-reading.ts'
import type { ChartProps } from './chart.types.ts'

/**
 * A chart rendered on the server. It works without JavaScript, because its data is in a table and points link to their
 * details. It is one tab stop: the arrow keys, Home and End move between points, and Enter follows a point's link.
 */
export function Chart(props: ChartProps) {
  const { label, series, points, before, isUnfinished, empty, isDrawn } = props
  const id = useId()
  const navigate = useNavigate()
  const [active, setActive] = useState<number | null>(null)
  const [reading, setReading] = useState('')
  const last = points.length - 1
  // The new data may have fewer points.
  const at = Math.min(active ?? last, last)
  const isEmpty =
    points.every(({ values }) => values.every((value) => value === 0)) && !before?.points.some(({ value }) => value)
  if (isEmpty) return <EmptyChart label={label} text={empty} />
  if (!isDrawn) return <ChartTable {...props} />
  const step = (event: KeyboardEvent) => {
    const to = steppedTo(event.key, at, last)
    if (to !== null) {
      event.preventDefault()
      setActive(to)
      setReading(readingOf(props, to))
    } else if (event.key === 'Enter' && points[at]?.href) {
      event.preventDefault()
      void navigate(points[at].href)
    }
  }
  const point = points[at]
  const compared = comparedAt(props, at)
  return (
    <div className="chart">
      <p id={id} className="chart-reading">
        <span className="text-muted">
          {point?.name}
          {isUnfinished && at === last && ' (so far)'}
        </span>
        {point?.values.map((value, index) => (
          <span key={series[index]?.name}>
            {series.length > 1 && <span className="text-muted">{series[index]?.name} </span>}
            <span className="font-medium tabular-nums">{series[index]?.format(value)}</span>
          </span>
        ))}
        {compared && (
          <span className="text-muted">
            {props.kind === 'bars' && <span aria-hidden className="chart-key" />}
            {compared.name} <span className="tabular-nums">{compared.value}</span>
          </span>
        )}
      </p>
      <p className="sr-only" aria-live="polite">
        {reading}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the chart handles its own keys */}
      <div
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. Use the arrow keys to move between points${point?.href ? ' and Enter to see the details' : ''}.`}
        aria-describedby={id}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys control the chart
        tabIndex={0}
        onKeyDown={step}
        onPointerLeave={() => setActive(null)}
        onBlur={() => {
          setActive(null)
          setReading('')
        }}
        data-ends={props.kind === 'lines' || undefined}
        className="chart-plot"
      >
        <ChartDrawing {...props} active={active === null ? null : at} onPoint={setActive} />
      </div>
      <details className="chart-details">
        <summary className="link">Show as table</summary>
        <ChartTable {...props} />
      </details>
    </div>
  )
}

function steppedTo(key: string, at: number, last: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

function EmptyChart({ label, text }: { label: string; text: string }) {
  return (
    <div className="chart">
      <div role="img" aria-label={`${label}: ${text}`} className="chart-plot chart-empty">
        <p>{text}</p>
      </div>
    </div>
  )
}
