const [MIN_LENGTH, MAX_LENGTH] = [6, 40]
const MIN_DIGITS = 3
/** A number alone, or behind a word that shops put before their own numbers, and perhaps a size. */
const RUNNING =
  /^(?:SKU|ITEM|ART|ARTICLE|ARTIKEL|PROD|PRODUCT|STYLE|STYLENO|REF|VAR|VARIANT|NO|NR|ID|P|V)?\d+[A-Z]{0,3}$/

/**
 * Returns the style number that two stores may use for an item of a brand: the SKU in capitals, without spaces, dots
 * and hyphens. Null for a possible running number of the store: fewer than 6 characters, fewer than 3 digits, or a
 * number alone or after a word such as SKU or ITEM, even with a size at its end.
 */
export function styleNumber(sku: string | null): string | null {
  const plain = (sku ?? '').toUpperCase().replace(/[\s._/#-]/g, '')
  if (!/^[A-Z\d]+$/.test(plain) || plain.length < MIN_LENGTH || plain.length > MAX_LENGTH) return null
  return plain.replace(/\D/g, '').length < MIN_DIGITS || RUNNING.test(plain) ? null : plain
}
