import type { Audience } from './measures-values.schema.ts'

/** The audiences whose tables hold for a product of that gender, best first. Children have none: their tables go by age. */
export function audiencesOf(gender: string): Audience[] {
  if (gender === 'women' || gender === 'men') return [gender, 'unisex']
  return ['girls', 'boys', 'kids'].includes(gender) ? [] : ['unisex']
}
