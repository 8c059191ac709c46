import { ProductIndex } from '#server/search/index/product-index.ts'

/**
 * An index of a few products, for running many searches. Words match as written and by synonyms. Typos and prefixes
 * need the vocabulary of the entire shop, which was used when the search was saved.
 */
export class NewProductsIndex extends ProductIndex {
  /** The typo corrections of the next search. */
  corrections: ReadonlyMap<string, string> = new Map()

  override get terms() {
    const { has } = super.terms
    return { has, hasPrefix: () => false, nearest: (word: string) => this.corrections.get(word) ?? null }
  }
}
