import type { DemoCategory, GarmentKind, Pattern } from '../demo.types.ts'

type Tile = NonNullable<DemoCategory['tile']>

interface Department {
  slug: string
  name: string
  tile: Tile
  /** Slug and name of each second-level category, in the order of the menu. */
  children: readonly (readonly [slug: string, name: string])[]
}

function tile(kind: GarmentKind, pattern: Pattern, colour: string, accent: string, ground: string, variant = 0): Tile {
  return { kind, pattern, colour, accent, ground, variant }
}

const DEPARTMENTS: readonly Department[] = [
  {
    slug: 'dresses',
    name: 'Dresses',
    tile: tile('maxi-dress', 'plain', '#d9694a', '#f0b89a', '#3a1620', 1),
    children: [
      ['day-dresses', 'Day dresses'],
      ['tea-dresses', 'Tea dresses'],
      ['occasion-dresses', 'Occasion dresses'],
      ['maxi-dresses', 'Maxi dresses'],
      ['evening-dresses', 'Evening dresses'],
      ['jumpsuits', 'Jumpsuits'],
    ],
  },
  {
    slug: 'coats-jackets',
    name: 'Coats & Jackets',
    tile: tile('trench', 'plain', '#c9a877', '#6b4a2b', '#1d2b2a', 0),
    children: [
      ['wool-coats', 'Wool coats'],
      ['trench-coats', 'Trench coats'],
      ['puffer-jackets', 'Puffer jackets'],
      ['blazers', 'Blazers'],
      ['leather-jackets', 'Leather jackets'],
      ['casual-jackets', 'Casual jackets'],
      ['waterproofs', 'Waterproofs'],
    ],
  },
  {
    slug: 'tops',
    name: 'Tops',
    tile: tile('blouse', 'dot', '#efe3cf', '#b4532f', '#24314f', 2),
    children: [
      ['t-shirts', 'T-shirts'],
      ['shirts', 'Shirts'],
      ['blouses', 'Blouses'],
      ['polo-shirts', 'Polo shirts'],
      ['hoodies-sweatshirts', 'Hoodies & sweatshirts'],
    ],
  },
  {
    slug: 'knitwear',
    name: 'Knitwear',
    tile: tile('knit', 'knit', '#e3cf9f', '#a86f3c', '#1f3328', 3),
    children: [
      ['jumpers', 'Jumpers'],
      ['cardigans', 'Cardigans'],
      ['cashmere', 'Cashmere'],
      ['fisherman-knits', 'Fisherman knits'],
    ],
  },
  {
    slug: 'denim',
    name: 'Denim',
    tile: tile('jeans', 'denim', '#5d84b4', '#d9a35c', '#3b2418', 0),
    children: [
      ['straight-jeans', 'Straight jeans'],
      ['slim-jeans', 'Slim jeans'],
      ['wide-leg-jeans', 'Wide-leg jeans'],
      ['denim-jackets', 'Denim jackets'],
      ['denim-skirts', 'Denim skirts'],
      ['denim-shorts', 'Denim shorts'],
    ],
  },
  {
    slug: 'trousers-skirts',
    name: 'Trousers & Skirts',
    tile: tile('midi-skirt', 'check', '#b8873f', '#f1dfb8', '#27203a', 0),
    children: [
      ['tailored-trousers', 'Tailored trousers'],
      ['wide-leg-trousers', 'Wide-leg trousers'],
      ['cord-trousers', 'Cord trousers'],
      ['shorts', 'Shorts'],
      ['short-skirts', 'Short skirts'],
      ['midi-skirts', 'Midi skirts'],
    ],
  },
  {
    slug: 'shoes',
    name: 'Shoes',
    tile: tile('heel', 'leather', '#c4314b', '#f3c7b0', '#15303a', 0),
    children: [
      ['trainers', 'Trainers'],
      ['running-shoes', 'Running shoes'],
      ['boots', 'Boots'],
      ['ankle-boots', 'Ankle boots'],
      ['heels', 'Heels'],
      ['sandals', 'Sandals'],
      ['loafers', 'Loafers'],
    ],
  },
  {
    slug: 'bags',
    name: 'Bags',
    tile: tile('crossbody', 'leather', '#2f8a75', '#e6c98a', '#2b1a2e', 0),
    children: [
      ['tote-bags', 'Tote bags'],
      ['crossbody-bags', 'Crossbody bags'],
      ['backpacks', 'Backpacks'],
      ['clutches', 'Clutches'],
    ],
  },
  {
    slug: 'jewellery-watches',
    name: 'Jewellery & Watches',
    tile: tile('earrings', 'plain', '#e2b65a', '#7fb8a4', '#101f3d', 1),
    children: [
      ['rings', 'Rings'],
      ['necklaces', 'Necklaces'],
      ['earrings', 'Earrings'],
      ['bracelets', 'Bracelets'],
      ['watches', 'Watches'],
    ],
  },
  {
    slug: 'accessories',
    name: 'Accessories',
    tile: tile('sunglasses', 'plain', '#a8552f', '#2c1a14', '#3d4a2c', 0),
    children: [
      ['sunglasses', 'Sunglasses'],
      ['hats', 'Hats'],
      ['beanies', 'Beanies'],
      ['scarves', 'Scarves'],
      ['belts', 'Belts'],
    ],
  },
  {
    slug: 'activewear',
    name: 'Activewear',
    tile: tile('leggings', 'plain', '#7fa7e0', '#f2f26b', '#1a1f4a', 0),
    children: [
      ['running-tops', 'Running tops'],
      ['leggings', 'Leggings'],
      ['running-shorts', 'Running shorts'],
      ['running-jackets', 'Running jackets'],
      ['midlayers', 'Midlayers'],
    ],
  },
  {
    slug: 'swim-lingerie',
    name: 'Swim & Lingerie',
    tile: tile('swimsuit', 'plain', '#f0866c', '#fbe3c4', '#0d3b45', 0),
    children: [
      ['swimsuits', 'Swimsuits'],
      ['swim-shorts', 'Swim shorts'],
      ['lingerie-sets', 'Lingerie sets'],
    ],
  },
]

/** The demo's category tree: two levels, parents before their children. */
export const CATEGORIES: DemoCategory[] = DEPARTMENTS.flatMap((department, departmentIndex) => [
  { slug: department.slug, name: department.name, parent: null, sortOrder: departmentIndex + 1, tile: department.tile },
  ...department.children.map(([slug, name], index) => ({
    slug,
    name,
    parent: department.slug,
    sortOrder: index + 1,
    tile: null,
  })),
])

/** Slugs of the categories that hold products: those without children. */
export const LEAF_SLUGS: readonly string[] = CATEGORIES.filter((category) => category.parent !== null).map(
  (category) => category.slug,
)
