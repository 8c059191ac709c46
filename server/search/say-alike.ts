import { parseAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import type { Alike } from './engine.ts'

/** Up to this distance, in tenths of Lab units or of an outline's numbers, people call two things the same or alike. */
const COLOUR = { same: 45, near: 100 } as const
const SHAPE = { same: 35, near: 70 } as const

/** Says how a product's picture resembles the wanted look: 'Nearly the same colours, striped too, the same outline'. */
export function sayAlike({ colour, shape, pattern }: Alike, looksLike: string): string {
  const wanted = parseAppearanceText(looksLike)
  const colours = wanted?.colours.length === 1 ? 'colour' : 'colours'
  const said = [
    colour === null
      ? null
      : colour <= COLOUR.same
        ? `nearly the same ${colours}`
        : colour <= COLOUR.near
          ? `similar ${colours}`
          : `other shades`,
    wanted?.pattern && wanted.pattern !== 'plain' && pattern !== null
      ? pattern
        ? `${wanted.pattern} too`
        : `not ${wanted.pattern}`
      : null,
    shape === null ? null : shape <= SHAPE.same ? 'the same outline' : shape <= SHAPE.near ? 'a similar outline' : null,
  ].filter((each) => each !== null)
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
