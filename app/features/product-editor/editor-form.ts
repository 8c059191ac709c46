import type { RouterOutputs } from '#app/lib/api-types.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import type { ProductForm, VariantForm } from '#server/products/product-form.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

export type SaveOutcome = RouterOutputs['products']['save']
export type ShownForm = RouterOutputs['products']['get']['form']
export type FormChoices = RouterOutputs['products']['formChoices']
type Conflicting = Extract<SaveOutcome, { kind: 'conflict' }>
export type Conflict = Conflicting['conflicts'][number]

export type EditorRow = VariantForm & { key: string }
export type EditorPicture = ShownForm['pictures'][number] & { key: string; isRemoved: boolean }
/** The form while it is edited: rows and pictures have keys, and removed ones can be restored until it is saved. */
export type EditorForm = Omit<ShownForm, 'variants' | 'pictures'> & {
  variants: EditorRow[]
  pictures: EditorPicture[]
}

let lastKey = 0
export const newVariantKey = () => `new-${++lastKey}`

export const emptyRow = (): EditorRow => ({
  key: newVariantKey(),
  id: null,
  size: '',
  colourName: '',
  colourHex: '',
  options: [],
  price: '',
  originalPrice: '',
  stock: '',
  sku: '',
  gtin: '',
})

export const emptyForm = (): EditorForm => ({
  name: '',
  handle: '',
  description: '',
  brand: '',
  categoryId: null,
  tags: [],
  material: '',
  gender: '',
  status: 'draft',
  productUrl: '',
  optionNames: [],
  variants: [emptyRow()],
  pictures: [],
})

/** @param known the current pictures, because the server has no previews of new files yet */
export function editorForm(shown: ShownForm, known: readonly EditorPicture[] = []): EditorForm {
  return {
    ...shown,
    variants: shown.variants.map((row) => ({ ...row, key: row.id ?? newVariantKey() })),
    pictures: shown.pictures.map((picture) => {
      const was = known.find(({ id, uploadId }) => id === picture.id && uploadId === picture.uploadId)
      return {
        ...picture,
        picture: picture.picture ?? was?.picture ?? null,
        key: was?.key ?? picture.id ?? newVariantKey(),
        isRemoved: false,
      }
    }),
  }
}

/** Returns the data to send. */
export function sentForm({ variants, pictures, ...form }: EditorForm): ProductForm {
  return {
    ...form,
    variants: variants.map(({ key: _, ...row }) => row),
    pictures: pictures.flatMap(({ id, uploadId, alt, colourName, isRemoved }) =>
      isRemoved ? [] : [{ id, uploadId, alt, colourName }],
    ),
  }
}

/** Returns a row's name: 'M / Sage / Petite'. */
export const rowName = ({ size, colourName, options }: Pick<VariantForm, 'size' | 'colourName' | 'options'>): string =>
  [size, colourName, ...options].filter(Boolean).join(' / ')

const keyOf = (row: Pick<VariantForm, 'size' | 'colourName' | 'options'>) =>
  JSON.stringify([row.size, row.colourName, ...row.options].map((text) => text.trim().toLowerCase()))

export interface Combinations {
  sizes: string[]
  colours: string[]
  /** The values of the first option after size and colour, if there is one. */
  values: string[]
}

/**
 * Adds a row for each missing combination. New rows get the first row's price. A single row without size and colour
 * becomes the first combination.
 * @returns `left`: combinations beyond a product's maximum
 */
export function addCombinations(
  rows: readonly EditorRow[],
  { sizes, colours, values }: Combinations,
): { rows: EditorRow[]; added: number; left: number } {
  const orNone = (texts: string[]) => (texts.length ? texts : [''])
  const wanted = orNone(colours).flatMap((colourName) =>
    orNone(sizes).flatMap((size) =>
      orNone(values).map((value) => ({ size, colourName, options: values.length ? [value] : [] })),
    ),
  )
  const [first] = rows
  const isBlank = first !== undefined && rows.length === 1 && rowName(first) === ''
  const result = isBlank ? [] : [...rows]
  const known = new Set(result.map(keyOf))
  const swatches = new Map(rows.map((row) => [row.colourName.toLowerCase(), row.colourHex]))
  let added = 0
  let left = 0
  for (const combination of wanted) {
    if (rowName(combination) === '' || known.has(keyOf(combination))) continue
    if (result.length >= MAX_PRODUCT.variants) {
      left++
      continue
    }
    known.add(keyOf(combination))
    const { price = '', originalPrice = '' } = first ?? {}
    const start = isBlank && result.length === 0 ? first : { ...emptyRow(), price, originalPrice }
    const colourHex = swatches.get(combination.colourName.toLowerCase()) ?? start.colourHex
    result.push({ ...start, ...combination, colourHex })
    added++
  }
  return result.length ? { rows: result, added, left } : { rows: [...rows], added, left }
}

