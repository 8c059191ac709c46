/** The languages of queries: English and the four others that the shop reads. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'it'
type Words = Readonly<Record<Language, readonly string[]>>

const words = (en: string, de = '', fr = '', es = '', it = ''): Words => {
  const list = (text: string) => text.split(', ').filter(Boolean)
  return { en: list(en), de: list(de), fr: list(fr), es: list(es), it: list(it) }
}
const DRESSES = ['day-dresses', 'tea-dresses', 'occasion-dresses', 'maxi-dresses', 'evening-dresses']
const JACKETS = ['casual-jackets', 'leather-jackets', 'denim-jackets', 'puffer-jackets', 'waterproofs', 'blazers']
const kind = (slugs: readonly string[], say: Words) => ({ slugs, say })

/** Words for each kind, with the categories that contain only this kind. */
export const KIND_WORDS = [
  kind(DRESSES, words('dress, dresses', 'kleid, kleider', 'robe, robes', 'vestido, vestidos', 'vestito, abito')),
  kind(['maxi-dresses'], words('maxi dress')),
  kind(['jumpsuits'], words('jumpsuit')),
  kind(['wool-coats', 'trench-coats', 'puffer-jackets'], words('coat', 'mantel', 'manteau', 'abrigo', 'cappotto')),
  kind(['trench-coats'], words('trench coat, trench')),
  kind(['puffer-jackets'], words('puffer jacket, puffer')),
  kind(['waterproofs'], words('raincoat, waterproof jacket, rain jacket')),
  kind(['blazers'], words('blazer')),
  kind(['leather-jackets'], words('leather jacket, biker jacket')),
  kind(['denim-jackets'], words('denim jacket, jean jacket')),
  kind(JACKETS, words('jacket', 'jacke', 'veste', 'chaqueta', 'giacca')),
  kind(['t-shirts'], words('t-shirt, tshirt, tee', '', 't-shirt', 'camiseta', 'maglietta')),
  kind(['shirts'], words('shirt', 'hemd', 'chemise', 'camisa', 'camicia')),
  kind(['blouses'], words('blouse', 'bluse', 'chemisier', 'blusa', 'camicetta')),
  kind(['hoodies-sweatshirts'], words('hoodie, sweatshirt')),
  kind(['jumpers', 'fisherman-knits'], words('jumper, sweater', 'pullover', 'pull', 'jersey', 'maglione')),
  kind(['cardigans'], words('cardigan', 'strickjacke', 'gilet')),
  kind(['straight-jeans', 'slim-jeans', 'wide-leg-jeans'], words('jeans', 'jeans', 'jeans', 'vaqueros', 'jeans')),
  kind(
    ['tailored-trousers', 'wide-leg-trousers', 'cord-trousers'],
    words('trousers, pants', 'hose', 'pantalon', 'pantalones', 'pantaloni'),
  ),
  kind(['short-skirts', 'midi-skirts', 'denim-skirts'], words('skirt', 'rock', 'jupe', 'falda', 'gonna')),
  kind(['midi-skirts'], words('midi skirt')),
  kind(['shorts', 'denim-shorts'], words('shorts')),
  kind(['trainers'], words('trainers, sneakers', 'turnschuhe', 'baskets', 'zapatillas')),
  kind(['running-shoes'], words('running shoes')),
  kind(['boots', 'ankle-boots'], words('boots', 'stiefel', 'bottes', 'botas', 'stivali')),
  kind(['ankle-boots'], words('ankle boots', 'stiefeletten', 'bottines', 'botines', 'stivaletti')),
  kind(['heels'], words('heels, high heels', '', 'escarpins')),
  kind(['sandals'], words('sandals', 'sandalen', 'sandales', 'sandalias', 'sandali')),
  kind(['loafers'], words('loafers')),
  kind(
    ['tote-bags', 'crossbody-bags', 'backpacks', 'clutches'],
    words('bag, handbag', 'tasche, handtasche', 'sac', 'bolso', 'borsa'),
  ),
  kind(['tote-bags'], words('tote bag, tote')),
  kind(['crossbody-bags'], words('crossbody bag')),
  kind(['backpacks'], words('backpack, rucksack', 'rucksack', '', 'mochila', 'zaino')),
  kind(['rings'], words('ring', '', 'bague', 'anillo', 'anello')),
  kind(['necklaces'], words('necklace', 'halskette', 'collier', 'collar', 'collana')),
  kind(['earrings'], words('earrings', 'ohrringe', '', 'pendientes', 'orecchini')),
  kind(['watches'], words('watch', 'uhr', 'montre', 'reloj', 'orologio')),
  kind(['sunglasses'], words('sunglasses', 'sonnenbrille')),
  kind(['scarves'], words('scarf', 'schal', 'écharpe', 'bufanda', 'sciarpa')),
  kind(['beanies'], words('beanie', 'mütze', 'bonnet', 'gorro')),
  kind(['belts'], words('belt', 'gürtel', 'ceinture', 'cinturón', 'cintura')),
  kind(['leggings'], words('leggings')),
  kind(['swimsuits'], words('swimsuit', 'badeanzug', 'maillot')),
]

