/**
 * The meaning of a phrase. `value` is the filter's value; for a filler, its effect on a negation; for a discount, its
 * percentage. 'telling': its words are also searched as text. 'beside': a category below the meant one that is a
 * different kind of thing.
 */
export interface Meaning {
  kind:
    | 'category'
    | 'beside'
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
  /** A colour name that often means something else. */
  isAmbiguous?: boolean
}
