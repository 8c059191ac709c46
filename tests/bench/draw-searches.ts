import type pg from 'pg'
import superjson from 'superjson'
import type { z } from 'zod'
import { Random } from '#demo/catalogue/random.ts'
import { parseWords } from '#server/search/parse-words.ts'
import { SORTS, type searchProductsInput } from '#server/search/search.schema.ts'

const SAMPLED = 3_000
const MAX_TRIES = 30
const TYPO_MIN_LETTERS = 6
/** Minimum and maximum letters of a prefix for suggestions. */
const PREFIX_LETTERS = [2, 8] as const
const SMALL_WORDS = new Set(['and', 'the', 'with', 'for', 'from'])

type Input = z.input<typeof searchProductsInput>

/** The searchable parts of a listed product. */
interface Sample {
  name: string
  brand: string
  brandSlug: string
  /** The slugs of its category and the categories above. `categoryNames` has their names in the same order. */
  categories: string[]
  categoryNames: string[]
  sizes: string[]
  colours: string[]
  materials: string[]
  gender: string
  /** USD cents. */
  price: number
}

export interface DrawnSearch {
  /** The number of filters besides the text. */
  depth: number
  hasText: boolean
  input: Input
  path: string
}

export interface DrawnPrefix {
  text: string
  path: string
}

export const pathOf = (procedure: string, input: object) =>
  `/trpc/search.${procedure}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`

/**
 * Draws shoppers' searches from a catalogue's listed products. The same catalogue and seed give the same searches, with
 * as few repeats as possible.
 */
export class SearchDrawer {
  readonly #products: Sample[]
  readonly #random: Random
  readonly #drawn = new Set<string>()
  /** The number of repeated searches, because no new one was found. */
  repeats = 0

  private constructor(products: Sample[], seed: number) {
    this.#products = products
    this.#random = new Random(seed)
  }

  static async from(pool: pg.Pool, seed: number): Promise<SearchDrawer> {
    const { rows } = await pool.query<Sample>(`
      WITH chosen AS (
        SELECT p.* FROM products p JOIN partners s ON s.id = p.partner_id WHERE p.status = 'active' AND s.verification_status = 'approved' ORDER BY md5(p.id::text) LIMIT ${SAMPLED}
      )
      SELECT p.name, b.name AS brand, b.slug AS "brandSlug", p.sizes, p.colours, p.materials, p.gender, p.price_base_minor AS price,
        array_remove(ARRAY[c.slug, above.slug, top.slug], NULL) AS categories, array_remove(ARRAY[c.name, above.name, top.name], NULL) AS "categoryNames"
      FROM chosen p JOIN brands b ON b.id = p.brand_id
        LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN categories above ON above.id = c.parent_id LEFT JOIN categories top ON top.id = above.parent_id
      ORDER BY md5(p.id::text)`)
    if (!rows.length) throw new Error('The catalogue has no listed products.')
    return new SearchDrawer(rows, seed)
  }

