import { ProductIndex } from '#server/search/index/product-index.ts'

/**
 * The search index of a few products, by which many searches are asked for them. Words are known as they are written
 * and by those of the same meaning: whether a word is a mistake or the beginning of another one, only the vocabulary of
 * the whole shop can tell, as it did when the search was saved.
 */
export class NewProductsIndex extends ProductIndex {
  /** How the shop read typing errors of the search that is asked next. */
  corrections: ReadonlyMap<string, string> = new Map()

  override get terms() {
    const { has } = super.terms
    return { has, hasPrefix: () => false, nearest: (word: string) => this.corrections.get(word) ?? null }
  }
}
