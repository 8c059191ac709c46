export const DEPARTMENTS = [
  ['Women', '/discover?genders=women,unisex'],
  ['Men', '/discover?genders=men,unisex'],
  ['Kids', '/discover?genders=girls,boys,kids'],
  ['New in', '/discover?all=true&sort=newest'],
  ['Sale', '/discover?onSale=true'],
  ['Brands A to Z', '/brands'],
  ['Stores', '/stores'],
  ['By picture', '/picture-search'],
] as const

export const PAGES = [
  ['Home', '/'],
  ['Discover', '/discover?all=true'],
  ['Wishlist', '/wishlist'],
  ['About', '/about-wtf'],
] as const
