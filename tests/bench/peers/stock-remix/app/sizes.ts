import type { Count } from './catalogue.server'

const HEADINGS = [
  [/^(X*S|M|X*L|\d+X[SL])$/, 'Letter sizes'],
  [/ women$/, 'Women’s clothes (UK)'],
  [/ men$/, 'Men’s clothes (UK)'],
  [/^\d+[A-Z]$/, 'Jackets (chest and length)'],
  [/^W\d/, 'Waist'],
  [/^L\d/, 'Leg length'],
  [/ women shoes$/, 'Women’s shoes (UK)'],
  [/ men shoes$/, 'Men’s shoes (UK)'],
  [/ kids( shoes)?$|^Age |months$/, 'Kids’ sizes'],
  [/ rings$/, 'Ring sizes'],
  [/./, 'Other sizes'],
] as const

export function groupSizes(sizes: Count[]) {
  const headingOf = (size: string) => HEADINGS.find(([pattern]) => pattern.test(size))?.[1]
  return HEADINGS.map(([, heading]) => ({
    heading,
    options: sizes
      .filter(({ value }) => headingOf(value) === heading)
      .map((size) => ({ ...size, label: size.value.replace(/^UK /, '').replace(/ (women|men|kids|rings).*/, '') }))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
  })).filter(({ options }) => options.length > 0)
}
