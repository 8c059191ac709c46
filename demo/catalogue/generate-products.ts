import type { DemoProduct, DemoVariant } from '../demo.types.ts'
import type { Colour } from './colours.ts'
import { writeDescription } from './describing.ts'
import { productUrlOf } from './identifiers.ts'
import type { ClothChoice, LineProfile } from './line-profile.ts'
import { givenName, nameProduct } from './naming.ts'
import { fillPhrase } from './phrases.ts'
import { pickAccent, picturesOf } from './pictures.ts'
import { mixSeed, Random } from './random.ts'
import { ROUND, scheduleOf, type Slot } from './schedule.ts'
import { pickColours, variantsOf } from './variants.ts'

const ALL_LOOKS = [0, 1, 2, 3] as const
/** Drawings choose details by the variant modulo four, and finer ones by the full number. */
const LOOK_REPEATS = 3

const PATTERN_TAGS: Readonly<Record<ClothChoice['pattern'], string>> = {
  plain: 'plain',
  stripe: 'striped',
  check: 'checked',
  dot: 'polka dot',
  floral: 'floral',
  knit: 'knitted',
  denim: 'denim',
  leather: 'leather',
  cord: 'corduroy',
}

function tagsOf(profile: LineProfile, cloth: ClothChoice, fit: string, random: Random): string[] {
  const { material, pattern } = cloth
  const tags = [...random.sample(profile.occasions, 2), random.pick(material.seasons), ...material.tags, fit]
  if (pattern !== 'plain') tags.push(PATTERN_TAGS[pattern])
  return [...new Set(tags)]
}

function statusFor(random: Random): DemoProduct['status'] {
  const roll = random.next()
  if (roll < 0.97) return 'active'
  return roll < 0.99 ? 'draft' : 'archived'
}

/**
 * Returns an age in days: many products are new, some are from this year, the rest are older. Archived products are
 * old.
 */
function ageFor(status: DemoProduct['status'], random: Random): number {
  if (status === 'archived') return random.between(240, 540)
  const roll = random.next()
  if (roll < 0.42) return Math.floor(61 * Math.pow(random.next(), 1.3))
  return roll < 0.78 ? random.between(61, 240) : random.between(241, 540)
}

function paletteOf(colours: readonly Colour[], cloth: ClothChoice, accent: Colour): string[] {
  const twoToned =
    cloth.pattern === 'stripe' || cloth.pattern === 'check' || cloth.pattern === 'dot' || cloth.pattern === 'floral'
  return [...colours, ...(twoToned ? [accent] : [])].map((colour) => colour.name)
}

function isFeatured(status: DemoProduct['status'], variants: readonly DemoVariant[], random: Random): boolean {
  return random.chance(0.043) && status === 'active' && variants.some((variant) => variant.stock !== 0)
}

function productAt(seed: number, index: number, slot: Slot): DemoProduct {
  const { profile, lineSeed, rank, perRound } = slot
  const { partner, line } = profile
  const random = new Random(mixSeed(seed, index))
  const ordinal = Math.floor(index / ROUND) * perRound + rank
  const given = givenName(profile, lineSeed, ordinal)
  const lap = Math.floor(ordinal / profile.naming.given.length)
  const gender = random.weighted(profile.genders)
  const cloth = random.pick(profile.cloths)
  const colours = pickColours(profile, cloth.colours, random)
  const accent = pickAccent(profile.accents, colours, random)
  const chosen = random.pick(line.nouns)
  const { noun, looks } = typeof chosen === 'string' ? { noun: chosen, looks: line.more.looks ?? ALL_LOOKS } : chosen
  const look = random.pick(looks)
  const variant = look + ALL_LOOKS.length * random.below(LOOK_REPEATS)
  const naming = nameProduct(profile, cloth, noun, given, random)
  const description = writeDescription({ profile, cloth, naming, colours, accent, look }, random)
  const status = statusFor(random)
  const variants = variantsOf(profile, index, gender, colours, random)
  return {
    key: `${partner.key}-${seed}-${index}`,
    partnerKey: partner.key,
    brand: profile.brand,
    name: naming.name,
    description: description.text,
    categorySlug: line.category,
    tags: tagsOf(profile, cloth, description.fit, random),
    styleTags: random.sample(profile.voice.styleTags, random.between(2, 3)),
    colourPalette: paletteOf(colours, cloth, accent),
    material: fillPhrase(cloth.material.label, random, {}),
    gender,
    targetAudience: profile.voice.audience[gender] ?? 'Anyone',
    isFeatured: isFeatured(status, variants, random),
    status,
    productUrl: productUrlOf(profile, naming.name, lap, index, colours[0] ?? accent, random),
    ageDays: ageFor(status, random),
    variants,
    images: picturesOf({ profile, cloth, name: naming.name, colours, accent, variant }, random),
  }
}

/**
 * Generates products one by one. Each depends only on the seed and its own index, so a short run is the start of a
 * longer one.
 */
export function* generateProducts(options: { seed: number; count: number }): Generator<DemoProduct> {
  const schedule = scheduleOf(options.seed)
  for (let index = 0; index < options.count; index += 1) {
    const slot = schedule[index % ROUND]
    if (!slot) throw new Error(`The round has no place ${index % ROUND}`)
    yield productAt(options.seed, index, slot)
  }
}
