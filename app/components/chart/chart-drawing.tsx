import { Link } from '#app/components/link.tsx'
import { curveLinear, curveStep, line } from 'd3-shape'
import { useId } from 'react'
import type { ChartProps } from './chart.types.ts'
import { gridOf, labelsOf, slotsOf, spreadLabels, type Slot } from './chart-scale.ts'

/**
 * In pixels. Widths are in percent, so that the chart fills its container from the first paint and its text always has
 * the same size.
 */
const TOP = 20
const PLOT = 180
const CHART_HEIGHT = TOP + PLOT + 28
const LABEL_GAP = 15
/** Line styles in series order, like the colours in dashboard.css. They distinguish the series without colour. */
const DASHES = [undefined, '7 4', '2 4', '10 3 2 3']

interface DrawingProps extends ChartProps {
  active: number | null
  onPoint: (index: number) => void
}

/** The drawing of a chart. For screen readers, a table and the text of the active point describe it. */
export function ChartDrawing(props: DrawingProps) {
  const { kind, series, points, before, isUnfinished, formatTick, unit, active, onPoint } = props
  const hatch = useId()
  const grid = gridOf([...points.flatMap(({ values }) => values), ...valuesOf(before)], unit)
  const most = grid.at(-1) || 1
  const yOf = (value: number) => TOP + (1 - Math.max(0, value) / most) * PLOT
  const slots = slotsOf(kind, points.length)
  // Keeps the current period visible even if its value is zero.
  const heightOf = (value: number, index: number) =>
    Math.max(isUnfinished && index === points.length - 1 ? 3 : 0, yOf(0) - yOf(value))
  const labels = labelsOf(points.map(({ tick }) => tick))
  const last = points.length - 1
  // Centred under a narrow bar, the last label would leave the chart.
  const endsAtEdge = kind === 'bars' && points.length > 8
  return (
    <svg aria-hidden width="100%" height={CHART_HEIGHT} className="overflow-visible">
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="5" className="fill-(--chart-1)" />
      </pattern>
      {grid.map((value) => (
        <g key={value}>
          <line
            x1="0"
            x2="100%"
            y1={yOf(value)}
            y2={yOf(value)}
            className={value === 0 ? 'stroke-muted' : 'stroke-line'}
          />
          {value > 0 && (
            <text x="0" dx={-10} y={yOf(value) + 4} textAnchor="end" className="chart-text">
              {formatTick(value)}
            </text>
          )}
        </g>
      ))}
      {points.map(({ tick }, index) => (
        <text
          key={index}
          {...(endsAtEdge && index === last
            ? { x: '100%', textAnchor: 'end' }
            : { x: `${slots[index]?.middle}%`, textAnchor: 'middle' })}
          y={CHART_HEIGHT - 6}
          className={`chart-text ${labels[index] === 'wide' ? 'chart-wide' : ''} ${index === active ? 'fill-text' : ''}`}
        >
          {labels[index] ? tick : ''}
        </text>
      ))}
      {kind === 'bars' &&
        points.map(({ values: [value = 0] }, index) => (
          <rect
            key={index}
            x={`${slots[index]?.left}%`}
            width={`${slots[index]?.width}%`}
            y={yOf(0) - heightOf(value, index)}
            height={heightOf(value, index)}
            data-active={index === active || undefined}
            className={`chart-bar ${active !== null && index !== active ? 'opacity-55' : ''}`}
            {...(isUnfinished && index === last && { style: { fill: `url(#${hatch})` }, 'data-unfinished': true })}
          />
        ))}
      {before && (
        <Line
          values={valuesOf(before)}
          slots={slots}
          yOf={yOf}
          className="chart-before"
          isThin
          isStepped={kind === 'bars'}
        />
      )}
      {kind === 'lines' &&
        series.map(({ name }, index) => (
          <SeriesLine
            key={name}
            place={index}
            values={points.map(({ values }) => values[index] ?? 0)}
            slots={slots}
            yOf={yOf}
            isUnfinished={isUnfinished}
          />
        ))}
      {active !== null && (
        <line
          x1={`${slots[active]?.middle}%`}
          x2={`${slots[active]?.middle}%`}
          y1={TOP}
          y2={yOf(0)}
          className="stroke-muted"
          strokeDasharray="2 3"
        />
      )}
      {kind === 'lines' &&
        series.map(({ name }, index) => {
          const at = active ?? last
          return (
            <circle
              key={name}
              cx={`${slots[at]?.middle}%`}
              cy={yOf(points[at]?.values[index] ?? 0)}
              r={4}
              style={{
                stroke: `var(--chart-${index + 1})`,
                fill: at === last && isUnfinished ? 'var(--ink)' : `var(--chart-${index + 1})`,
              }}
              strokeWidth={2}
            />
          )
        })}
      {kind === 'lines' && <EndLabels {...props} yOf={yOf} />}
      {points.map(({ href }, index) => (
        <Hit key={index} slot={slots[index]} href={href} onEnter={() => onPoint(index)} />
      ))}
    </svg>
  )
}

