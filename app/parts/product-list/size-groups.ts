const SYSTEMS = /^(UK|EU|US|IT|FR|DE|AU|JP) (.+)$/
const LETTERS = /^(\d?X{0,2}[SL]|M|\d?X?L)(\/(\d?X{0,2}[SL]|M))?$/

export interface SizeGroup<T> {
  name: string
  sizes: Array<T & { short: string }>
}

/** Sizes grouped by system, in their order; `short` is the size without its system's name. */
export function groupSizes<T extends { label: string }>(sizes: readonly T[]): Array<SizeGroup<T>> {
  const groups = new Map<string, SizeGroup<T>>()
  for (const size of sizes) {
    const [, system, rest] = SYSTEMS.exec(size.label) ?? []
    const name = system ?? (LETTERS.test(size.label) ? 'Letter' : /^W\d/.test(size.label) ? 'Waist' : 'Other')
    const group = groups.get(name) ?? { name, sizes: [] }
    group.sizes.push({ ...size, short: rest ?? size.label })
    groups.set(name, group)
  }
  return [...groups.values()]
}
