// The lists that the navigation leads to. Browsers load this: keep it short.

export interface Department {
  label: string
  /** What Discover's list is asked for, in its query string. */
  params: Readonly<Record<string, string>>
  /** What shoppers type who want it, in the language of search (readWords). */
  words: readonly string[]
}

export const DEPARTMENTS: readonly Department[] = [
  { label: 'Women', params: { genders: 'women,unisex' }, words: ['women', 'woman', 'womens', 'ladies', 'lady'] },
  { label: 'Men', params: { genders: 'men,unisex' }, words: ['men', 'man', 'mens', 'gents'] },
  { label: 'Kids', params: { genders: 'girls,boys,kids' }, words: ['kids', 'children', 'childrens', 'girls', 'boys'] },
  { label: 'New in', params: { all: 'true', sort: 'newest' }, words: ['new', 'newest'] },
  { label: 'Sale', params: { onSale: 'true' }, words: ['sale', 'reduced', 'discount'] },
]

/** The department whose list an address or a query shows, perhaps filtered further. */
export const departmentOf = (search: URLSearchParams): Department | undefined =>
  DEPARTMENTS.find(({ params }) => Object.entries(params).every(([name, value]) => search.get(name) === value))
