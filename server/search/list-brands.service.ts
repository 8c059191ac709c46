import { BRANDS_PAGE_SIZE, OTHER_LETTER, type ListBrandsInput } from './brands.schema.ts'
import { searchProductsInput } from './search.schema.ts'
import { queryFor } from './find-exactly.ts'
import type { SearchContext } from './search.types.ts'

interface ListedBrand {
  slug: string
  name: string
  /** The brand's heading: 'A' to 'Z', or '#'. */
  letter: string
  /** The same number as on the brand's page. */
  count: number
}

export interface BrandList {
  brands: ListedBrand[]
  /** Every letter that has a brand, in order, regardless of the requested `letter`. */
  letters: Array<{ letter: string; count: number }>
  /** The number of brands under the requested letter, or of all brands. */
  total: number
  /** The returned page: the last one if a later one was requested. */
  page: number
  totalPages: number
}

const ALL_PRODUCTS = searchProductsInput.parse({ pageSize: 1 })
const BY_NAME = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Lists the brands with listed products from A to Z, 200 per page. One search query counts them, so the numbers match the lists. */
export async function listBrands({ db, engine }: SearchContext, input: ListBrandsInput): Promise<BrandList> {
  const { facets } = await engine.search(await queryFor({ db, engine }, ALL_PRODUCTS))
  const all = facets.brands
    .map(({ value, label, count }) => ({ slug: value, name: label, letter: letterOf(label), count }))
    .sort((a, b) => placeOf(a.letter) - placeOf(b.letter) || BY_NAME.compare(a.name, b.name))
  const counts = new Map<string, number>()
  for (const { letter } of all) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const wanted = input.letter === undefined ? all : all.filter(({ letter }) => letter === input.letter)
  const totalPages = Math.max(1, Math.ceil(wanted.length / BRANDS_PAGE_SIZE))
  const page = Math.min(input.page, totalPages)
  return {
    brands: wanted.slice((page - 1) * BRANDS_PAGE_SIZE, page * BRANDS_PAGE_SIZE),
    letters: [...counts].map(([letter, count]) => ({ letter, count })),
    total: wanted.length,
    page,
    totalPages,
  }
}

/** Returns the heading of a brand's name. 'É' counts as E. */
function letterOf(name: string): string {
  const first = name.normalize('NFD').charAt(0).toUpperCase()
  return first >= 'A' && first <= 'Z' ? first : OTHER_LETTER
}

/** Returns a heading's position: symbols and digits come after Z. */
const placeOf = (letter: string): number => (letter === OTHER_LETTER ? 100 : letter.charCodeAt(0))
