import type { DemoImage, DemoPartner, GarmentKind, View } from '../demo.types.ts'
import { lightnessOf, type Colour } from './colours.ts'
import type { ClothChoice, LineProfile } from './line-profile.ts'
import type { Random } from './random.ts'

/** The minimum difference in lightness between a garment and its background, and between a pattern and its fabric. */
const CLEAR_OF_GROUND = 0.2
const CLEAR_OF_CLOTH = 0.16

const groundsByColour = new Map<string, readonly string[]>()

/** Returns the partner's backgrounds that contrast with the colour, or the best one if none does. */
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

/** Returns a second colour that differs from all colours of the garment. */
export function pickAccent(accents: readonly Colour[], colours: readonly Colour[], random: Random): Colour {
  const others = accents.filter((accent) => colours.every((colour) => colour.name !== accent.name))
  const clear = others.filter((accent) =>
    colours.every((colour) => Math.abs(colour.lightness - accent.lightness) >= CLEAR_OF_CLOTH),
  )
  if (clear.length > 0) return random.pick(clear)
  return random.pick(others.length > 0 ? others : accents)
}

/**
 * The possible views of a second picture, which must show something new: the back if it differs, the garment on a dress
 * form if its size matters most, otherwise a close-up.
 */
const TELLING: Partial<Record<GarmentKind, readonly [View, ...View[]]>> = {
  dress: ['form', 'detail'],
  'maxi-dress': ['form', 'detail'],
  coat: ['form', 'detail'],
  trench: ['back', 'form', 'detail'],
  jacket: ['detail', 'form'],
  puffer: ['form', 'detail'],
  blazer: ['detail', 'form'],
  shirt: ['detail', 'form'],
  knit: ['detail', 'form'],
  jumpsuit: ['form', 'detail'],
  hoodie: ['back', 'detail'],
  jeans: ['back'],
  shorts: ['back', 'detail'],
  'lingerie-set': ['back', 'detail'],
  backpack: ['back'],
  ring: ['back', 'detail'],
  necklace: ['back'],
  earrings: ['back'],
  bracelet: ['back', 'detail'],
  watch: ['detail', 'back'],
  sunglasses: ['back', 'detail'],
  belt: ['back', 'detail'],
}
const CLOSE_UP: readonly [View] = ['detail']

/** The number of further pictures of a colour after the second, by weight. */
const MORE_OF_ONE_COLOUR: readonly (readonly [number, number])[] = [
  [0, 16],
  [1, 58],
  [2, 26],
]

function viewsFor(kind: GarmentKind, colourCount: number, random: Random): readonly (readonly View[])[] {
  const second = random.pick(TELLING[kind] ?? CLOSE_UP)
  const rest = (['back', 'detail', 'styled'] as const).filter((view) => view !== second)
  if (colourCount === 1) return [['front', second, ...rest.slice(0, random.weighted(MORE_OF_ONE_COLOUR))]]
  if (colourCount > 2) return [['front', second], ['front'], ['front']]
  return random.pick([
    [
      ['front', second],
      ['front', 'back'],
    ],
    [['front', second], ['front']],
    [['front', second, ...rest.slice(0, 1)], ['front']],
  ])
}

const SIDE_VIEWED = new Set(['heel', 'boot', 'flat', 'trainer', 'run-shoe', 'bag', 'clutch'])

function viewText(profile: LineProfile, view: View): string {
  if (view === 'front') return ''
  if (view === 'detail') return `, close-up of the ${profile.garment.closeUp}`
  if (view === 'form') return ', on a dress form with its length and width'
  if (view === 'styled') return ', styled with a second piece'
  return SIDE_VIEWED.has(profile.group) ? ', seen from the other side' : ', back view'
}

/** The product details that its pictures depend on. */
export interface Pictured {
  profile: LineProfile
  cloth: ClothChoice
  name: string
  colours: readonly Colour[]
  accent: Colour
  variant: number
}

/** Returns two to four pictures: the front in each colour, and other views of the first. */
export function picturesOf({ profile, cloth, name, colours, accent, variant }: Pictured, random: Random): DemoImage[] {
  const views = viewsFor(profile.line.kind, colours.length, random)
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
