import { toSearchText } from '#server/catalogue/search-text.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { CATEGORY_WORDS_ABROAD, ENGLISH_TOO, PHRASES_ABROAD } from './category-words-abroad.values.ts'
import { CATEGORY_WORDS } from './category-words.values.ts'

const LONGEST = 3
const ENGLISH = new Map(
  CATEGORY_WORDS.flatMap(([words, categories]) => words.map((word) => [word, categories] as const)),
)
const ABROAD = new Map(
  [
    ...CATEGORY_WORDS_ABROAD.flatMap(([words, like]) => words.split(' ').map((word) => [word, like] as const)),
    ...PHRASES_ABROAD,
  ].map(([word, like]) => [word, ENGLISH.get(like) ?? []] as const),
)
const ROMANCE: ReadonlySet<string> = new Set(
  CATEGORY_WORDS_ABROAD.flatMap(([words, , isCompound]) => (isCompound ? [] : words.split(' '))).filter(
    (word) => !ENGLISH.has(word) && !ENGLISH_TOO.has(word),
  ),
)
const BY_WORDS: ReadonlyMap<string, readonly string[]> = new Map([...ABROAD, ...ENGLISH])
/** Word endings, longest first: 'pullover' of 'Strickpullover'. */
const ENDINGS = CATEGORY_WORDS_ABROAD.filter(([, , isCompound]) => isCompound)
  .flatMap(([words]) => words.split(' '))
  .filter((word) => word.length > 3)
  .sort((one, other) => other.length - one.length)
const SHORTEST_BEFORE_ENDING = 3
/** Root categories of Shopify and Google, which carry no information. */
const SAYS_NOTHING = new Set(['apparel-accessories', 'clothing', 'apparel', 'fashion', 'unnamed'])

export interface KnownCategory {
  id: string
  name: string
  slug: string
}

export class CategoryIndex {
  readonly #byName = new Map<string, KnownCategory>()
  readonly #byId: ReadonlyMap<string, KnownCategory>
  readonly #parentOf: ReadonlyMap<string, string | null | undefined>

  constructor(tree: Array<KnownCategory & { parentId?: string | null }>) {
    this.#parentOf = new Map(tree.map(({ id, parentId }) => [id, parentId]))
    const categories = tree.map(({ id, name, slug }): KnownCategory => ({ id, name, slug }))
    this.#byId = new Map(categories.map((category) => [category.id, category]))
    for (const category of categories) this.#byName.set(toSlug(category.name), category)
    for (const category of categories) this.#byName.set(category.slug, category)
  }

  /** Returns the active category with this id; null if there is none. */
  get(id: string | null): KnownCategory | null {
    return (id && this.#byId.get(id)) || null
  }

  /** Returns the active category with this slug or name; null if there is none. */
  named(slug: string): KnownCategory | null {
    return this.#byName.get(slug) ?? null
  }

  /**
   * Finds a product's category from its store's texts, most deliberate first; null if none matches. If the store's
   * category and the title agree, they outweigh a type that is neither the same nor more specific.
   */
  find({
    type,
    productCategory,
    title,
    tags,
  }: {
    type: string
    productCategory: string
    title: string
    tags: string[]
  }): KnownCategory | null {
    const [byType, byCategory, byTitle] = [this.#ofPath(type), this.#ofPath(productCategory), this.#ofTitle(title)]
    const agreed = byCategory && byTitle && this.#deeper(byCategory, byTitle)
    if (byType && agreed && !this.#isWithin(byType, byCategory) && !this.#isWithin(byType, byTitle)) return agreed
    const found = byType ?? byCategory ?? byTitle
    if (found) return found
    for (const tag of tags) {
      const found = this.#byName.get(toSlug(tag)) ?? this.#byWords(tag)
      if (found) return found
    }
    return null
  }

  #ofPath(path: string): KnownCategory | null {
    // 'Apparel & Accessories > Clothing > Dresses': the last segment is the most specific.
    const segments = path
      .split(/[>/]/)
      .map((segment) => segment.trim())
      .reverse()
      .slice(0, 2)
    for (const segment of segments) {
      if (SAYS_NOTHING.has(toSlug(segment))) continue
      const found = this.#byName.get(toSlug(segment)) ?? this.#byWords(segment)
      if (found) return found
    }
    return null
  }

  /** Returns the one of two categories that is a descendant of the other or equal to it; null if unrelated. */
  #deeper(one: KnownCategory, other: KnownCategory): KnownCategory | null {
    if (this.#isWithin(one, other)) return one
    return this.#isWithin(other, one) ? other : null
  }

  #isWithin(one: KnownCategory, other: KnownCategory): boolean {
    const seen = new Set<string>()
    for (let id: string | null | undefined = one.id; id && !seen.has(id); id = this.#parentOf.get(id)) {
      if (id === other.id) return true
      seen.add(id)
    }
    return false
  }

  #ofTitle(title: string): KnownCategory | null {
    // 'Jacket with hood', 'Dress in wool': the product is named before the preposition.
    const [head = ''] = title.split(
      /\s(?:with|in|for|by|from|mit|aus|für|avec|en|de|con|per|med|av|met|van)\s|\s[-–|]\s|[,(]/i,
    )
    // 'Chaqueta Mujer Denim': in Romance languages the item comes first.
    const words = toSearchText(title).split(' ')
    if (ROMANCE.has(words[0] ?? '')) return this.#byFirstWords(words)
    // 'Gifts for Him: Leather Wallet' has no item before it.
    return this.#byWords(head) ?? this.#byWords(title)
  }

  /** 'Giacca in pelle da uomo' is a leather jacket: the longest phrase that the text begins with. */
  #byFirstWords(words: readonly string[]): KnownCategory | null {
    for (let length = LONGEST; length > 0; length--) {
      const categories = categoriesOf(words.slice(0, length))
      const found = categories?.map((slug) => this.#byName.get(slug)).find((category) => category !== undefined)
      if (found) return found
    }
    return null
  }

  /** Matches the last known words: a shirt dress is a dress, a dress shirt is a shirt. */
  #byWords(text: string): KnownCategory | null {
    const words = toSearchText(text).split(' ')
    for (let end = words.length; end > 0; end--) {
      for (let length = Math.min(LONGEST, end); length > 0; length--) {
        const phrase = words.slice(end - length, end)
        const categories = categoriesOf(phrase)
        if (categories?.length === 0) return null
        const found = categories?.map((slug) => this.#byName.get(slug)).find((category) => category !== undefined)
        if (found) return found
      }
    }
    return null
  }
}

function categoriesOf(phrase: readonly string[]): readonly string[] | undefined {
  const last = phrase.at(-1) ?? ''
  const known = [last, singular(last), last.replace(/ies$/, 'ie')]
    .map((word) => BY_WORDS.get([...phrase.slice(0, -1), word].join(' ')))
    .find((categories) => categories !== undefined)
  if (known || phrase.length > 1 || last === 'pantyhose') return known
  const ending = ENDINGS.find((end) => last.endsWith(end) && last.length >= end.length + SHORTEST_BEFORE_ENDING)
  return ending === undefined ? undefined : BY_WORDS.get(ending)
}

/** Whether a word names a product: 'coats', 'Hemd'. */
export const namesItem = (word: string): boolean => categoriesOf([toSearchText(word)]) !== undefined

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
