const links = (column: Element | null | undefined) => [...(column?.querySelectorAll<HTMLElement>('a') ?? [])]

/**
 * Handles the arrow keys, Home and End in a menu of columns (elements with data-column). Up and down move within a
 * column, right moves to the next column, and left moves back to the last focused item.
 * @returns whether the key was handled
 */
export function moveFocus(root: HTMLElement, key: string): boolean {
  const focused = document.activeElement
  const columns = [...root.querySelectorAll('[data-column]')]
  const at = columns.findIndex((column) => column.contains(focused))
  const column = links(columns[at])
  const place = column.findIndex((link) => link === focused)
  if (place < 0) return false
  const next = {
    ArrowDown: () => column[(place + 1) % column.length],
    ArrowUp: () => column[(place - 1 + column.length) % column.length],
    Home: () => column[0],
    End: () => column.at(-1),
    ArrowRight: () => links(columns[at + 1])[0],
    ArrowLeft: () => columns[at - 1]?.querySelector<HTMLElement>('a[data-active]') ?? links(columns[at - 1])[0],
  }[key]
  if (!next) return false
  next()?.focus()
  return true
}