const valuesOf = (before: ChartProps['before']): number[] => before?.points.map(({ value }) => value) ?? []

interface LineProps {
  values: readonly number[]
  slots: readonly Slot[]
  yOf: (value: number) => number
  className?: string
  colour?: string
  dash?: string | undefined
  isThin?: boolean
  /** Draws each value as wide as its bar, in steps. */
  isStepped?: boolean
}

/** Drawn 100 units wide and stretched to its container; the stroke width is not stretched. */
function Line({ values, slots, yOf, className, colour, dash, isThin, isStepped }: LineProps) {
  const path = line<number>()
    .x((_, index) => slots[index]?.middle ?? 0)
    .y(yOf)
    .curve(isStepped ? curveStep : curveLinear)([...values])
  return (
    <svg
      width="100%"
      height={CHART_HEIGHT}
      viewBox={`0 0 100 ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      className="overflow-visible"
    >
      <path
        d={path ?? ''}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth={isThin ? 1.25 : 2.25}
        strokeLinejoin="round"
        strokeDasharray={dash}
        className={className}
        {...(colour && { style: { stroke: colour } })}
      />
    </svg>
  )
}

/** A series. The last step is dotted while its period is unfinished. */
function SeriesLine({
  place,
  values,
  slots,
  yOf,
  isUnfinished,
}: Pick<LineProps, 'values' | 'slots' | 'yOf'> & { place: number; isUnfinished: boolean }) {
  const colour = `var(--chart-${place + 1})`
  const known = isUnfinished ? values.slice(0, -1) : values
  return (
    <>
      <Line values={known} slots={slots} yOf={yOf} colour={colour} dash={DASHES[place]} />
      {isUnfinished && <Line values={values.slice(-2)} slots={slots.slice(-2)} yOf={yOf} colour={colour} dash="2 3" />}
    </>
  )
}

/** Each line's name stands at its end. */
function EndLabels({ series, points, before, yOf }: DrawingProps & { yOf: (value: number) => number }) {
  const ends = [
    ...series.map(({ name }, index) => ({
      name,
      value: points.at(-1)?.values[index] ?? 0,
      colour: `var(--chart-${index + 1})`,
    })),
    ...(before ? [{ name: 'Previous', value: valuesOf(before).at(-1) ?? 0, colour: 'var(--text-muted)' }] : []),
  ]
  const places = spreadLabels(
    ends.map(({ value }) => yOf(value)),
    TOP + PLOT,
    LABEL_GAP,
  )
  return ends.map(({ name, colour }, index) => (
    <text
      key={name}
      x="100%"
      dx={10}
      y={(places[index] ?? 0) + 4}
      style={{ fill: colour }}
      className="chart-text chart-end"
    >
      {name}
    </text>
  ))
}

/** The clickable area of a point, over the full height of the chart. */
function Hit({ slot, href, onEnter }: { slot: Slot | undefined; href: string | undefined; onEnter: () => void }) {
  if (!slot) return null
  const area = (
    <rect
      x={`${slot.left}%`}
      width={`${slot.width}%`}
      y={0}
      height={CHART_HEIGHT}
      fill="transparent"
      onPointerEnter={onEnter}
    />
  )
  return href ? (
    <Link to={href} tabIndex={-1} prefetch="none">
      {area}
    </Link>
  ) : (
    area
  )
}
