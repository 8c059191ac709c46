import type { Audience } from './measures-values.schema.ts'

/**
 * Returns the audiences with tables for products of that gender, best first. Children have none, because their tables
 * use ages.
 */
export function audiencesOf(gender: string): Audience[] {
  if (gender === 'women' || gender === 'men') return [gender, 'unisex']
  return ['girls', 'boys', 'kids'].includes(gender) ? [] : ['unisex']
}
