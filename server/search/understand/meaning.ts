/** What a phrase says. `value` is that of the filter; of a filler, what it does to a negation; of a discount, its percent.
 * 'telling': its words are searched as text beside what else it says. */
export interface Meaning {
  kind:
    | 'category'
    | 'brand'
    | 'colour'
    | 'material'
    | 'cut'
    | 'gender'
    | 'idea'
    | 'sort'
    | 'discount'
    | 'sale'
    | 'stock'
    | 'cheap'
    | 'expensive'
    | 'filler'
    | 'not'
    | 'free'
    | 'text'
    | 'telling'
  value: string
  /** A colour's name that may well mean another thing. */
  isAmbiguous?: boolean
}
