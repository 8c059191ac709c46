/** The query parameters that pages read. All others are ignored, left out of links and of the key that pages are kept under. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set([
  'all', 'q', 'search', 'mode', 'rest', 'category', 'categories', 'brand', 'brands', 'sizes', 'colours', 'materials', 'genders', 'tags', 'not',
  'currency', 'priceMin', 'priceMax', 'discountMin', 'onSale', 'inStock', 'sort', 'page', 'view',
  'colour', 'size', 'picture', 'tab',
  // Remix's own, when it asks for some routes' data.
  '_routes',
])
