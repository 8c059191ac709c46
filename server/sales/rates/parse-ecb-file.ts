import { AppError } from '#server/platform/errors.ts'
import { divideHalfEven } from '#server/platform/money.ts'

const DIGITS = 6
/** Rates below this are too imprecise with six decimals. */
const LEAST = 1_000n

export interface DayOfRates {
  /** '2026-11-23' */
  asOf: string
  /** One unit of each currency in US dollars, with six decimals. */
  rates: Array<{ currency: string; toBase: string }>
  /** Currencies whose rate is too small for six decimals. */
  tooSmall: string[]
}

/**
 * Reads a daily file of reference rates from the European Central Bank, eurofxref as XML or CSV. Of several days, the
 * newest counts. The file has units per euro; we use US dollars per unit.
 * @throws AppError bad_input with the problem
 */
export function parseEcbFile(text: string): DayOfRates {
  const { day, perEuro } = text.trimStart().startsWith('<') ? parseXml(text) : parseCsv(text)
  const dollar = perEuro.get('USD')
  if (!dollar) throw refusal('The file has no rate for the US dollar.')
  const rates: DayOfRates['rates'] = []
  const tooSmall: string[] = []
  for (const [currency, units] of [['EUR', exact('1')] as const, ...perEuro]) {
    if (currency === 'USD') continue
    const micro = divideHalfEven(dollar * 10n ** BigInt(DIGITS), units)
    if (micro < LEAST) tooSmall.push(currency)
    else rates.push({ currency, toBase: decimal(micro) })
  }
  return { asOf: day, rates: rates.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)), tooSmall }
}

interface Read {
  day: string
  perEuro: Map<string, bigint>
}

function parseXml(text: string): Read {
  const days = text.split(/<Cube\s+time=/).flatMap((part): Array<[day: string, within: string]> => {
    const [, day] = /^["'](\d{4}-\d\d-\d\d)["']\s*>/.exec(part) ?? []
    const end = part.indexOf('</Cube>')
    return day === undefined || end < 0 ? [] : [[day, part.slice(0, end)]]
  })
  const [day = '', within = ''] = days.toSorted(([a], [b]) => (a < b ? 1 : -1))[0] ?? []
  const cubes = within.matchAll(/<Cube\s+currency=["']([^"']*)["']\s+rate=["']([^"']*)["']\s*\/>/g)
  return checked(
    day,
    [...cubes].map(([, currency = '', rate = '']) => [currency, rate]),
  )
}

function parseCsv(text: string): Read {
  const [head = [], ...rows] = text.split(/\r?\n/).map((line) => line.split(',').map((cell) => cell.trim()))
  if (head[0] !== 'Date') throw refusal('It is neither a eurofxref XML file nor a eurofxref CSV file.')
  const newest = rows
    .filter((row) => row.length > 1)
    .map((row) => [dayOf(row[0] ?? ''), row] as const)
    .toSorted(([a], [b]) => (a < b ? 1 : -1))[0]
  const cells = newest?.[1] ?? []
  const pairs = head.map((currency, index) => [currency, cells[index] ?? ''] as const).slice(1)
  return checked(
    newest?.[0] ?? '',
    pairs.filter(([currency, rate]) => currency !== '' && rate !== '' && rate !== 'N/A'),
  )
}

/** Parses '23 November 2026' or '2026-11-23'. */
function dayOf(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const at = /^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(text) ? Date.parse(`${text} UTC`) : NaN
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
}

function checked(day: string, pairs: ReadonlyArray<readonly [string, string]>): Read {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) throw refusal('The file has no date.')
  if (!pairs.length) throw refusal('The file has no rates.')
  const perEuro = new Map<string, bigint>()
  for (const [currency, rate] of pairs) {
    if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,7}(\.\d{1,6})?$/.test(rate) || exact(rate) === 0n)
      throw refusal(`This is not a rate: ${`${currency} ${rate}`.slice(0, 40)}.`)
    if (perEuro.has(currency)) throw refusal(`${currency} is listed twice.`)
    perEuro.set(currency, exact(rate))
  }
  return { day, perEuro }
}

/** Returns a decimal number in millionths. */
function exact(text: string): bigint {
  const [units = '0', fraction = ''] = text.split('.')
  return BigInt(units + fraction.padEnd(DIGITS, '0'))
}

function decimal(micro: bigint): string {
  const digits = String(micro).padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}

const refusal = (message: string) =>
  new AppError('bad_input', `We cannot read this file. ${message}`, { field: 'text' })
