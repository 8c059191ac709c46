import { toSearchText } from '#server/catalogue/search-text.ts'
import { arranged, NO_VARIANT, saidOptions, type ArrangedRow, type Preset, type PresetRow } from './preset.ts'

const KINDS = /^(?:simple|variable|variation|grouped|external)\b/i
/** 'Attribute 1 name', 'Attribut 1 Name', 'Nom de l’attribut 1', 'Naam eigenschap 1', 'Nazwa atrybutu 1'. */
const ATTRIBUTE = /\b(?:attr|atr|egenskap|eigenschap)\w*\b/
const TYPE = ['type', 'typ', 'tipo', 'rodzaj', 'soort', 'tyyppi', 'typ produktu']
const PARENT = [
  'parent',
  'übergeordnetes produkt',
  'übergeordnet',
  'superior',
  'genitore',
  'hoofd',
  'bovenliggend',
  'överordnad',
  'overordnet',
  'forælder',
  'nadrzędny',
  'ascendente',
  'pai',
]
const IN_STOCK = [
  'in stock',
  'vorrätig',
  'auf lager',
  'en stock',
  'existencias',
  'en inventario',
  'hay existencias',
  'in magazzino',
  'disponibile',
  'op voorraad',
  'i lager',
  'på lager',
  'w magazynie',
  'na stanie',
  'em estoque',
  'em stock',
]
const BACKORDERS = ['backorders allowed', 'lieferrückstände erlaubt', 'autoriser les commandes de produits en rupture']
const SHORT_TEXT = [
  'short description',
  'kurzbeschreibung',
  'description courte',
  'descripción corta',
  'breve descrizione',
  'descrizione breve',
  'korte beschrijving',
  'kort beskrivning',
  'kort beskrivelse',
  'krótki opis',
  'descrição curta',
]
const EXTERNAL = [
  'external url',
  'externe url',
  'url externe',
  'url externa',
  'url esterno',
  'extern url',
  'zewnętrzny url',
]

const read = (row: PresetRow, names: readonly string[]) => row.cell(...names)
const kindOf = (row: PresetRow) => read(row, TYPE).toLowerCase()
const skuOrId = (row: PresetRow) => row.read('sku') || row.cell('id')
/** Unescapes a value of a list. List values are separated by commas; a comma in a value is written '\,'. */
const valueOf = (text: string) => text.replaceAll('\\,', ',').trim()

function attributeColumns(header: readonly string[]): Array<{ name: number; value: number }> {
  const byNumber = new Map<string, number[]>()
  for (const [index, cell] of header.entries()) {
    const text = toSearchText(cell)
    const number = /\b(\d{1,2})\b/.exec(text)?.[1]
    if (number && ATTRIBUTE.test(text)) byNumber.set(number, [...(byNumber.get(number) ?? []), index])
  }
  // The columns are name, values, visible and global.
  return [...byNumber.values()].flatMap(([name, value]) =>
    name === undefined || value === undefined ? [] : [{ name, value }],
  )
}

const columnsOf = new WeakMap<readonly string[], ReturnType<typeof attributeColumns>>()

function attributesOf(row: PresetRow, header: readonly string[]): Array<[string, string]> {
  const columns = columnsOf.get(header) ?? attributeColumns(header)
  columnsOf.set(header, columns)
  return columns.flatMap(({ name, value }): Array<[string, string]> => {
    const [called, text] = [(row.cells[name] ?? '').trim(), (row.cells[value] ?? '').trim()]
    return called === '' || text === '' ? [] : [[called, text]]
  })
}

function stockOf(row: PresetRow): string {
  const [said, stock] = [read(row, IN_STOCK).toLowerCase(), row.read('stock')]
  if (said === '0') return '0'
  const mayOrder = said === 'backorder' || !/^0?$/.test(read(row, BACKORDERS))
  return mayOrder && Number(stock) <= 0 ? '' : stock
}

function variantOf(row: PresetRow, header: readonly string[]): ArrangedRow {
  const isVariation = kindOf(row).startsWith('variation')
  const options = attributesOf(row, header)
    .filter(([, value]) => isVariation || !/(?<!\\),/.test(value))
    .map(([name, value]): [string, string] => [name, valueOf(value)])
  return arranged(row, {
    ...saidOptions(
      isVariation ? options : options.filter(([name]) => /colou?r|farbe|couleur|größe|size|taille/i.test(name)),
    ),
    stock: stockOf(row),
    availability: '',
    handle: skuOrId(row),
    ...(isVariation ? { variantImage: row.read('images').split(/,\s/)[0] ?? '', images: '' } : {}),
  })
}

function headOf(row: PresetRow, isHead: boolean): ReturnType<typeof arranged> {
  const text = (row.read('text') || read(row, SHORT_TEXT)).replaceAll('\\n', '\n').replaceAll('\\,', ',')
  return arranged(
    row,
    {
      ...(isHead ? NO_VARIANT : {}),
      handle: skuOrId(row),
      text,
      categorySaid: '',
      productCategory: row.read('categorySaid').replaceAll('\\,', ' '),
      status: '',
      published: row.read('status') === '1' ? 'true' : row.read('status') === '' ? '' : 'false',
      productUrl: row.read('productUrl') || read(row, EXTERNAL),
    },
    isHead,
  )
}

