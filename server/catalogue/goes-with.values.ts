/**
 * Categories and departments that complete an outfit with a category or department (by slug), best first. A category
 * without a line uses its department's line, or else all other departments.
 */
export const GOES_WITH: Readonly<Record<string, readonly string[]>> = {
  dresses: ['shoes', 'bags', 'jewellery-watches', 'coats-jackets', 'accessories'],
  'occasion-dresses': ['heels', 'clutches', 'earrings', 'blazers', 'necklaces'],
  'evening-dresses': ['heels', 'clutches', 'earrings', 'necklaces', 'wool-coats'],
  'coats-jackets': ['knitwear', 'trousers-skirts', 'shoes', 'accessories', 'bags'],
  tops: ['trousers-skirts', 'denim', 'shoes', 'coats-jackets', 'jewellery-watches'],
  knitwear: ['denim', 'trousers-skirts', 'shoes', 'coats-jackets', 'accessories'],
  denim: ['tops', 'shoes', 'knitwear', 'coats-jackets', 'accessories'],
  'denim-jackets': ['tops', 'trousers-skirts', 'shoes', 'dresses', 'accessories'],
  'trousers-skirts': ['tops', 'shoes', 'knitwear', 'coats-jackets', 'accessories'],
  shoes: ['trousers-skirts', 'bags', 'dresses', 'denim', 'coats-jackets'],
  trainers: ['denim', 'tops', 'hoodies-sweatshirts', 'casual-jackets', 'backpacks'],
  'running-shoes': ['running-tops', 'leggings', 'running-shorts', 'running-jackets', 'midlayers'],
  heels: ['dresses', 'clutches', 'earrings', 'blazers', 'trousers-skirts'],
  sandals: ['day-dresses', 'shorts', 'sunglasses', 'tote-bags', 'maxi-dresses'],
  bags: ['shoes', 'coats-jackets', 'dresses', 'jewellery-watches', 'accessories'],
  backpacks: ['casual-jackets', 'trainers', 'hoodies-sweatshirts', 'waterproofs', 'beanies'],
  'jewellery-watches': ['dresses', 'tops', 'bags', 'knitwear', 'shoes'],
  accessories: ['coats-jackets', 'knitwear', 'shoes', 'bags', 'dresses'],
  sunglasses: ['sandals', 'day-dresses', 'hats', 'tote-bags', 'shirts'],
  activewear: ['running-tops', 'leggings', 'running-shorts', 'running-shoes', 'running-jackets'],
  'swim-lingerie': ['sunglasses', 'sandals', 'hats', 'tote-bags', 'maxi-dresses'],
  'lingerie-sets': ['jewellery-watches', 'dresses', 'knitwear', 'shoes'],
}

/** Colours that go with every other; families, as products have them. */
export const NEUTRALS = ['black', 'white', 'grey', 'beige', 'brown', 'navy', 'cream', 'silver', 'gold'] as const
