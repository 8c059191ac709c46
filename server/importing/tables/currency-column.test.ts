import { expect, test } from 'vitest'
import { OTHER_NAMES } from '../other-names.ts'
import { OWN_FIELDS } from '../own-fields.schema.ts'
import { suggestMapping } from '../suggest-mapping.ts'
import { priceRules } from '#server/products/parse-price.ts'
import { openTable } from '../open-table.ts'
import { readProductGroups } from '../product-groups.ts'
import { detectLayout } from './detect-layout.ts'
import { columnUse, formatOf, suggestedMapping } from './table-columns.ts'

/** Reads a file for a partner who sells in pounds, using the given columns or the suggested ones. */
async function read(content: string, chosen?: Record<string, number>) {
  const source = async function* () {
    yield Buffer.from(content)
  }
  const layout = await detectLayout(source)
  const format = formatOf(layout) ?? 'mapped'
  const mapping = chosen ?? suggestedMapping(layout)
  const rules = { ...priceRules('GBP', 1), notation: 'people' as const, websiteUrl: null, now: new Date() }
  const prices: number[] = []
  const problems: string[] = []
  for await (const { product, problems: found } of readProductGroups(
    openTable(source, layout, format, mapping),
    rules,
  )) {
    problems.push(...found.map(({ reason }) => reason))
    prices.push(...(product?.variants.map(({ priceMinor }) => priceMinor) ?? []))
  }
  return { mapping, prices, problems, unused: columnUse(layout, format, mapping).unused }
}

test.each([
  [
    'German',
    'Produkt-URL;Bezeichnung;Preis;Währung;Alter Preis;Größe;Lagerbestand',
    'product_url name price currency original_price size stock',
  ],
  [
    'German',
    'Produktlink;Artikelbezeichnung;Verkaufspreis;Währungscode;Streichpreis;Farbe;Menge',
    'product_url name price currency original_price colour stock',
  ],
  [
    'German',
    'Preis (EUR);UVP (EUR);Angebotspreis in EUR;Bildlink;Altersgruppe',
    'price original_price sale_price image_1 age_group',
  ],
  [
    'French',
    'Référence;Nom du produit;Prix;Devise;Prix barré;Taille;Quantité en stock;Lien du produit;Catégorie;Matière',
    'handle name price currency original_price size stock product_url category material',
  ],
  [
    'Spanish',
    'Código;Título;Precio;Moneda;Precio anterior;Talla;Existencias;Enlace del producto;Género;Descripción',
    'handle name price currency original_price size stock product_url gender description',
  ],
  [
    'Italian',
    'Codice prodotto;Titolo;Prezzo;Valuta;Prezzo barrato;Taglia;Giacenza;Link prodotto',
    'handle name price currency original_price size stock product_url',
  ],
  [
    'Dutch',
    'Productnummer;Productnaam;Prijs;Munteenheid;Adviesprijs;Maat;Voorraad;Productlink;Categorieën',
    'handle name price currency original_price size stock product_url category',
  ],
  [
    'Swedish',
    'Namn;Pris;Valuta;Ordinarie pris;Storlek;Lagersaldo;Produktlänk;Färg;Märke;Kön',
    'name price currency original_price size stock product_url colour brand gender',
  ],
  [
    'Danish',
    'Navn;Pris;Valuta;Førpris;Størrelse;Lagerbeholdning;Produktside;Farve;Køn',
    'name price currency original_price size stock product_url colour gender',
  ],
  [
    'Polish',
    'Nazwa;Cena;Waluta;Stara cena;Rozmiar;Ilość;Link do produktu;Płeć;Materiał;Zdjęcie',
    'name price currency original_price size stock product_url gender material image_1',
  ],
  [
    'Portuguese',
    'Referência;Nome do produto;Preço;Moeda;Preço antigo;Tamanho;Estoque;Link do produto;Descrição',
    'handle name price currency original_price size stock product_url description',
  ],
])('recognises %s column names: %s', (_, header, fields) => {
  const names = header.split(';')
  const mapping = Object.entries(suggestMapping(names))
  expect(names.map((__, place) => mapping.find(([, at]) => at === place)?.[0] ?? '-').join(' ')).toBe(fields)
})

