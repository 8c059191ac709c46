import type { Lifetime } from '../lifetime.ts'
import type { Item } from './catalogue.ts'
import type { Peer } from './engines.ts'

export async function sphinxSearch(_items: readonly Item[], _lifetime: Lifetime): Promise<Peer | null> {
  return null
}
