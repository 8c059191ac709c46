// node scripts/run.ts ../tests/bench/relevance/write-judged.ts SEED FILE: regenerates the judged queries. Each comes
// from a product of the demo, so at least one product matches fully. The words are common ones, independent of our
// lexicon.
import fs from 'node:fs'
import { stringify } from 'yaml'
import { generateProducts } from '#demo/catalogue/generate-products.ts'
import { PARTNERS } from '#demo/catalogue/partners.ts'
import { Random } from '#demo/catalogue/random.ts'
import { DEMO_PRODUCTS, DEMO_SEED } from '#demo/seed-demo.ts'
import type { DemoProduct } from '#demo/demo.types.ts'
import { parseColours, familyOf } from '#server/search/attributes/colours.ts'
import { parseMaterials } from '#server/search/attributes/materials.ts'
import { withTypo } from './draw-queries.ts'
import { cutsOfTexts } from './judge-cuts.ts'
import { KIND_WORDS, COLOUR_WORDS, CUT_WORDS, LANGUAGES, MATERIAL_WORDS, type Language } from './judged-words.ts'
import type { Judged } from './judged.ts'

const COUNT = 280
const [seed = '38', file = 'server/search/golden/drawn.yaml'] = process.argv.slice(2)
const random = new Random(Number(seed))
const products = [...generateProducts({ seed: DEMO_SEED, count: DEMO_PRODUCTS })].filter(
  ({ status }) => status === 'active',
)

const CURRENCIES = new Map(PARTNERS.map(({ key, currency }) => [key, currency]))

interface Drawn {
  currency: 'USD' | 'GBP' | 'EUR'
  product: DemoProduct
  kind: string
  slugs: string[]
  colour: string | undefined
  material: string | undefined
  cut: string | undefined
}

const coloursOf = (product: DemoProduct): string[] =>
  parseColours({
    names: product.variants.map(({ colourName }) => colourName ?? ''),
    hexes: [],
    palettes: [],
    title: product.name,
  }).filter((colour) => familyOf(colour) === colour && COLOUR_WORDS[colour] !== undefined)

/** Returns the attributes of a product that a query can use; null if nobody would name its kind. */
function draw(language: Language): Drawn | null {
  const product = random.pick(products)
  const kinds = KIND_WORDS.filter(({ slugs, say }) => slugs.includes(product.categorySlug) && say[language].length > 0)
  if (!kinds.length) return null
  const kind = random.pick(kinds)
  const colours = coloursOf(product)
  const materials = parseMaterials([product.material]).filter((material) => MATERIAL_WORDS[material] !== undefined)
  const cuts = cutsOfTexts({ name: product.name, category: '', description: '' }).filter((cut) => CUT_WORDS[cut])
  return {
    product,
    currency: CURRENCIES.get(product.partnerKey) ?? 'USD',
    kind: random.pick(kind.say[language]),
    slugs: [...kind.slugs],
    colour: colours.length ? random.pick(colours) : undefined,
    material: materials.length ? random.pick(materials) : undefined,
    cut: cuts.length ? random.pick(cuts) : undefined,
  }
}

type Shape = (drawn: Drawn, language: Language) => Judged | null

const word = (
  table: Readonly<Record<string, Readonly<Record<Language, readonly string[]>>>>,
  key: string | undefined,
  language: Language,
) => (key === undefined || !table[key]?.[language].length ? null : random.pick(table[key][language]))
const people = (product: DemoProduct) =>
  ({ women: 'women', girls: 'kids', boys: 'kids', kids: 'kids', men: 'men', unisex: null })[product.gender] as
    'women' | 'men' | 'kids' | null
const base = ({ slugs, product }: Drawn): Pick<Judged, 'kinds'> & Partial<Judged> => ({
  kinds: slugs,
  // People who look for children's clothes mention it.
  ...(people(product) === 'kids' && { audience: 'kids' as const }),
})