test('recognises each known name in upper and lower case if it is the only column', () => {
  const missed = OWN_FIELDS.flatMap((field) => OTHER_NAMES[field] ?? [])
    .flatMap((name) => [name, name.toUpperCase()])
    .filter((name) => Object.keys(suggestMapping([name])).length === 0)
  expect(missed).toEqual([])
})

const FOREIGN = /is in (?:EUR|€), but your prices here are in GBP/
test.each([
  [
    'a currency column with an unknown name',
    'handle;name;Zahlmittel;Betrag\na;Coat;EUR;189,00\nb;Hat;EUR;39,00',
    { handle: 0, name: 1, price: 3 },
  ],
  ['a column of currency symbols', 'handle;name;x;Betrag\na;Coat;€;189,00', { handle: 0, name: 1, price: 3 }],
  ['the name of the price column', 'handle;name;Preis (EUR)\na;Coat;189,00', undefined],
  [
    'the currency symbol in the name of the price column',
    'handle;name;Betrag in €\na;Coat;189,00',
    { handle: 0, name: 1, price: 2 },
  ],
  ['an extra column of a file in our own format', 'handle,name,price,pays with\na,Coat,189.00,EUR', undefined],
  ['an extra column of a Shopify export', 'Handle,Title,Variant Price,Zahlmittel\na,Coat,189.00,EUR', undefined],
])('rejects prices in a foreign currency shown by %s', async (_, content, chosen) => {
  const { prices, problems } = await read(content, chosen)
  expect(prices).toEqual([])
  expect(problems[0]).toMatch(FOREIGN)
  expect((await read(content.replaceAll('EUR', 'GBP').replaceAll('€', '£'), chosen)).prices).toContain(18_900)
})

test('does not mistake words for currencies, and lists the unused columns', async () => {
  const { prices, unused } = await read('handle;name;price;Art;Notiz\na;Coat;189.00;TOP;ALL\nb;Hat;39.00;TOP;ALL')
  expect(prices).toEqual([18_900, 3_900])
  expect(unused).toEqual(['Art', 'Notiz'])
})

const BRAND_AND_CURRENCY = { handle: 0, name: 1, brand: 2, price: 3 }
test.each([
  ['brands in our own format', 'handle,name,price,brand\na,Coat,189.00,MAD\nb,Hat,39.00,MAD', undefined],
  ['vendors in a Shopify export', 'Handle,Title,Vendor,Variant Price\na,Coat,MAD,189.00\nb,Hat,MAD,39.00', undefined],
  ['sizes with a known name', 'handle;Bezeichnung;Preis;Größe\na;Coat;189,00;PEN\nb;Hat;39,00;PEN', undefined],
  ['a column that the partner maps', 'x;y;z;Betrag\na;Coat;MAD;189,00\nb;Hat;MAD;39,00', BRAND_AND_CURRENCY],
])('does not mistake %s for currencies', async (_, content, chosen) => {
  const { mapping, prices, problems } = await read(content, chosen)
  expect({ problems, prices, currency: mapping.currency }).toEqual({ problems: [], prices: [18_900, 3_900] })
})

test.each([
  ['in our own format', 'handle,name,brand,price,pays with\na,Coat,MAD,189.00,EUR', undefined],
  ['in a Shopify export', 'Handle,Title,Vendor,Variant Price,Zahlmittel\na,Coat,MAD,189.00,EUR', undefined],
  ['with suggested columns', 'handle;Bezeichnung;Marke;Preis;Zahlmittel\na;Coat;MAD;189,00;EUR', undefined],
  ['with chosen columns', 'handle;Bezeichnung;Marke;Betrag;Zahlmittel\na;Coat;MAD;189,00;EUR', BRAND_AND_CURRENCY],
])('finds the currency column even if brands look like currency codes, %s', async (_, content, chosen) => {
  const { prices, problems } = await read(content, chosen)
  expect(prices).toEqual([])
  expect(problems[0]).toMatch(FOREIGN)
})
