import type { ReactNode } from 'react'

interface GridProps {
  caption?: string
  head: readonly string[]
  rows: ReadonlyArray<{ key: string; cells: readonly ReactNode[] }>
  /** Shown if there are no rows. */
  none: string
}

/** A table of figures: the first column is text, all others are right-aligned. Wide tables scroll. */
export function Grid({ caption, head, rows, none }: GridProps) {
  if (rows.length === 0)
    return (
      <div className="text-sm">
        {caption && <p>{caption}</p>}
        <p className="py-2 text-muted">{none}</p>
      </div>
    )
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll the table
    <div role="region" aria-label={caption ?? head.join(', ')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        {caption && <caption className="pb-2 text-left">{caption}</caption>}
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {head.map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-normal whitespace-nowrap ${at ? 'pl-5 text-right' : 'text-left'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b border-line align-baseline">
              {cells.map((cell, at) => (
                <td
                  key={head[at]}
                  className={`py-2 ${at ? 'pl-5 text-right whitespace-nowrap tabular-nums' : 'min-w-40 wrap-anywhere'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