/** Words by colour family. */
export const COLOUR_WORDS: Readonly<Record<string, Words>> = {
  black: words('black', 'schwarz', 'noir', 'negro', 'nero'),
  white: words('white', 'weiß', 'blanc', 'blanco', 'bianco'),
  grey: words('grey, gray', 'grau', 'gris', 'gris', 'grigio'),
  brown: words('brown', 'braun', 'marron', 'marrón', 'marrone'),
  red: words('red', 'rot', 'rouge', 'rojo', 'rosso'),
  yellow: words('yellow', 'gelb', 'jaune', 'amarillo', 'giallo'),
  green: words('green', 'grün', 'vert', 'verde', 'verde'),
  blue: words('blue', 'blau', 'bleu', 'azul', 'blu'),
  pink: words('pink', 'rosa', 'rose', 'rosa', 'rosa'),
  beige: words('beige', 'beige', 'beige', 'beige', 'beige'),
}
export const MATERIAL_WORDS: Readonly<Record<string, Words>> = {
  wool: words('wool', 'wolle', 'laine', 'lana', 'lana'),
  cotton: words('cotton', 'baumwolle', 'coton', 'algodón', 'cotone'),
  silk: words('silk', 'seide', 'soie', 'seda', 'seta'),
  linen: words('linen', 'leinen', 'lin', 'lino', 'lino'),
  leather: words('leather', 'leder', 'cuir', 'cuero', 'pelle'),
  suede: words('suede'),
  cashmere: words('cashmere'),
  merino: words('merino'),
  satin: words('satin'),
  polyester: words('polyester'),
  nylon: words('nylon'),
}
export const CUT_WORDS: Readonly<Record<string, Words>> = {
  'leg:wide': words('wide leg, wide-leg'),
  'leg:flared': words('flared'),
  'leg:slim': words('slim'),
  'leg:tapered': words('tapered'),
  'neck:v-neck': words('v-neck, v neck', 'v-ausschnitt', 'col v', 'cuello v', 'scollo v'),
  'neck:crew': words('crew neck', 'rundhals', 'col rond', 'cuello redondo', 'girocollo'),
  'neck:roll': words('roll neck, turtleneck', 'rollkragen', 'col roulé', '', 'dolcevita'),
  'neck:halter': words('halter neck'),
  'sleeve:long': words('long sleeve, long sleeved', 'langarm', 'manches longues', 'manga larga', 'maniche lunghe'),
  'pattern:striped': words('striped, stripy', 'gestreift', 'rayé', 'de rayas', 'a righe'),
  'pattern:checked': words('checked', 'kariert', 'à carreaux', 'de cuadros', 'a quadri'),
  'pattern:floral': words('floral, flowery', 'geblümt', 'fleuri', 'de flores', 'a fiori'),
  'pattern:polka dot': words('polka dot', 'gepunktet', 'à pois', 'de lunares', 'a pois'),
  'length:midi': words('midi'),
  'length:mini': words('mini'),
  'heel:block': words('block heel'),
  'heel:platform': words('platform'),
  'closure:wrap': words('wrap'),
}

interface Grammar {
  colour: (colour: string, kind: string) => string
  both: (colour: string, material: string, kind: string) => string
  cut: (cut: string, kind: string) => string
  women: string
  men: string
  kids: string
  size: (size: string) => string
  under: (amount: number, currency: string) => string
  not: (unwanted: string, isMaterial: boolean) => string
}
const NAMES: Readonly<Record<string, Readonly<Record<'sign' | 'en' | 'other', string>>>> = {
  GBP: { sign: '£', en: 'pounds', other: 'pounds' },
  EUR: { sign: '€', en: 'euros', other: 'euro' },
  USD: { sign: '$', en: 'dollars', other: 'dollar' },
}
const sign = (currency: string) => NAMES[currency]?.sign ?? ''
const behind = (colour: string, kind: string) => `${kind} ${colour}`

export const LANGUAGES: Readonly<Record<Language, Grammar>> = {
  en: {
    colour: (colour, kind) => `${colour} ${kind}`,
    both: (colour, material, kind) => `${colour} ${material} ${kind}`,
    cut: (cut, kind) => `${cut} ${kind}`,
    women: 'womens',
    men: 'mens',
    kids: 'kids',
    size: (size) => `size ${size}`,
    under: (amount, currency) => `under ${sign(currency)}${amount}`,
    not: (unwanted, isMaterial) => (isMaterial ? `without ${unwanted}` : `not ${unwanted}`),
  },
  de: {
    colour: behind,
    both: (colour, material, kind) => `${kind} ${colour} ${material}`,
    cut: (cut, kind) => `${kind} ${cut}`,
    women: 'damen',
    men: 'herren',
    kids: 'kinder',
    size: (size) => `größe ${size}`,
    under: (amount, currency) => `unter ${amount}${sign(currency)}`,
    not: (unwanted) => `ohne ${unwanted}`,
  },
  fr: {
    colour: behind,
    both: (colour, material, kind) => `${kind} ${colour} en ${material}`,
    cut: (cut, kind) => `${kind} ${cut}`,
    women: 'femme',
    men: 'homme',
    kids: 'enfant',
    size: (size) => `taille ${size}`,
    under: (amount, currency) => `moins de ${amount}${sign(currency)}`,
    not: (unwanted) => `sans ${unwanted}`,
  },
  es: {
    colour: behind,
    both: (colour, material, kind) => `${kind} ${colour} de ${material}`,
    cut: (cut, kind) => `${kind} ${cut}`,
    women: 'mujer',
    men: 'hombre',
    kids: 'niños',
    size: (size) => `talla ${size}`,
    under: (amount, currency) => `menos de ${amount}${sign(currency)}`,
    not: (unwanted) => `sin ${unwanted}`,
  },
  it: {
    colour: behind,
    both: (colour, material, kind) => `${kind} ${colour} in ${material}`,
    cut: (cut, kind) => `${kind} ${cut}`,
    women: 'donna',
    men: 'uomo',
    kids: 'bambini',
    size: (size) => `taglia ${size}`,
    under: (amount, currency) => `sotto ${amount}${sign(currency)}`,
    not: (unwanted) => `senza ${unwanted}`,
  },
}
