import { useState, type KeyboardEvent, type MouseEvent } from 'react'

/** The selected rows: single ones, ranges (Shift), or everything that the filter finds. Also handles the keyboard. */
export interface Selection {
  ids: ReadonlySet<string>
  isWhole: boolean
  toggle: (id: string, event: MouseEvent<HTMLInputElement>) => void
  togglePage: () => void
  takeWhole: () => void
  clear: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** @param rows the page's ids in order @param of identifies the list; another list resets the selection */
export function useSelection(rows: readonly string[], of: string): Selection {
  const [state, setState] = useState({ of, ids: new Set<string>(), isWhole: false, last: null as string | null })
  const isCurrent = state.of === of
  const there = new Set(isCurrent ? rows.filter((id) => state.ids.has(id)) : [])
  const set = (ids: Set<string>, last: string | null, isWhole = false) => setState({ of, ids, last, isWhole })
  const clear = () => set(new Set(), null)
  return {
    ids: there,
    isWhole: isCurrent && state.isWhole,
    clear,
    takeWhole: () => set(new Set(rows), null, true),
    togglePage: () => (there.size === rows.length ? clear() : set(new Set(rows), null)),
    toggle: (id, { shiftKey }) => {
      const from = shiftKey && state.last ? rows.indexOf(state.last) : -1
      const to = rows.indexOf(id)
      const range = from < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      const next = new Set(there)
      for (const each of range) {
        if (there.has(id)) next.delete(each)
        else next.add(each)
      }
      set(next, id)
    },
    onKeyDown: (event) => {
      const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')].filter(
        // Skips hidden checkboxes, because on phones the row has a different one.
        (box) => box.offsetParent !== null,
      )
      const at = boxes.indexOf(event.target as HTMLInputElement)
      if (event.key === 'Escape' && there.size) clear()
      if (at < 0) return
      if (event.key === 'ArrowDown') boxes[at + 1]?.focus()
      else if (event.key === 'ArrowUp') boxes[at - 1]?.focus()
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) set(new Set(rows), null)
      else return
      event.preventDefault()
    },
  }
}
