// The lists in the navigation. The browser bundle includes this file: keep it short.

export interface Department {
  label: string
  /** The query string of the department's Discover list. */
  params: Readonly<Record<string, string>>
  /** Words that shoppers type to find the department, as analysed by `parseWords`. */
  words: readonly string[]
}

export const DEPARTMENTS: readonly Department[] = [
  { label: 'Women', params: { genders: 'women,unisex' }, words: ['women', 'woman', 'womens', 'ladies', 'lady'] },
  { label: 'Men', params: { genders: 'men,unisex' }, words: ['men', 'man', 'mens', 'gents'] },
  { label: 'Kids', params: { genders: 'girls,boys,kids' }, words: ['kids', 'children', 'childrens', 'girls', 'boys'] },
  { label: 'New in', params: { all: 'true', sort: 'newest' }, words: ['new', 'newest'] },
  { label: 'Sale', params: { onSale: 'true' }, words: ['sale', 'reduced', 'discount'] },
]

/** Returns the department shown by an address or a query, even when more filters are set. */
export const departmentOf = (search: URLSearchParams): Department | undefined =>
  DEPARTMENTS.find(({ params }) => Object.entries(params).every(([name, value]) => search.get(name) === value))