const SHAPES: Readonly<Record<string, Shape>> = {
  attributes: (drawn, language) => {
    const [colour, material] = [
      word(COLOUR_WORDS, drawn.colour, language),
      word(MATERIAL_WORDS, drawn.material, language),
    ]
    if (!colour || people(drawn.product) === 'kids') return null
    const q =
      material && random.chance(0.6)
        ? LANGUAGES[language].both(colour, material, drawn.kind)
        : LANGUAGES[language].colour(colour, drawn.kind)
    return {
      q,
      ...base(drawn),
      colours: [drawn.colour as string],
      ...(material && q.includes(material) && { materials: [drawn.material as string] }),
    }
  },
  cut: (drawn, language) => {
    const cut = word(CUT_WORDS, drawn.cut, language)
    if (!cut || people(drawn.product) === 'kids') return null
    const colour = random.chance(0.4) ? word(COLOUR_WORDS, drawn.colour, language) : null
    const q = LANGUAGES[language].cut(cut, drawn.kind)
    return {
      q: colour ? `${q} ${colour}` : q,
      ...base(drawn),
      cuts: [drawn.cut as string],
      ...(colour && { colours: [drawn.colour as string] }),
    }
  },
  brand: (drawn) =>
    people(drawn.product) === 'kids'
      ? null
      : { q: `${drawn.product.brand.toLowerCase()} ${drawn.kind}`, ...base(drawn), brand: drawn.product.brand },
  audience: (drawn, language) => {
    const audience = people(drawn.product)
    if (!audience) return null
    const colour = word(COLOUR_WORDS, drawn.colour, language)
    const who = LANGUAGES[language][audience]
    const q =
      colour && random.chance(0.6) ? `${who} ${LANGUAGES[language].colour(colour, drawn.kind)}` : `${who} ${drawn.kind}`
    return { q, ...base(drawn), audience, ...(colour && q.includes(colour) && { colours: [drawn.colour as string] }) }
  },
  size: (drawn, language) => {
    const size = random.pick(
      drawn.product.variants
        .filter(({ stock }) => (stock ?? 0) > 0)
        .flatMap(({ size }) => (size && /^(?:UK|EU) \d+$|^W\d+ L\d+$|^[SML]$|^XL$/.test(size) ? [size] : []))
        .concat(''),
    )
    if (size === '' || people(drawn.product) === 'kids') return null
    const audience = people(drawn.product)
    const who = audience && random.chance(0.5) ? `${LANGUAGES[language][audience]} ` : ''
    const pair = /^W(\d+) L(\d+)$/.exec(size)
    const number = /^(?:UK|EU) (\d+)$/.exec(size)?.[1]
    const q = pair
      ? `${who}${drawn.kind} ${random.pick([`${pair[1]} ${pair[2]}`, `W${pair[1]} L${pair[2]}`, `${pair[1]}/${pair[2]}`])}`
      : `${who}${drawn.kind} ${number && size.startsWith('UK') && language === 'en' && random.chance(0.5) ? LANGUAGES[language].size(number) : LANGUAGES[language].size(size)}`
    return { q, ...base(drawn), sizes: [size], ...(who && audience && { audience }) }
  },
  budget: (drawn, language) => {
    if (people(drawn.product) === 'kids') return null
    const price = Math.min(...drawn.product.variants.map(({ priceMinor }) => priceMinor)) / 100
    const most = Math.ceil((price * 1.1) / 10) * 10
    const { currency } = drawn
    const colour = random.chance(0.5) ? word(COLOUR_WORDS, drawn.colour, language) : null
    const thing = colour ? LANGUAGES[language].colour(colour, drawn.kind) : drawn.kind
    return {
      q: `${thing} ${LANGUAGES[language].under(most, currency)}`,
      ...base(drawn),
      max: most,
      currency,
      ...(colour && { colours: [drawn.colour as string] }),
    }
  },
  negation: (drawn, language) => {
    if (people(drawn.product) === 'kids') return null
    // Attributes of other products of the same kind.
    const others = products.filter(({ categorySlug }) => drawn.slugs.includes(categorySlug))
    const neighbour = random.pick(others)
    const colours = new Set(coloursOf(drawn.product))
    const other = coloursOf(neighbour).find((colour) => !colours.has(colour))
    const ownMaterials = new Set(parseMaterials([drawn.product.material]))
    const material = parseMaterials([neighbour.material]).find((key) => MATERIAL_WORDS[key] && !ownMaterials.has(key))
    const isMaterial = material !== undefined && random.chance(0.5)
    if (!isMaterial && other === undefined) return null
    const unwanted = isMaterial ? word(MATERIAL_WORDS, material, language) : word(COLOUR_WORDS, other, language)
    if (!unwanted) return null
    return {
      q: `${drawn.kind} ${LANGUAGES[language].not(unwanted, isMaterial)}`,
      ...base(drawn),
      not: isMaterial ? { materials: [material] } : { colours: [other as string] },
    }
  },
  sentence: (drawn) => {
    const { product } = drawn
    if (people(product) === 'kids') return null
    const price = Math.min(...product.variants.map(({ priceMinor }) => priceMinor)) / 100
    const most = Math.ceil((price * 1.15) / 10) * 10
    const colour = word(COLOUR_WORDS, drawn.colour, 'en')
    const material = word(MATERIAL_WORDS, drawn.material, 'en')
    const cut = word(CUT_WORDS, drawn.cut, 'en')
    const audience = people(product)
    const things = [colour, material, cut].filter((text) => text !== null && random.chance(0.75))
    const forWhom =
      audience === null
        ? ''
        : random.pick([
            '',
            ` for ${{ women: random.pick(['my wife', 'my sister', 'a woman']), men: random.pick(['my husband', 'my dad', 'a man']), kids: 'my son' }[audience]}`,
          ])
    const asked = random.pick(["I'm looking for a", 'I need a', 'show me a', 'find me a nice', 'do you have a'])
    const q = `${asked} ${[...things, drawn.kind].join(' ')}${forWhom} ${LANGUAGES.en.under(most, drawn.currency)}`
    return {
      q,
      ...base(drawn),
      ...(colour && things.includes(colour) && { colours: [drawn.colour as string] }),
      ...(material && things.includes(material) && { materials: [drawn.material as string] }),
      ...(cut && things.includes(cut) && { cuts: [drawn.cut as string] }),
      ...(forWhom && audience && { audience }),
      max: most,
      currency: drawn.currency,
    }
  },
}

