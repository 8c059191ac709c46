import type { Colour } from './colours.ts'
import type { ClothChoice, LineProfile } from './line-profile.ts'
import { LOOKS } from './looks.ts'
import type { Naming } from './naming.ts'
import { capitalised, fillPhrase, type Slots } from './phrases.ts'
import type { Random } from './random.ts'
import { COMMON_LEADS } from './voices.ts'
import { WEARING } from './wearing.ts'

type Part = 'lead' | 'detail' | 'fact' | 'fit' | 'wear' | 'closer'

/** The parts of a description in order, and the weight of each plan. */
const PLANS: readonly (readonly [readonly Part[], number])[] = [
  [['lead', 'detail', 'fact'], 5],
  [['lead', 'fact', 'fit'], 3],
  [['lead', 'detail', 'fit', 'wear'], 4],
  [['fact', 'detail', 'closer'], 1],
  [['lead', 'detail', 'wear'], 4],
  [['lead', 'fact', 'closer'], 3],
  [['lead', 'detail', 'detail', 'closer'], 3],
  [['detail', 'fact', 'wear'], 1],
  [['lead', 'detail'], 2],
  [['lead', 'fact', 'detail', 'closer'], 3],
]

const PATTERN_SENTENCES: Readonly<Record<string, readonly string[]>> = {
  stripe: [
    'The stripe is {accent}, {6|8|10|14} mm wide.',
    'Stripes in {accent} meet at the seams.',
    'It takes its stripe in {accent}.',
    'The {accent} stripes are part of the cloth and not printed on it.',
  ],
  check: [
    'The check is drawn in {accent}.',
    'A check in {accent} is matched at the seams.',
    'The check is woven in, with {accent} as the second yarn.',
  ],
  dot: [
    'The spots are {accent}, {4|6|8} mm across.',
    'Spots in {accent} are set a little irregularly, as if by hand.',
    'The spot is {accent}, and no two rows quite agree.',
  ],
  floral: [
    'The flowers are drawn in {accent}, loosely, with a brush.',
    'The print scatters {accent} flowers, none of them a rose.',
    'Its flowers, in {accent}, were painted first on paper at full size.',
  ],
}

/** Returns whether a sentence fits the fabric, since metals and denim already name their colour. */
function fits(lead: string, cloth: ClothChoice): boolean {
  return !(cloth.material.colours && lead.includes('{colour} {cloth}'))
}

function leadFor(profile: LineProfile, cloth: ClothChoice, random: Random): string {
  const hasOwnLeads = profile.leads.length > 0 && random.chance(0.78)
  const choices = hasOwnLeads ? profile.leads : COMMON_LEADS
  const first = random.pick(choices)
  return fits(first, cloth) ? first : (COMMON_LEADS[0] ?? first)
}

export interface Description {
  text: string
  /** The tag of the product's fit. */
  fit: string
}

/** The facts that a description needs about a product. */
export interface Described {
  profile: LineProfile
  cloth: ClothChoice
  naming: Naming
  colours: readonly Colour[]
  accent: Colour
  /** The drawing's construction, 0 to 3. */
  look: number
}

/** Returns two to four sentences about a product, in its brand's voice. */
export function writeDescription(
  { profile, cloth, naming, colours, accent, look }: Described,
  random: Random,
): Description {
  const { plural } = profile.garment
  const slots: Slots = {
    given: naming.given,
    piece: naming.piece,
    Piece: capitalised(naming.piece),
    cloth: cloth.material.cloth,
    first: colours[0]?.name ?? '',
    colour: colours.map((colour) => colour.name).join(' or '),
    accent: accent.name,
    brand: profile.brand,
    it: plural ? 'they' : 'it',
    is: plural ? 'are' : 'is',
    goes: plural ? 'go' : 'goes',
    itself: plural ? 'themselves' : 'itself',
  }
  const wearing = WEARING[profile.group]
  const [fitTag, fitSentence] = random.pick(profile.fits)
  const details = random.sample(profile.details, 2)
  const shown = LOOKS[profile.line.kind]?.[look] ?? []
  if (shown.length > 0 && random.chance(0.6)) details.push(random.pick(shown))
  const sentences: string[] = []
  for (const part of random.weighted(PLANS)) {
    if (part === 'lead') sentences.push(leadFor(profile, cloth, random))
    else if (part === 'detail') sentences.push(details.pop() ?? random.pick(profile.details))
    else if (part === 'fact') sentences.push(random.pick(cloth.material.facts))
    else if (part === 'fit') sentences.push(fitSentence)
    else if (part === 'wear') sentences.push(random.pick(wearing.wear))
    else if (profile.closers.length > 0) sentences.push(random.pick(profile.closers))
  }
  const ofPattern = PATTERN_SENTENCES[cloth.pattern]
  if (ofPattern && random.chance(0.75)) sentences.splice(1, sentences.length > 3 ? 1 : 0, random.pick(ofPattern))
  const text = sentences.map((sentence) => fillPhrase(sentence, random, slots)).join(' ')
  return { text: profile.naming.letters === 'lower' ? text.toLowerCase() : text, fit: fitTag }
}
