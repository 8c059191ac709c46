import type { EngineQuery } from '../engine.ts'
import type { NameBook } from '../name-book.ts'
import { ideaForms, type Form } from '../word-forms.ts'
import type { Columns } from './columns.ts'
import { hasOne } from './facet-filters.ts'
import { inSize } from './in-size.ts'

type Test = (row: number) => boolean

/**
 * Returns the conditions without a facet: partner, a person's size, exclusions, minimum discount. A row must meet all.
 * @param pointsOf the points of each row for some forms
 */
export function conditionsWithoutFacet(
  query: EngineQuery,
  columns: Columns,
  names: NameBook,
  pointsOf: (forms: Form[]) => Uint8Array,
): Test[] {
  const tests: Test[] = []
  const keep = (test: Test) => tests.push(test)
  if (query.partnerId !== null) {
    const mask = columns.partners.mask([query.partnerId])
    keep((row) => mask[columns.partner.values[row] as number] === 1)
  }
  if (query.inSize !== null) keep(inSize(query.inSize, columns, names))
  if (query.withoutBrands.length) {
    const mask = columns.brands.mask(names.brandIds(query.withoutBrands))
    keep((row) => mask[columns.brand.values[row] as number] === 0)
  }
  if (query.withoutCategories.length) {
    const mask = columns.categories.mask(names.categoryIds(query.withoutCategories))
    keep((row) => mask[columns.category.values[row] as number] === 0)
  }
  if (query.withoutColours.length) {
    const mask = columns.colours.mask(query.withoutColours)
    keep((row) => !hasOne(columns.colourLists, row, mask))
  }
  if (query.withoutMaterials.length) {
    const mask = columns.materials.mask(query.withoutMaterials)
    keep((row) => !hasOne(columns.materialLists, row, mask))
  }
  if (query.withoutCuts.length) {
    const mask = columns.cuts.mask(query.withoutCuts)
    keep((row) => !hasOne(columns.cutLists, row, mask))
  }
  if (query.withoutTerms.length) {
    const unwanted = pointsOf(ideaForms(query.withoutTerms))
    keep((row) => unwanted[row] === 0)
  }
  if (query.discountMin > 0) keep((row) => (columns.discount.values[row] as number) >= query.discountMin)
  return tests
}
