import type { DemoProduct, GarmentKind, Pattern } from '../demo.types.ts'
import type { ColourName } from './colours.ts'
import type { GarmentGroup } from './garments.ts'
import type { MaterialKey } from './materials.ts'
import type { SizeKey } from './sizes.ts'

export type Gender = DemoProduct['gender']

/** A fabric, and the pattern that it is drawn with. */
export type Cloth = `${Pattern}:${MaterialKey}`

/** A product noun, with `looks` if only some constructions of the drawing match it. */
export type Noun = string | { readonly noun: string; readonly looks: readonly number[] }

/** A noun that fits only these looks of its kind; see `LOOKS`. */
export function drawn(noun: string, ...looks: number[]): Noun {
  return { noun, looks }
}

/** A kind of product that a partner sells. */
export interface Line {
  kind: GarmentKind
  category: string
  /** Its nouns, plural if the kind is. No two lines of a partner share one. */
  nouns: readonly Noun[]
  /** The share of the partner's products, relative to its other lines. */
  share: number
  cloths: readonly Cloth[]
  /** Lowest and highest full price, in the partner's currency. */
  price: readonly [low: number, high: number]
  sizes: SizeKey
  more: LineExtras
}

export interface LineExtras {
  genders?: readonly (readonly [Gender, number])[]
  /** Replaces the partner's colours. */
  colours?: readonly ColourName[]
  /** Replaces the partner's second colours. */
  accents?: readonly ColourName[]
  /** Set if its fit and styling differ from others of its kind. */
  group?: GarmentGroup
  /** Replaces the sentences about the kind. */
  details?: readonly string[]
  occasions?: readonly string[]
  /** The fit tags that suit it; any if omitted. */
  fits?: readonly string[]
  /** Possible constructions of the drawing, unless the noun restricts them; any if omitted. */
  looks?: readonly number[]
  /** The label, if a boutique sells several. */
  brand?: string
}

/** Everything that a partner sells, and its colours. */
export interface Assortment {
  colours: readonly ColourName[]
  accents: readonly ColourName[]
  gender: readonly (readonly [Gender, number])[]
  /** The fit tags that suit the brand; any if omitted. */
  fits?: readonly string[]
  lines: readonly Line[]
}

/** Creates a line of an assortment. */
export function line(
  kind: GarmentKind,
  category: string,
  nouns: readonly Noun[],
  share: number,
  cloths: readonly Cloth[],
  price: readonly [number, number],
  sizes: SizeKey,
  more: LineExtras = {},
): Line {
  return { kind, category, nouns, share, cloths, price, sizes, more }
}

/** The relative shares of genders in a line. */
export const WOMEN = [['women', 1]] as const
export const MEN = [['men', 1]] as const
export const ANYONE = [['unisex', 1]] as const
export const MOSTLY_WOMEN = [
  ['women', 3],
  ['men', 1],
] as const
export const HALF_AND_HALF = [
  ['women', 1],
  ['men', 1],
] as const

/** Colours that several brands share. */
export const DENIM_BLUES: readonly ColourName[] = [
  'raw indigo',
  'rinse indigo',
  'mid indigo',
  'stonewash blue',
  'bleach blue',
  'washed black',
  'ecru',
]
export const STITCHING: readonly ColourName[] = ['ochre', 'tan', 'rust', 'ecru']
export const HIDES: readonly ColourName[] = ['black', 'cognac', 'chestnut', 'tan', 'chocolate', 'oxblood']
export const HARDWARE: readonly ColourName[] = ['gold', 'silver', 'pewter']
