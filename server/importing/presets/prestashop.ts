import { discounted } from './prices.ts'
import { arranged, type Preset } from './preset.ts'

const INCLUSIVE = [
  'price tax incl',
  'price tax included',
  'prix ttc',
  'prix de vente ttc',
  'precio con iva',
  'precio impuestos incluidos',
  'prezzo tasse incl',
  'preis inkl mwst',
  'preis bruttopreis',
  'prijs incl btw',
]
const EXCLUSIVE = [
  'price tax excl',
  'price tax excluded',
  'prix ht',
  'prix de vente ht',
  'precio sin iva',
  'prezzo tasse escl',
  'preis zzgl mwst',
  'prijs excl btw',
]

export const prestashop: Preset = {
  id: 'prestashop',
  name: 'PrestaShop export',
  recognise: (has) => {
    const hasPrice = [...INCLUSIVE, ...EXCLUSIVE].some((name) => has.has(name))
    return (
      hasPrice &&
      ['product id', 'id', 'id produit', 'id product', 'id prodotto', 'id de producto', 'produkt id'].some((name) =>
        has.has(name),
      )
    )
  },
  names: {
    handle: ['product id', 'id', 'id produit', 'id product', 'id prodotto', 'id de producto', 'produkt id'],
    name: ['name', 'nom', 'nombre', 'nome', 'naam'],
    sku: ['reference', 'référence', 'referencia', 'riferimento', 'referentie', 'artikel nr'],
    price: [...INCLUSIVE, ...EXCLUSIVE],
    category: [
      'category',
      'categories x y z',
      'catégorie',
      'categoría',
      'categoria',
      'kategorie',
      'categorie',
      'catégories x y z',
    ],
    brand: ['manufacturer', 'brand', 'marque', 'fabricant'],
    description: ['description', 'beschreibung', 'descripción', 'descrizione'],
    tags: ['tags x y z', 'tags', 'mots clés x y z'],
    images: ['image urls x y z', 'url des images x y z', 'images', 'image'],
    stock: ['quantity', 'quantité', 'cantidad', 'quantità', 'menge', 'aantal'],
    status: ['status', 'active 0 1', 'actif 0 1', 'état', 'statut', 'estado', 'stato'],
    sale_starts: ['discount from yyyy mm dd', 'remise valable du aaaa mm jj'],
    sale_ends: ['discount to yyyy mm dd', 'remise valable au aaaa mm jj'],
    gtin: ['ean13', 'ean 13'],
    product_url: ['product url', 'url'],
  },
  required: ['handle', 'name', 'price'],
  notation: 'machine',
  arrange: (rows, { prices, remark }) =>
    rows.map((row) => {
      const price = row.read('price')
      if (row.cell(...INCLUSIVE) === '')
        remark(
          'prices without tax',
          (count) =>
            `${count} prices in this file exclude tax, and shoppers would see them without it. Export the column with tax too, or choose another price column.`,
        )
      const reduced = discounted(
        price,
        {
          percent: row.cell('discount percent', 'pourcentage de remise'),
          amount: row.cell('discount amount', 'montant de la remise'),
        },
        prices,
      )
      return arranged(row, {
        categorySaid: '',
        productCategory: row.read('categorySaid').replaceAll('/', ' > '),
        salePrice: reduced,
        text: row.read('text') || row.cell('summary', 'résumé', 'short description'),
        status: '',
        published: /^(?:1|yes|oui|sí|si|ja|true|enabled|activé|active)?$/i.test(row.read('status')) ? 'true' : 'false',
      })
    }),
  hint: 'PrestaShop exports do not contain product page links or combinations. Add columns named product_url, size and colour with one row for each combination, or import your store’s Google feed.',
}
