import type { DemoImage, DemoPartner, View } from '../demo.types.ts'
import { lightnessOf, type Colour } from './colours.ts'
import type { ClothChoice, LineProfile } from './line-profile.ts'
import type { Random } from './random.ts'

/** How far, in lightness, a piece must differ from its background, and a pattern from its cloth. */
const CLEAR_OF_GROUND = 0.2
const CLEAR_OF_CLOTH = 0.16

const groundsByColour = new Map<string, readonly string[]>()

/** The partner's backgrounds that a piece of the colour stands out from; the best one if none does well. */
function groundsFor(partner: DemoPartner, colour: Colour): readonly string[] {
  const key = `${partner.key}/${colour.name}`
  const known = groundsByColour.get(key)
  if (known) return known
  const apart = (ground: string): number => Math.abs(lightnessOf(ground) - colour.lightness)
  const ranked = [...partner.palette.grounds].sort((a, b) => apart(b) - apart(a))
  const clear = ranked.filter((ground) => apart(ground) >= CLEAR_OF_GROUND)
  const grounds = clear.length > 0 ? clear : ranked.slice(0, 1)
  groundsByColour.set(key, grounds)
  return grounds
}

/** A second colour that differs from all colours of the piece. */
export function pickAccent(accents: readonly Colour[], colours: readonly Colour[], random: Random): Colour {
  const others = accents.filter((accent) => colours.every((colour) => colour.name !== accent.name))
  const clear = others.filter((accent) =>
    colours.every((colour) => Math.abs(colour.lightness - accent.lightness) >= CLEAR_OF_CLOTH),
  )
  if (clear.length > 0) return random.pick(clear)
  return random.pick(others.length > 0 ? others : accents)
}

const ONE_COLOUR_VIEWS: readonly (readonly [readonly View[], number])[] = [
  [['front', 'back', 'detail'], 32],
  [['front', 'back', 'detail', 'styled'], 26],
  [['front', 'back'], 16],
  [['front', 'styled', 'detail'], 16],
  [['front', 'styled', 'back'], 10],
]

const TWO_COLOUR_VIEWS: readonly (readonly (readonly View[])[])[] = [
  [
    ['front', 'back'],
    ['front', 'back'],
  ],
  [
    ['front', 'detail'],
    ['front', 'back'],
  ],
  [['front', 'styled'], ['front']],
  [['front', 'back', 'detail'], ['front']],
]

const THREE_COLOUR_VIEWS: readonly (readonly View[])[] = [['front', 'back'], ['front'], ['front']]

function viewsFor(colourCount: number, random: Random): readonly (readonly View[])[] {
  if (colourCount === 1) return [random.weighted(ONE_COLOUR_VIEWS)]
  return colourCount === 2 ? random.pick(TWO_COLOUR_VIEWS) : THREE_COLOUR_VIEWS
}

const SIDE_VIEWED = new Set(['heel', 'boot', 'flat', 'trainer', 'run-shoe', 'bag', 'clutch'])

function viewText(profile: LineProfile, view: View): string {
  if (view === 'front') return ''
  if (view === 'detail') return `, close-up of the ${profile.garment.closeUp}`
  if (view === 'styled') return ', styled with a second piece'
  return SIDE_VIEWED.has(profile.group) ? ', seen from the other side' : ', back view'
}

/** What a product's pictures need to know about it. */
export interface Pictured {
  profile: LineProfile
  cloth: ClothChoice
  name: string
  colours: readonly Colour[]
  accent: Colour
  variant: number
}

/** Two to four pictures: the front of each colour, and other views of the first. */
export function picturesOf({ profile, cloth, name, colours, accent, variant }: Pictured, random: Random): DemoImage[] {
  const views = viewsFor(colours.length, random)
  return colours.flatMap((colour, index) => {
    const ground = random.pick(groundsFor(profile.partner, colour))
    return (views[index] ?? []).map((view) => ({
      spec: {
        kind: profile.line.kind,
        view,
        colour: colour.hex,
        accent: accent.hex,
        pattern: cloth.pattern,
        ground,
        variant,
      },
      alt: `${name} in ${colour.name}${viewText(profile, view)}`,
      colourName: colour.name,
    }))
  })
}
