import { useState, type ReactNode } from 'react'
import { formatCount } from '#app/lib/format.ts'

export interface Option {
  value: string
  label: string
  count: number
  isSelected?: boolean
}

/** A collapsible section of the filter panel. */
export function Facet({ title, isOpen = true, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="facet">
      <summary className="facet-title">{title}</summary>
      <div role="group" aria-label={title} className="pb-5">
        {children}
      </div>
    </details>
  )
}

export function Count({ of }: { of: number }) {
  return <small>{formatCount(of)}</small>
}

/** Deeper levels are not indented further (filters.css). */
const DEEPEST = 3

/**
 * A checkbox in a list of class `ticks`. Always sets `defaultChecked`, because React leaves an uncontrolled checkbox
 * unchanged.
 */
export function TickOption({ name, option }: { name: string; option: Option }) {
  return (
    <label data-empty={(option.count === 0 && !option.isSelected) || undefined}>
      <input type="checkbox" name={name} value={option.value} defaultChecked={option.isSelected ?? false} />
      {option.label}
      <Count of={option.count} />
    </label>
  )
}

interface TickListProps<T extends Option> {
  name: string
  /** The singular of an option: 'brand'. */
  noun: string
  options: ReadonlyArray<T & { isExtra: boolean; depth?: number }>
  /** True to show the search field before the list is expanded. */
  isSearched?: boolean
  /** Renders a suggestion for a text that matches no option. */
  instead?: (text: string) => ReactNode
}

/**
 * A list of checkboxes. Extra unticked ones are hidden behind 'Show more'. All are in one list, and CSS alone shows and
 * hides them (filters.css, .tick-list), so that none loses the focus when it is ticked.
 */
export function TickList<T extends Option>({ name, noun, options, isSearched = false, instead }: TickListProps<T>) {
  const [needle, setNeedle] = useState('')
  const wanted = needle.trim().toLowerCase()
  const extra = options.filter(({ isExtra }) => isExtra).length
  return (
    <div className="tick-list group/ticks" data-searched={wanted !== '' || undefined}>
      {extra > 0 && (
        <input
          type="search"
          className={`field needs-script mb-2 w-full text-[0.875rem] ${isSearched ? '' : 'hidden group-has-[details[open]]/ticks:block'}`}
          aria-label={`Find a ${noun}`}
          placeholder={`Find a ${noun}`}
          maxLength={100}
          value={needle}
          onChange={(event) => setNeedle(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ul className="ticks">
        {options.map((option) => (
          <li
            key={option.value}
            hidden={wanted !== '' && !option.label.toLowerCase().includes(wanted)}
            className={classOf(option)}
          >
            <TickOption name={name} option={option} />
          </li>
        ))}
      </ul>
      <p className="text-[0.875rem] text-muted" role="status">
        {wanted !== '' && !options.some(({ label }) => label.toLowerCase().includes(wanted)) && (
          <>
            No {noun} matches &ldquo;{needle.trim()}&rdquo;. {instead?.(needle.trim())}
          </>
        )}
      </p>
      {extra > 0 && (
        <details className="ask group/more">
          <summary className="link inline-flex min-h-11 items-center text-[0.875rem] text-muted hover:text-text">
            <span className="group-open/more:hidden">Show {extra} more</span>
            <span className="hidden group-open/more:inline">Show fewer</span>
          </summary>
        </details>
      )}
    </div>
  )
}

function classOf({ depth, isExtra }: { depth?: number; isExtra: boolean }): string | undefined {
  const deep = depth ? `deep-${Math.min(depth, DEEPEST)}` : ''
  return [deep, isExtra ? 'extra' : ''].filter(Boolean).join(' ') || undefined
}

/** Marks all but the first `shown` options as extra. */
export function withExtras<T extends Option>(options: readonly T[], shown: number): Array<T & { isExtra: boolean }> {
  return options.map((option, index) => ({ ...option, isExtra: index >= shown }))
}
