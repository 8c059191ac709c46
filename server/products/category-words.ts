import { toSearchText } from '#server/catalogue/search-text.ts'
import { toSlug } from '#server/catalogue/slug.ts'

/**
 * The words that stores use, and their category: the first of the slugs (or names) that exists. Words are singular,
 * unless the plural means something else (shorts). The plural of the last word is understood.
 */
const TABLE: Array<[words: string[], categories: string[]]> = [
  [
    ['maxi dress', 'maxidress'],
    ['maxi-dresses', 'dresses'],
  ],
  [['tea dress'], ['tea-dresses', 'dresses']],
  [
    ['day dress', 'sundress', 'sun dress', 'summer dress', 'shirt dress'],
    ['day-dresses', 'dresses'],
  ],
  [
    ['evening dress', 'gown', 'ball gown'],
    ['evening-dresses', 'occasion-dresses', 'dresses'],
  ],
  [
    ['occasion dress', 'party dress', 'cocktail dress', 'wedding dress', 'bridesmaid dress'],
    ['occasion-dresses', 'dresses'],
  ],
  [
    ['jumpsuit', 'playsuit', 'romper', 'dungarees', 'overalls'],
    ['jumpsuits', 'dresses'],
  ],
  [['dress', 'frock'], ['dresses']],

  [
    ['wool coat', 'overcoat'],
    ['wool-coats', 'coats-jackets'],
  ],
  [
    ['trench', 'trench coat'],
    ['trench-coats', 'coats-jackets'],
  ],
  [
    ['puffer', 'puffer jacket', 'puffer coat', 'down jacket', 'quilted jacket'],
    ['puffer-jackets', 'coats-jackets'],
  ],
  [
    ['blazer', 'tuxedo', 'suit', 'suit jacket', 'dinner jacket', 'sport coat'],
    ['blazers', 'coats-jackets'],
  ],
  [
    ['leather jacket', 'biker jacket'],
    ['leather-jackets', 'coats-jackets'],
  ],
  [
    ['bomber', 'bomber jacket', 'varsity jacket', 'overshirt', 'shacket'],
    ['casual-jackets', 'coats-jackets'],
  ],
  [
    ['raincoat', 'rain jacket', 'waterproof', 'waterproof jacket', 'anorak', 'cagoule'],
    ['waterproofs', 'coats-jackets'],
  ],
  [['running jacket'], ['running-jackets', 'activewear']],
  [
    ['denim jacket', 'jean jacket'],
    ['denim-jackets', 'denim'],
  ],
  [['coat', 'jacket', 'parka', 'outerwear', 'gilet', 'vest', 'poncho', 'cape'], ['coats-jackets']],

  [
    ['t shirt', 'tshirt', 'tee', 'tee shirt', 'graphic tee'],
    ['t-shirts', 'tops'],
  ],
  [
    ['polo', 'polo shirt'],
    ['polo-shirts', 'tops'],
  ],
  [
    ['hoodie', 'hoody', 'sweatshirt', 'hooded sweatshirt'],
    ['hoodies-sweatshirts', 'tops'],
  ],
  [['blouse'], ['blouses', 'tops']],
  [
    ['shirt', 'flannel'],
    ['shirts', 'tops'],
  ],
  [['running top'], ['running-tops', 'activewear']],
  [['top', 'tank', 'tank top', 'crop top', 'camisole', 'cami', 'tunic', 'bodysuit'], ['tops']],

  [
    ['jumper', 'sweater', 'pullover', 'roll neck', 'turtleneck'],
    ['jumpers', 'knitwear'],
  ],
  [['cardigan'], ['cardigans', 'knitwear']],
  [
    ['cashmere', 'cashmere jumper', 'cashmere sweater'],
    ['cashmere', 'knitwear'],
  ],
  [
    ['fisherman jumper', 'fisherman sweater', 'fisherman knit'],
    ['fisherman-knits', 'jumpers', 'knitwear'],
  ],
  [['knit', 'knitwear'], ['knitwear']],

  [
    ['straight jeans', 'straight leg jeans'],
    ['straight-jeans', 'denim'],
  ],
  [
    ['slim jeans', 'skinny jeans', 'slim fit jeans'],
    ['slim-jeans', 'denim'],
  ],
  [
    ['wide leg jeans', 'flared jeans', 'baggy jeans'],
    ['wide-leg-jeans', 'denim'],
  ],
  [['denim skirt'], ['denim-skirts', 'denim']],
  [
    ['denim shorts', 'jean shorts'],
    ['denim-shorts', 'denim'],
  ],
  [['jeans', 'jean', 'denim'], ['denim']],

  [
    ['tailored trousers', 'suit trousers', 'dress pants', 'chino'],
    ['tailored-trousers', 'trousers-skirts'],
  ],
  [
    ['wide leg trousers', 'wide leg pants', 'palazzo pants', 'culottes'],
    ['wide-leg-trousers', 'trousers-skirts'],
  ],
  [
    ['cord trousers', 'corduroy trousers', 'corduroy pants', 'cords'],
    ['cord-trousers', 'trousers-skirts'],
  ],
  [
    ['running shorts', 'gym shorts', 'bike shorts'],
    ['running-shorts', 'activewear'],
  ],
  [
    ['swim shorts', 'swim trunks', 'board shorts', 'boardshorts'],
    ['swim-shorts', 'swim-lingerie'],
  ],
  [['shorts'], ['shorts', 'trousers-skirts']],
  [
    ['mini skirt', 'short skirt'],
    ['short-skirts', 'trousers-skirts'],
  ],
  [
    ['midi skirt', 'maxi skirt', 'long skirt'],
    ['midi-skirts', 'trousers-skirts'],
  ],
  [['trousers', 'trouser', 'pants', 'pant', 'jogger', 'sweatpants', 'skirt'], ['trousers-skirts']],

  [
    ['trainer', 'sneaker', 'high top', 'low top', 'hi top', 'tennis shoe'],
    ['trainers', 'shoes'],
  ],
  [['running shoe'], ['running-shoes', 'trainers', 'shoes']],
  [
    ['ankle boot', 'chelsea boot', 'bootie'],
    ['ankle-boots', 'boots', 'shoes'],
  ],
  [['boot'], ['boots', 'shoes']],
  [
    ['heel', 'high heel', 'pump', 'stiletto'],
    ['heels', 'shoes'],
  ],
  [
    ['sandal', 'flip flop', 'slide', 'espadrille'],
    ['sandals', 'shoes'],
  ],
  [
    ['loafer', 'moccasin', 'brogue', 'oxford shoe'],
    ['loafers', 'shoes'],
  ],
  [['shoe', 'footwear', 'flats', 'slipper', 'mule'], ['shoes']],

  [
    ['tote', 'tote bag', 'shopper'],
    ['tote-bags', 'bags'],
  ],
  [
    ['crossbody', 'crossbody bag', 'cross body bag', 'messenger bag'],
    ['crossbody-bags', 'bags'],
  ],
  [
    ['backpack', 'rucksack'],
    ['backpacks', 'bags'],
  ],
  [
    ['clutch', 'clutch bag', 'evening bag'],
    ['clutches', 'bags'],
  ],
  [['bag', 'handbag', 'purse', 'holdall', 'wallet', 'satchel'], ['bags']],

  [['ring'], ['rings', 'jewellery-watches']],
  [
    ['necklace', 'pendant', 'choker'],
    ['necklaces', 'jewellery-watches'],
  ],
  [
    ['earring', 'ear cuff'],
    ['earrings', 'jewellery-watches'],
  ],
  [
    ['bracelet', 'bangle', 'anklet'],
    ['bracelets', 'jewellery-watches'],
  ],
  [['watch'], ['watches', 'jewellery-watches']],
  [['jewellery', 'jewelry', 'brooch', 'charm'], ['jewellery-watches']],

  [
    ['sunglasses', 'sunglass'],
    ['sunglasses', 'accessories'],
  ],
  [
    ['beanie', 'beanie hat', 'bobble hat'],
    ['beanies', 'hats', 'accessories'],
  ],
  [
    ['hat', 'cap', 'bucket hat', 'fedora', 'beret'],
    ['hats', 'accessories'],
  ],
  [
    ['scarf', 'scarves', 'shawl', 'snood', 'bandana'],
    ['scarves', 'accessories'],
  ],
  [['belt'], ['belts', 'accessories']],
  [['accessory', 'glove', 'mitten', 'sock', 'tie', 'bow tie', 'hair clip', 'scrunchie'], ['accessories']],

  [
    ['legging', 'tights', 'yoga pants'],
    ['leggings', 'activewear'],
  ],
  [
    ['midlayer', 'mid layer', 'fleece'],
    ['midlayers', 'activewear'],
  ],
  [['activewear', 'sportswear', 'sports bra'], ['activewear']],
  [
    ['swimsuit', 'bikini', 'swimwear', 'bathing suit', 'tankini'],
    ['swimsuits', 'swim-lingerie'],
  ],
  [
    ['lingerie', 'lingerie set', 'bra', 'bralette', 'brief', 'knickers', 'underwear', 'thong'],
    ['lingerie-sets', 'swim-lingerie'],
  ],
]

