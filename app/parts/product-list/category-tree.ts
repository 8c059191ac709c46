interface Node {
  value: string
  parent?: string | null
  isSelected?: boolean
}

export type Placed<T> = T & { depth: number; isExtra: boolean }

/**
 * Flattens the category tree to lines, each below its parent. At most `shown` are visible at first: the chosen ones and
 * their children, then the top level. The others are extra.
 */
export function layOutCategories<T extends Node>(categories: readonly T[], shown: number): Array<Placed<T>> {
  const known = new Map(categories.map((category) => [category.value, category]))
  const parentOf = ({ parent }: T) => (parent ? known.get(parent) : undefined)
  const below = new Map<T | undefined, T[]>()
  for (const category of categories) {
    const parent = parentOf(category)
    below.set(parent, [...(below.get(parent) ?? []), category])
  }
  const lines: Array<T & { depth: number }> = []
  const visit = (parent: T | undefined, depth: number) => {
    for (const category of below.get(parent) ?? []) {
      lines.push({ ...category, depth })
      // Deeper than any shop's tree. Stops at cyclic parents.
      if (depth < 6) visit(category, depth + 1)
    }
  }
  visit(undefined, 0)
  const rank = (line: T & { depth: number }) =>
    line.isSelected || parentOf(line)?.isSelected ? 0 : line.depth === 0 ? 1 : 2
  const first = new Set(
    lines.length <= shown
      ? lines
      : lines
          .filter((line) => rank(line) < 2)
          .toSorted((a, b) => rank(a) - rank(b))
          .slice(0, shown),
  )
  return lines.map((line) => ({ ...line, isExtra: !first.has(line) }))
}
