import { Link } from '#app/components/link.tsx'
import { comparedAt } from './chart-reading.ts'
import type { ChartProps } from './chart.types.ts'

export function ChartTable(props: ChartProps) {
  const { label, series, points, before, isUnfinished } = props
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas need keyboard access
    <div className="chart-table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {before && <th scope="col">{before.name.charAt(0).toUpperCase() + before.name.slice(1)}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ name, href, values }, index) => (
            <tr key={name}>
              <th scope="row">
                {href ? (
                  <Link to={href} className="hover:underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
                {isUnfinished && index === points.length - 1 && <span className="text-muted"> (so far)</span>}
              </th>
              {values.map((value, at) => (
                <td key={series[at]?.name}>{series[at]?.format(value)}</td>
              ))}
              {before && <td className="text-muted">{comparedAt(props, index)?.value ?? '-'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