const HINT =
  'WooCommerce exports do not contain product page links. Add a column named product_url, or import your store’s Google feed, so that shoppers can open your products.'

export const woocommerce: Preset = {
  id: 'woocommerce',
  name: 'WooCommerce export',
  recognise: (has, header, rows) => {
    const type = TYPE.map((name) => header.findIndex((cell) => toSearchText(cell) === toSearchText(name))).find(
      (at) => at !== -1,
    )
    if (type === undefined || !has.has('id')) return false
    const hasKinds = rows.some((cells) => KINDS.test((cells[type] ?? '').trim()))
    return hasKinds && (attributeColumns(header).length > 0 || PARENT.some((name) => has.has(toSearchText(name))))
  },
  names: {
    handle: ['id'],
    sku: ['sku', 'artikelnummer', 'ugs', 'reference', 'rek', 'código', 'tuotekoodi', 'varenummer'],
    name: ['name', 'nom', 'nombre', 'nome', 'naam', 'namn', 'navn', 'nazwa', 'nimi'],
    description: [
      'description',
      'beschreibung',
      'descripción',
      'descrizione',
      'beschrijving',
      'beskrivning',
      'beskrivelse',
      'opis',
      'descrição',
    ],
    status: [
      'published',
      'veröffentlicht',
      'publié',
      'publicado',
      'pubblicato',
      'gepubliceerd',
      'publicerad',
      'publicerat',
      'publisert',
      'offentliggjort',
      'opublikowano',
      'opublikowane',
    ],
    stock: [
      'stock',
      'lager',
      'lagerbestand',
      'bestand',
      'inventario',
      'magazzino',
      'voorraad',
      'lagersaldo',
      'stan magazynowy',
      'magazyn',
      'estoque',
    ],
    sale_price: [
      'sale price',
      'angebotspreis',
      'tarif promo',
      'precio rebajado',
      'prezzo in offerta',
      'actieprijs',
      'reapris',
      'salgspris',
      'tilbudspris',
      'udsalgspris',
      'cena promocyjna',
      'preço promocional',
    ],
    price: [
      'regular price',
      'regulärer preis',
      'normaler preis',
      'tarif régulier',
      'precio normal',
      'prezzo di listino',
      'reguliere prijs',
      'ordinarie pris',
      'vanlig pris',
      'normalpris',
      'cena',
      'cena regularna',
      'preço normal',
      'preço',
    ],
    sale_starts: [
      'date sale price starts',
      'datum an dem angebotspreis beginnt',
      'date de début de promo',
      'día en que empieza el precio rebajado',
      'data di inizio del prezzo in offerta',
      'startdatum actieprijs',
    ],
    sale_ends: [
      'date sale price ends',
      'datum an dem angebotspreis endet',
      'date de fin de promo',
      'día en que termina el precio rebajado',
      'data di fine del prezzo in offerta',
      'einddatum actieprijs',
    ],
    category: [
      'categories',
      'kategorien',
      'catégories',
      'categorías',
      'categorie',
      'categorieën',
      'kategorier',
      'kategorie',
      'categorias',
    ],
    tags: ['tags', 'schlagwörter', 'étiquettes', 'etiquetas', 'tag', 'etiketter', 'stikkord', 'znaczniki'],
    images: ['images', 'bilder', 'imágenes', 'immagini', 'afbeeldingen', 'billeder', 'obrazki', 'imagens'],
    gtin: [
      'gtin upc ean or isbn',
      'gtin upc ean oder isbn',
      'gtin upc ean ou isbn',
      'gtin upc ean o isbn',
      'gtin upc ean of isbn',
    ],
    brand: ['brands', 'marken', 'marques', 'marcas', 'marchi', 'merken', 'varumärken'],
    product_url: ['product url', 'permalink'],
  },
  required: ['handle', 'name', 'price'],
  notation: 'machine',
  isScattered: true,
  hint: HINT,
  keyOf: (row) =>
    kindOf(row).startsWith('variation') ? read(row, PARENT) || `orphan:${row.line}` : `id:${row.cell('id')}`,
  handleOf: skuOrId,
  links: (row) =>
    row.read('sku') === '' || kindOf(row).startsWith('variation') ? [] : [[row.read('sku'), `id:${row.cell('id')}`]],
  arrange: (rows, { note, refuse, header }) => {
    const parent = rows.find((row) => !kindOf(row).startsWith('variation'))
    const variations = rows.filter((row) => row !== parent && kindOf(row).startsWith('variation'))
    if (!parent) {
      for (const row of variations) refuse(row.line, `its parent product '${read(row, PARENT)}' is not in the file`)
      return []
    }
    if (kindOf(parent).startsWith('grouped')) {
      note(parent.line, 'a grouped product has no price, so it was left out. The products in it are imported')
      return []
    }
    if (!kindOf(parent).startsWith('variable')) {
      const head = headOf(parent, false)
      return [arranged({ ...head }, { ...variantOf(parent, header).cells.said, ...head.cells.said })]
    }
    const sold = variations.filter((row) => row.read('status') !== '0' && row.read('status') !== '-1')
    for (const row of variations)
      if (!sold.includes(row)) note(row.line, 'this variation is not published, so it was left out')
    if (!sold.length) refuse(parent.line, 'none of its published variations is in the file')
    return [headOf(parent, true), ...sold.map((row) => variantOf(row, header))]
  },
}
