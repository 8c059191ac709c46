import type { DemoProduct } from '../demo.types.ts'
import type { Random } from './random.ts'

type Gender = DemoProduct['gender']

const numbers = (from: number, to: number, step: number, text: (value: number) => string): readonly string[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => text(from + index * step))

const LETTERS = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const
const MENS_LETTERS = LETTERS.slice(1)
const AGES = ['Age 3-4', 'Age 5-6', 'Age 7-8', 'Age 9-10', 'Age 11-12'] as const

interface SizeSystem {
  women: readonly string[]
  men: readonly string[]
  /** For unisex products; if omitted, women's and men's sizes together. */
  unisex?: readonly string[]
}

const SYSTEMS = {
  uk: {
    women: numbers(6, 18, 2, (size) => `UK ${size}`),
    men: numbers(36, 46, 2, (chest) => `${chest}R`),
    unisex: LETTERS,
  },
  eu: {
    women: numbers(34, 44, 2, (size) => `EU ${size}`),
    men: numbers(46, 56, 2, (size) => `EU ${size}`),
    unisex: LETTERS,
  },
  us: { women: numbers(0, 14, 2, (size) => `US ${size}`), men: MENS_LETTERS, unisex: LETTERS },
  'uk-shirt': { women: numbers(6, 18, 2, (size) => `UK ${size}`), men: MENS_LETTERS, unisex: LETTERS },
  'uk-trousers': { women: numbers(6, 18, 2, (size) => `UK ${size}`), men: numbers(28, 38, 2, (waist) => `W${waist}`) },
  letter: { women: LETTERS.slice(0, 5), men: MENS_LETTERS, unisex: LETTERS },
  waist: {
    women: numbers(24, 33, 1, (waist) => `W${waist}`),
    men: numbers(28, 38, 2, (waist) => `W${waist}`),
    unisex: numbers(28, 38, 2, (waist) => `W${waist}`),
  },
  jeans: {
    women: numbers(25, 33, 1, (waist) => `W${waist}`),
    men: numbers(28, 38, 2, (waist) => `W${waist}`),
    unisex: numbers(28, 36, 2, (waist) => `W${waist}`),
  },
  'eu-shoe': { women: numbers(36, 41, 1, (size) => `EU ${size}`), men: numbers(40, 46, 1, (size) => `EU ${size}`) },
  'uk-shoe': { women: numbers(3, 8, 1, (size) => `UK ${size}`), men: numbers(7, 12, 1, (size) => `UK ${size}`) },
  'us-shoe': { women: numbers(6, 10, 0.5, (size) => `US ${size}`), men: numbers(8, 13, 0.5, (size) => `US ${size}`) },
  ring: { women: ['UK J', 'UK L', 'UK N', 'UK P', 'UK R'], men: ['UK P', 'UK R', 'UK T', 'UK V', 'UK X'] },
  belt: { women: ['70 cm', '75 cm', '80 cm', '85 cm', '90 cm'], men: ['85 cm', '90 cm', '95 cm', '100 cm', '105 cm'] },
  hat: { women: ['S/M', 'L/XL'], men: ['S/M', 'L/XL'] },
  one: { women: ['One size'], men: ['One size'] },
} satisfies Record<string, SizeSystem>

export type SizeKey = keyof typeof SYSTEMS | 'none'

const LENGTHS = { women: ['L28', 'L30', 'L32'], men: ['L30', 'L32', 'L34'] } as const

/** Returns all sizes for the gender, small to large; `[null]` if there are none. */
export function listSizes(key: SizeKey, gender: Gender): readonly (string | null)[] {
  if (key === 'none') return [null]
  if (gender === 'kids' || gender === 'girls' || gender === 'boys') return AGES
  const system: SizeSystem = SYSTEMS[key]
  if (gender === 'unisex') return system.unisex ?? [...new Set([...system.women, ...system.men])]
  return system[gender]
}

/** Returns the sizes that the store lists for one colour: up to `most` neighbours on the scale. */
export function listedSizes(key: SizeKey, gender: Gender, most: number, random: Random): readonly (string | null)[] {
  const scale = listSizes(key, gender)
  const count = Math.min(most, scale.length)
  const start = random.below(scale.length - count + 1)
  const listed = scale.slice(start, start + count)
  if (key !== 'jeans') return listed
  const length = random.pick(gender === 'men' || gender === 'unisex' ? LENGTHS.men : LENGTHS.women)
  return listed.map((waist) => `${waist} ${length}`)
}
