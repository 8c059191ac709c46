import { readAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import type { Alike } from './engine.ts'

/** Up to so many tenths of Lab units, or of an outline's numbers, people call two things the same, and alike. */
const COLOUR = { same: 45, near: 100 } as const
const SHAPE = { same: 35, near: 70 } as const

/** In what a product's picture is like what was wanted: 'Nearly the same colours, striped too, the same outline'. */
export function sayAlike({ colour, shape, pattern }: Alike, looksLike: string): string {
  const wanted = readAppearanceText(looksLike)
  const colours = wanted?.colours.length === 1 ? 'colour' : 'colours'
  const said = [
    colour === null
      ? null
      : colour <= COLOUR.same
        ? `nearly the same ${colours}`
        : colour <= COLOUR.near
          ? `${colours} close to it`
          : `other shades`,
    wanted?.pattern && wanted.pattern !== 'plain' && pattern !== null
      ? pattern
        ? `${wanted.pattern} too`
        : `not ${wanted.pattern}`
      : null,
    shape === null
      ? null
      : shape <= SHAPE.same
        ? 'the same outline'
        : shape <= SHAPE.near
          ? 'an outline like it'
          : null,
  ].filter((each) => each !== null)
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
