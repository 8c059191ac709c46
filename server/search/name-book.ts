import { labelSlug } from '#server/catalogue/label-slug.ts'
import type { Count, EngineAnswer, EngineQuery, Names } from './engine.ts'

/** Names of brands and categories, and the tree of categories. Only active categories. */
export class NameBook {
  readonly names: Names
  readonly #childrenOf = new Map<string, string[]>()
  readonly #categoryById: Map<string, Names['categories'][number]>
  readonly #categoryBySlug: Map<string, Names['categories'][number]>
  readonly #slugsAbove = new Map<string, string[]>()
  readonly #brandById: Map<string, Names['brands'][number]>

  constructor(names: Names) {
    this.names = names
    this.#categoryById = new Map(names.categories.map((category) => [category.id, category]))
    this.#categoryBySlug = new Map(names.categories.map((category) => [category.slug, category]))
    for (const { id, parent } of names.categories) {
      if (parent === null) continue
      const children = this.#childrenOf.get(parent)
      if (children) children.push(id)
      else this.#childrenOf.set(parent, [id])
    }
    for (const category of names.categories) {
      const slugs = this.idsAbove(category.id).map((id) => (this.#categoryById.get(id) as typeof category).slug)
      this.#slugsAbove.set(category.id, slugs)
    }
    this.#brandById = new Map(names.brands.map((brand) => [brand.id, brand]))
  }

  /** Returns the ids of the categories with these slugs and of all their descendants. */
  categoryIds(slugs: string[]): Set<string> {
    const ids = new Set<string>()
    const add = (id: string) => {
      if (ids.has(id)) return
      ids.add(id)
      for (const child of this.#childrenOf.get(id) ?? []) add(child)
    }
    for (const slug of slugs) {
      const category = this.#categoryBySlug.get(slug)
      if (category) add(category.id)
    }
    return ids
  }

  /** Returns the category and all its descendants. */
  idsBelow(categoryId: string): string[] {
    const category = this.#categoryById.get(categoryId)
    return category ? [...this.categoryIds([category.slug])] : []
  }

  /** Finds brands by slug or name, in any spelling of the name. */
  brands(wanted: string[]): Names['brands'] {
    if (!wanted.length) return []
    const slugs = new Set([...wanted, ...wanted.map(labelSlug)])
    const asked = new Set(wanted)
    return this.names.brands.filter((brand) => slugs.has(brand.slug) || asked.has(brand.name))
  }

  brandIds(wanted: string[]): Set<string> {
    return new Set(this.brands(wanted).map((brand) => brand.id))
  }

  /** Whether the category or one of its descendants is among these ids. */
  hasBelow(category: Names['categories'][number], ids: ReadonlySet<string>): boolean {
    return ids.has(category.id) || this.idsBelow(category.id).some((id) => ids.has(id))
  }

  /** Returns the category and its ancestors, nearest first. */
  idsAbove(categoryId: string): string[] {
    const ids = new Set<string>()
    for (let at = this.#categoryById.get(categoryId); at && !ids.has(at.id);) {
      ids.add(at.id)
      at = at.parent === null ? undefined : this.#categoryById.get(at.parent)
    }
    return [...ids]
  }

  /** Returns the ids of the closest categories: the category itself, then its entire department. */
  kindsNear(categoryId: string): { same: string[]; related: string[] } {
    return { same: this.idsBelow(categoryId), related: this.idsBelow(this.idsAbove(categoryId).at(-1) ?? categoryId) }
  }

  categoryName(categoryId: string): string | undefined {
    return this.#categoryById.get(categoryId)?.name
  }

  /** Turns counts by brand id into a facet, by slug and with names. */
  brandFacet(counts: Count[]): Array<Count & { label: string }> {
    return counts.flatMap(({ value, count }) => {
      const brand = this.#brandById.get(value)
      return brand ? [{ value: brand.slug, label: brand.name, count }] : []
    })
  }

  /**
   * Turns counts by category id into a facet, in display order. A product counts for its category and all ancestors.
   * Requested categories stay, even at zero.
   */
  categoryFacet(counts: Count[], asked: readonly string[]): EngineAnswer['facets']['categories'] {
    const bySlug = new Map(asked.map((slug) => [slug, 0]))
    for (const { value, count } of counts) {
      for (const slug of this.#slugsAbove.get(value) ?? []) bySlug.set(slug, (bySlug.get(slug) ?? 0) + count)
    }
    return this.names.categories.flatMap(({ slug, name, parent }) => {
      const count = bySlug.get(slug)
      return count === undefined
        ? []
        : [
            {
              value: slug,
              label: name,
              parent: parent === null ? null : (this.#categoryById.get(parent)?.slug ?? null),
              count,
            },
          ]
    })
  }

  /** Returns the brands and categories that a query names, included or excluded. */
  askedBy({ brands, withoutBrands, categories, withoutCategories }: EngineQuery): Names {
    return {
      brands: this.brands([...brands, ...withoutBrands]),
      categories: [...categories, ...withoutCategories].flatMap((slug) => this.#categoryBySlug.get(slug) ?? []),
    }
  }
}