  /** @param hasTypos whether some words are unfinished or have a typo */
  searches(count: number, { hasTypos }: { hasTypos: boolean }): DrawnSearch[] {
    return Array.from({ length: count }, () => this.#fresh((tries) => this.#search(hasTypos, tries)))
  }

  /** Draws prefixes of words. Some follow a complete word. @param hasTypos whether every fifth has a typo */
  prefixes(count: number, { hasTypos }: { hasTypos: boolean }): DrawnPrefix[] {
    return Array.from({ length: count }, () => this.#fresh(() => this.#prefix(hasTypos)))
  }

  #fresh<Drawn extends { path: string }>(draw: (tries: number) => Drawn): Drawn {
    for (let tries = 0; ; tries++) {
      const drawn = draw(tries)
      const isNew = !this.#drawn.has(drawn.path)
      if (!isNew && tries < MAX_TRIES) continue
      if (!isNew) this.repeats++
      this.#drawn.add(drawn.path)
      return drawn
    }
  }

  #search(hasTypos: boolean, tries: number): DrawnSearch {
    const random = this.#random
    const depth = random.between(0, 5)
    const hasText = random.chance(1 / 3)
    // Half of the shoppers look for an existing product. The others combine unrelated attributes.
    const wanted = random.chance(0.5) ? random.pick(this.#products) : null
    const like = () => wanted ?? random.pick(this.#products)
    const filters = random.sample(this.#filters(like), depth)
    const isFirstPage = tries === 0 && random.chance(0.75)
    const input: Input = {
      ...(Object.assign({}, ...filters.map((filter) => filter())) as Input),
      ...(hasText ? { q: this.#words(like(), hasTypos) } : {}),
      sort: random.chance(0.6) ? 'featured' : random.pick(SORTS),
      page: isFirstPage ? 1 : random.between(2, tries === 0 ? 5 : 60),
    }
    return { depth, hasText, input, path: pathOf('products', input) }
  }

  #filters(like: () => Sample): Array<() => Input> {
    const random = this.#random
    const of = (kind: 'categories' | 'sizes' | 'colours' | 'materials', most: number): string[] => {
      const values = like()[kind]
      return random.sample(
        values.length ? values : (this.#products.find((product) => product[kind].length > 0)?.[kind] ?? []),
        random.between(1, most),
      )
    }
    const price = (): Input => {
      const units = Math.max(1, Math.round(like().price / 1_000)) * 10
      const [priceMinMinor, priceMaxMinor] = [
        Math.max(0, units - 10 * random.between(1, 5)) * 100,
        (units + 10 * random.between(0, 5)) * 100,
      ]
      const currency = random.weighted([
        ['USD', 3],
        ['GBP', 1],
        ['EUR', 1],
      ] as const)
      return {
        currency,
        ...random.pick<Input>([{ priceMinMinor }, { priceMaxMinor }, { priceMinMinor, priceMaxMinor }]),
      }
    }
    return [
      () => ({ categories: of('categories', 1) }),
      () => ({
        brands: random.chance(0.7) ? [like().brandSlug] : [like().brandSlug, random.pick(this.#products).brandSlug],
      }),
      () => ({ sizes: of('sizes', 2) }),
      () => ({ colours: of('colours', 2) }),
      () => ({ materials: of('materials', 2) }),
      () => ({ genders: [like().gender].filter(Boolean) }),
      price,
      () => ({ onSale: true }),
      () => ({ inStock: true }),
    ]
  }

  /** Draws one or two words of a product. */
  #words(product: Sample, hasTypos: boolean): string {
    const random = this.#random
    const ownWords = wordsOf(
      random.weighted([
        [product.name, 6],
        [product.brand, 1],
        [product.categoryNames.join(' '), 2],
        [[product.gender, ...product.materials].join(' '), 1],
      ] as const),
    )
    const words = random.sample(ownWords.length ? ownWords : wordsOf(product.name), random.between(1, 2))
    return words.map((word) => (hasTypos && random.chance(0.2) ? this.#miswrite(word) : word)).join(' ')
  }

  #prefix(hasTypos: boolean): DrawnPrefix {
    const random = this.#random
    const product = random.pick(this.#products)
    const words = wordsOf(
      random.weighted([
        [product.name, 5],
        [product.brand, 2],
        [product.categoryNames[0] ?? product.name, 2],
      ] as const),
    )
    const at = random.below(words.length)
    const word = words[at] ?? product.brand
    const length = random.between(PREFIX_LETTERS[0], PREFIX_LETTERS[1])
    const typo =
      hasTypos && random.chance(0.2) && word.length >= TYPO_MIN_LETTERS
        ? this.#withTypo(word).slice(0, PREFIX_LETTERS[1])
        : null
    const begun = typo ?? this.#beginning(word, length)
    const text = at > 0 && random.chance(0.25) ? `${words[at - 1]} ${begun}` : begun
    return { text, path: pathOf('suggest', { q: text }) }
  }

  /**
   * Returns the first letters of a word. Takes one letter more or less if the prefix would otherwise be read as the
   * plural of another word.
   */
  #beginning(word: string, letters: number): string {
    const [parsed = ''] = parseWords(word)
    for (const length of [letters, letters + 1, letters - 1]) {
      const begun = word.slice(0, length)
      if (begun.length >= PREFIX_LETTERS[0] && parsed.startsWith(parseWords(begun)[0] ?? '-')) return begun
    }
    return word
  }

  #miswrite(word: string): string {
    if (this.#random.chance(0.5) || word.length < TYPO_MIN_LETTERS)
      return this.#beginning(word, Math.max(3, word.length - this.#random.between(1, 3)))
    return this.#withTypo(word)
  }

  /** Adds a typo: a missing, wrong or extra letter, or two swapped ones. The first letter stays. */
  #withTypo(word: string): string {
    const at = this.#random.between(1, word.length - 2)
    const [before, letter = '', next = '', after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)]
    const other = letter === 'e' ? 'a' : 'e'
    return this.#random.pick([
      `${before}${next}${after}`,
      `${before}${other}${next}${after}`,
      `${before}${letter}${other}${next}${after}`,
      `${before}${next}${letter}${after}`,
    ])
  }
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= 3 && !SMALL_WORDS.has(word))
