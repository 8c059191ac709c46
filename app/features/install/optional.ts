import type { ComponentType } from 'react'

/** A part that the page stands without: where it does not come, offline for one, there is nothing instead of an error. */
export async function optional<P>(part: Promise<{ default: ComponentType<P> } | undefined>): Promise<{ default: ComponentType<P> }> {
  return (await part.catch(() => undefined)) ?? { default: () => null }
}
