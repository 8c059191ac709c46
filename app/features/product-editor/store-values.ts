import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { EditorForm } from './editor-form.ts'

type Product = RouterOutputs['products']['get']
/** The data to compare the store's values with the partner's. */
export type StoreFields = Pick<Product, 'form' | 'managed'>

/** Returns the store's value of each field that partners may override, and whether the form has another one. */
export function storeValues(ofStore: StoreFields | null, form: EditorForm) {
  const saved = ofStore?.form ?? form
  const overrides = ofStore?.managed?.overrides ?? {}
  const categoryId = 'category' in overrides ? (overrides.category as string | null) : saved.categoryId
  const gender = 'gender' in overrides ? (overrides.gender as EditorForm['gender']) : saved.gender
  const tags = 'tags' in overrides ? (overrides.tags as string[]) : saved.tags
  return {
    categoryId: { value: categoryId, isOverridden: categoryId !== form.categoryId },
    gender: { value: gender, isOverridden: gender !== form.gender },
    tags: { value: tags, isOverridden: JSON.stringify(tags) !== JSON.stringify(form.tags) },
  }
}