const written = fs.readFileSync(new URL('../../../server/search/golden/written.yaml', import.meta.url), 'utf8')
const drawn = new Map<string, Judged>()
const shapes = Object.entries(SHAPES)
for (let tries = 0; drawn.size < COUNT && tries < COUNT * 200; tries++) {
  const [name, shape] = shapes[drawn.size % shapes.length] as [string, Shape]
  const language =
    name === 'sentence' || name === 'brand' ? 'en' : random.pick(['en', 'en', 'en', 'de', 'fr', 'es', 'it'] as const)
  const about = draw(language)
  const query = about && shape(about, language)
  if (!query) continue
  // A quarter of the queries have a typo in a longer word.
  const words = query.q.split(' ')
  const long = words.flatMap((text, at) => (/^\p{Ll}{5,}$/u.test(text) ? at : []))
  if (drawn.size % 4 === 3 && long.length) {
    const at = random.pick(long)
    query.q = words.with(at, withTypo(words[at] as string, random)).join(' ')
    query.hasTypo = true
  }
  if (written.includes(query.q)) continue
  drawn.set(query.q, { ...query, shape: name, language })
}
fs.writeFileSync(
  file,
  `# Drawn by tests/bench/relevance/write-judged.ts with seed ${seed}. What the fields mean: README.md.\n${[...drawn.values()].map((query) => `- ${stringify(query, { collectionStyle: 'flow', lineWidth: 0 }).trim()}\n`).join('')}`,
)
console.log(`${drawn.size} queries`)
