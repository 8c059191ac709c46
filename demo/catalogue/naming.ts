import type { Pattern } from '../demo.types.ts'
import type { ClothChoice, LineProfile } from './line-profile.ts'
import type { MaterialKey } from './materials.ts'
import { capitalised, fillPhrase, withArticle } from './phrases.ts'
import type { Random } from './random.ts'

/** A product's name and how sentences refer to it. */
export interface Naming {
  /** 'Harrow striped trench coat' */
  name: string
  given: string
  /** The product with its article, without its material: 'a striped trench coat'. */
  piece: string
}

/** Words for materials to mention in the name; `always` if omitting the material would mislead. */
const NAME_WORDS: Readonly<Partial<Record<MaterialKey, { word: string; always: boolean }>>> = {
  suede: { word: 'suede', always: true },
  patent: { word: 'patent', always: true },
  tweed: { word: 'tweed', always: true },
  cashmere: { word: 'cashmere', always: true },
  'recycled-cashmere': { word: 'cashmere', always: true },
  'silk-satin': { word: 'silk', always: true },
  satin: { word: 'satin', always: false },
  'boiled-wool': { word: 'boiled-wool', always: false },
  'waxed-cotton': { word: 'waxed', always: true },
  donegal: { word: 'Donegal', always: true },
  shetland: { word: 'Shetland', always: true },
  alpaca: { word: 'alpaca', always: true },
  raffia: { word: 'raffia', always: false },
  seersucker: { word: 'seersucker', always: true },
  'washed-linen': { word: 'linen', always: false },
  'heavy-linen': { word: 'heavy-linen', always: false },
  'wool-flannel': { word: 'flannel', always: false },
  'tropical-wool': { word: 'summer-wool', always: false },
  nappa: { word: 'nappa', always: false },
  'raw-denim': { word: 'raw', always: false },
  lace: { word: 'lace', always: true },
  merino: { word: 'merino', always: false },
  'solid-gold': { word: 'solid', always: false },
}

function patternWord(cloth: ClothChoice, random: Random): string {
  const words: Readonly<Record<Pattern, string>> = {
    plain: '',
    stripe: cloth.key === 'wool-suiting' ? 'pinstripe' : 'striped',
    check: 'checked',
    dot: random.chance(0.5) ? 'polka-dot' : 'spotted',
    floral: 'floral',
    knit: '',
    denim: 'denim',
    leather: '',
    cord: 'corduroy',
  }
  return words[cloth.pattern]
}

const DENIM_ALREADY = /jeans|denim/
const CORD_ALREADY = /cord/

function adjectiveFor(cloth: ClothChoice, noun: string, random: Random): string {
  const word = patternWord(cloth, random)
  if (word === 'denim' && DENIM_ALREADY.test(noun)) return ''
  if (word === 'corduroy' && CORD_ALREADY.test(noun)) return ''
  return word
}

function materialWord(cloth: ClothChoice, noun: string, random: Random): string {
  const entry = NAME_WORDS[cloth.key]
  if (!entry || noun.includes(entry.word)) return ''
  return entry.always || random.chance(0.35) ? entry.word : ''
}

/** Returns the noun without words that repeat the fabric: a 'linen shirt' in washed linen is 'a shirt'. */
function withoutCloth(noun: string, cloth: string): string {
  const said = new Set(cloth.split(/[\s-]/))
  const words = noun.split(' ')
  return words.filter((word, index) => index === words.length - 1 || !said.has(word)).join(' ')
}

function inLetters(name: string, letters: LineProfile['naming']['letters']): string {
  if (letters === 'lower') return name.toLowerCase()
  if (letters === 'title')
    return name.replace(/(^|[\s-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
  return name
}

/** Returns the name of the line's product with the given number. */
export function givenName(profile: LineProfile, lineSeed: number, ordinal: number): string {
  const { given } = profile.naming
  return given[(lineSeed + ordinal) % given.length] ?? ''
}

/** Names a product in its brand's style. */
export function nameProduct(
  profile: LineProfile,
  cloth: ClothChoice,
  noun: string,
  given: string,
  random: Random,
): Naming {
  const pattern = adjectiveFor(cloth, noun, random)
  const material = materialWord(cloth, noun, random)
  const full = [pattern, material, noun].filter((word) => word !== '').join(' ')
  const version = random.chance(0.45) ? ` ${random.between(2, 6)}` : ''
  const number = profile.partner.key === 'stilvejr' ? `0${random.between(1, 9)}` : String(random.between(11, 98))
  const name = inLetters(
    fillPhrase(profile.naming.form, random, { given, noun: full, version, number }),
    profile.naming.letters,
  )
  const plain = withoutCloth([pattern, noun].filter((word) => word !== '').join(' '), cloth.material.cloth)
  const piece = profile.garment.plural ? plain : withArticle(plain)
  return { name: capitalisedUnlessLower(name, profile), given: inLetters(given, profile.naming.letters), piece }
}

function capitalisedUnlessLower(name: string, profile: LineProfile): string {
  return profile.naming.letters === 'lower' ? name : capitalised(name)
}
