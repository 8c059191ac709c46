import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const UNITS: Readonly<Record<string, number>> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }
/** `| what | 30 days | `server/auth/session-limits.ts` `REMEMBERED_DAYS` |`, with the value in the cell before. */
const ROW = /\| *([^|]+?) *\| *`([\w./-]+\.ts)` `([\w.]+)` *\|/g

/**
 * Compares the values in a document with the constants in the source.
 * @param file in docs/
 * @returns the number of values compared, and a sentence for each wrong line
 */
export function compareDocumented(
  file: string,
  text = fs.readFileSync(path.join(root, file), 'utf8'),
): { compared: number; wrong: string[] } {
  const rows = [...text.matchAll(ROW)]
  const wrong = rows.flatMap(([, said = '', source = '', name = '']) => {
    const value = valueIn(source, name)
    if (value === null) return `${source} has no number ${name} any more: update or remove its line in ${file}.`
    return numberOf(said) === value
      ? []
      : `${file} says “${said}” for ${name}, but ${source} says ${value}: update its line.`
  })
  return { compared: rows.length, wrong }
}

/** @param said '1,200 a minute' or '10 MB, each' */
function numberOf(said: string): number {
  const [, digits = '', unit = ''] = /^([\d,.]+) ?(KB|MB|GB)?\b/.exec(said) ?? []
  return Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1)
}

/**
 * Returns the value of a numeric constant, which may be a product; null if there is none.
 * @param name 'MAX_KEYS', or 'SIGNED_IN.atOnce' for a field of an object
 */
function valueIn(source: string, name: string): number | null {
  const file = path.join(root, source)
  if (!fs.existsSync(file)) return null
  const text = fs.readFileSync(file, 'utf8')
  const [constant = '', ...fields] = name.split('.')
  const [begin] = [new RegExp(`\\bconst ${constant}\\b[^=]*= *`).exec(text)]
  if (!begin) return null
  let rest = text.slice(begin.index + begin[0].length)
  for (const field of fields) {
    const at = new RegExp(`\\b${field}: *`).exec(rest)
    if (!at) return null
    rest = rest.slice(at.index + at[0].length)
  }
  const [product = ''] = /^[\d_.]+(?:\s*(?:\*\*?)\s*[\d_.]+)*/.exec(rest) ?? []
  return product === '' ? null : multiply(product.replaceAll('_', ''))
}

const multiply = (product: string): number =>
  product
    .replaceAll(/([\d.]+)\s*\*\*\s*([\d.]+)/g, (_, base: string, exponent: string) =>
      String(Number(base) ** Number(exponent)),
    )
    .split('*')
    .reduce((value, factor) => value * Number(factor), 1)