const LONGEST = 3
const BY_WORDS = new Map(TABLE.flatMap(([words, categories]) => words.map((word) => [word, categories] as const)))
/** Roots of Shopify's and Google's categories, which say nothing. */
const SAYS_NOTHING = new Set(['apparel-accessories', 'clothing', 'apparel', 'fashion', 'unnamed'])

export interface KnownCategory {
  id: string
  name: string
  slug: string
}

export class CategoryIndex {
  readonly #byName = new Map<string, KnownCategory>()
  readonly #byId: ReadonlyMap<string, KnownCategory>

  constructor(categories: KnownCategory[]) {
    this.#byId = new Map(categories.map((category) => [category.id, category]))
    for (const category of categories) this.#byName.set(toSlug(category.name), category)
    for (const category of categories) this.#byName.set(category.slug, category)
  }

  /** The active category of this id; null if there is none. */
  get(id: string | null): KnownCategory | null {
    return (id && this.#byId.get(id)) || null
  }

  /** The active category of this slug, or whose name has it; null if there is none. */
  named(slug: string): KnownCategory | null {
    return this.#byName.get(slug) ?? null
  }

  /** The category of a product from its store's texts, most deliberate first; null if none matches. */
  find({
    type,
    productCategory,
    title,
    tags,
  }: {
    type: string
    productCategory: string
    title: string
    tags: string[]
  }): KnownCategory | null {
    // 'Apparel & Accessories > Clothing > Dresses': the last segment says most.
    const segments = [type, productCategory].flatMap((path) =>
      path
        .split(/[>/]/)
        .map((segment) => segment.trim())
        .reverse()
        .slice(0, 2),
    )
    for (const segment of segments) {
      if (SAYS_NOTHING.has(toSlug(segment))) continue
      const found = this.#byName.get(toSlug(segment)) ?? this.#byWords(segment)
      if (found) return found
    }
    // 'Jacket with hood', 'Dress in wool': the product itself comes before that.
    const [head = ''] = title.split(/\s(?:with|in|for|by|from)\s|\s[-–|]\s|[,(]/i)
    const byTitle = this.#byWords(head)
    if (byTitle) return byTitle
    for (const tag of tags) {
      const found = this.#byName.get(toSlug(tag)) ?? this.#byWords(tag)
      if (found) return found
    }
    return null
  }

  /** The last words with a meaning: a shirt dress is a dress, a dress shirt is a shirt. */
  #byWords(text: string): KnownCategory | null {
    const words = toSearchText(text).split(' ')
    for (let end = words.length; end > 0; end--) {
      for (let length = Math.min(LONGEST, end); length > 0; length--) {
        const phrase = words.slice(end - length, end)
        const categories =
          BY_WORDS.get(phrase.join(' ')) ??
          BY_WORDS.get([...phrase.slice(0, -1), singular(phrase.at(-1) ?? '')].join(' '))
        const found = categories?.map((slug) => this.#byName.get(slug)).find((category) => category !== undefined)
        if (found) return found
      }
    }
    return null
  }
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}