/** Parses 'S, M; L' or lines into ['S', 'M', 'L'], without duplicates. */
export function parseList(text: string): string[] {
  const seen = new Map<string, string>()
  for (const part of text.split(/[,;\n]/).map((each) => each.trim()))
    if (part && !seen.has(part.toLowerCase())) seen.set(part.toLowerCase(), part)
  return [...seen.values()]
}

const CELLS = { priceMinor: 'price', originalPriceMinor: 'originalPrice' } as const
type Cell = Exclude<keyof VariantForm, 'id'>

/** Returns the form cell of a conflict. */
const cellOf = (field: string): Cell => (field in CELLS ? CELLS[field as keyof typeof CELLS] : (field as Cell))

/** Returns the form with the other person's value for the conflict. */
export function takeTheirs(form: EditorForm, theirs: EditorForm, conflict: Conflict): EditorForm {
  if (!('variantId' in conflict)) {
    const { field } = conflict
    return field === 'variants'
      ? { ...form, variants: theirs.variants, optionNames: theirs.optionNames }
      : { ...form, [field]: theirs[field] }
  }
  const cell = cellOf(conflict.field)
  const row = theirs.variants.find(({ id }) => id === conflict.variantId)
  if (!row) return form
  const value =
    cell === 'options' ? form.optionNames.map((name) => row.options[theirs.optionNames.indexOf(name)] ?? '') : row[cell]
  return {
    ...form,
    variants: form.variants.map((variant) =>
      variant.id === conflict.variantId ? { ...variant, [cell]: value } : variant,
    ),
  }
}

const NAMES = lookup({
  name: 'Name',
  handle: 'Handle',
  description: 'Description',
  brand: 'Brand',
  categoryId: 'Category',
  tags: 'Tags',
  material: 'Material',
  gender: 'Gender',
  status: 'Status',
  productUrl: 'Product page in your store',
  pictures: 'Pictures',
  variants: 'Variants',
  optionNames: 'Options',
  size: 'Size',
  colourName: 'Colour',
  colourHex: 'Swatch',
  options: 'Options',
  price: 'Price',
  originalPrice: 'Original price',
  stock: 'Stock',
  sku: 'SKU',
  gtin: 'GTIN',
})

/** Returns a picture's index among the pictures to send, which errors refer to. Null for a removed picture. */
export function sentPlace({ pictures }: EditorForm, key: string): number | null {
  const place = pictures.filter(({ isRemoved }) => !isRemoved).findIndex((picture) => picture.key === key)
  return place < 0 ? null : place
}

/** Returns a field's name: 'variants.3.price' -> 'Price, M / Sage'. */
export function fieldName(path: string, form: EditorForm): string {
  const [field = '', index, cell] = path.split('.')
  if (field === 'pictures' && index !== undefined)
    return `Picture ${form.pictures.findIndex(({ key }) => sentPlace(form, key) === Number(index)) + 1}`
  const row = field === 'variants' && index !== undefined ? form.variants[Number(index)] : undefined
  if (!row || cell === undefined) return NAMES[field] ?? field
  return `${NAMES[cell] ?? cell}, ${rowName(row) || `row ${Number(index) + 1}`}`
}

/** Returns the form's value for a conflict, as text. */
export function conflictText(form: EditorForm, conflict: Conflict, categories: FormChoices['categories']): string {
  if ('variantId' in conflict) {
    const row = form.variants.find(({ id }) => id === conflict.variantId)
    const value = row?.[cellOf(conflict.field)] ?? ''
    return (typeof value === 'string' ? value : value.join(' / ')) || 'None'
  }
  const { field } = conflict
  if (field === 'variants') return form.variants.map((row) => rowName(row) || 'One variant').join(', ')
  if (field === 'pictures') {
    const count = form.pictures.filter(({ isRemoved }) => !isRemoved).length
    return `${count} ${count === 1 ? 'picture' : 'pictures'}`
  }
  if (field === 'categoryId') return categories.find(({ id }) => id === form.categoryId)?.name ?? 'None'
  const value = form[field]
  return (typeof value === 'string' ? value : value.join(', ')) || 'None'
}

/** Returns the name of a conflict's field. */
export function conflictName(conflict: Conflict, form: EditorForm): string {
  if (!('variantId' in conflict)) return fieldName(conflict.field, form)
  const index = form.variants.findIndex(({ id }) => id === conflict.variantId)
  return fieldName(`variants.${index}.${cellOf(conflict.field)}`, form)
}
