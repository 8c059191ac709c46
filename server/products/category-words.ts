import { toSlug } from '#server/catalogue/slug.ts'
import { lastItem, parseItems } from './item-words.ts'

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
    // Ignores the tags if the title names something without a category: a watch strap tagged 'watches' is not a watch.
    if (byTitle === null) return null
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

  /** Returns null for a title that names something without a category, and undefined for one that names nothing known. */
  #ofTitle(title: string): KnownCategory | null | undefined {
    const found = parseItems(title).map((categories) => this.#first(categories))
    return found.length ? found.reduce((one, other) => one && other && this.#common(one, other)) : undefined
  }

  #first(categories: readonly string[]): KnownCategory | null {
    return categories.map((slug) => this.#byName.get(slug)).find((category) => category !== undefined) ?? null
  }

  /** Returns the closest common category: hats and scarves are accessories. */
  #common(one: KnownCategory, other: KnownCategory): KnownCategory | null {
    for (let id: string | null | undefined = one.id; id; id = this.#parentOf.get(id)) {
      const category = this.#byId.get(id)
      if (category && this.#isWithin(other, category)) return category
    }
    return null
  }

  #byWords(text: string): KnownCategory | null {
    return this.#first(lastItem(text) ?? [])
  }
}
