import { VAT_WORDS } from './invoice-words.values.ts'

type VatTreatment = keyof typeof VAT_WORDS

/** The VAT of a line: its treatment, and its rate in basis points. */
export interface LineVat {
  treatment: VatTreatment
  rateBps: number
}

/** VAT categories of EN 16931 (UNCL5305). */
type Category = 'S' | 'AE' | 'O' | 'E'

const CATEGORIES: Readonly<Record<VatTreatment, Category>> = {
  domestic: 'S',
  reverse_charge: 'AE',
  outside_scope: 'O',
  not_registered: 'O',
  none: 'O',
}
const REASON_CODES: Readonly<Partial<Record<Category, string>>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' }

/**
 * Returns the category of a line on an invoice. EN 16931 allows O only if no line has another category (BR-O-11).
 * Otherwise these lines are E, with their reason.
 * @param all the VAT of the whole invoice
 */
export function categoryOf({ treatment }: LineVat, all: readonly LineVat[]): Category {
  const category = CATEGORIES[treatment]
  return category === 'O' && all.some((each) => CATEGORIES[each.treatment] !== 'O') ? 'E' : category
}

interface Row extends LineVat {
  netMinor: number
  vatMinor: number
}

/**
 * Returns an invoice's VAT by category and rate, and the reason if there is none (BG-23). Amounts in minor units,
 * signed.
 */
export function vatBreakdown(all: readonly Row[]) {
  const keyOf = (row: Row) => `${categoryOf(row, all)} ${row.rateBps}`
  return [...new Set(all.map(keyOf))].map((key) => {
    const rows = all.filter((row) => keyOf(row) === key)
    const [{ treatment, rateBps }] = rows as [Row, ...Row[]]
    const category = categoryOf({ treatment, rateBps }, all)
    const words = new Set(rows.map((row) => VAT_WORDS[row.treatment] || NO_VAT))
    return {
      treatment,
      rateBps,
      netMinor: rows.reduce((sum, { netMinor }) => sum + netMinor, 0),
      vatMinor: rows.reduce((sum, { vatMinor }) => sum + vatMinor, 0),
      /** Null if VAT is charged. */
      exemption: category === 'S' ? null : { code: REASON_CODES[category] ?? null, reason: [...words].join(' ') },
    }
  })
}

/** The reason on corrections of invoices that were issued before there was a seller profile. */
const NO_VAT = 'The invoice that this corrects charged no VAT.'
