const [LEAST, MOST] = [6, 40]
const LEAST_DIGITS = 3
/** Words that shops put before their own running numbers. */
const RUNNING = /^(?:SKU|ITEM|ART|ARTICLE|ARTIKEL|PROD|PRODUCT|STYLE|STYLENO|REF|VAR|VARIANT|NO|NR|ID|P|V)\d+$/

/**
 * What two stores may both know a brand's piece by: the SKU without its spaces, dots and hyphens, in capitals. Null for
 * what may be a store's own running number: fewer than 6 characters, fewer than 3 digits, no letter, or nothing but a
 * number behind a word such as SKU or ITEM.
 */
export function styleNumber(sku: string | null): string | null {
  const plain = (sku ?? '').toUpperCase().replace(/[\s._/#-]/g, '')
  if (!/^[A-Z\d]+$/.test(plain) || plain.length < LEAST || plain.length > MOST || !/[A-Z]/.test(plain)) return null
  return plain.replace(/\D/g, '').length < LEAST_DIGITS || RUNNING.test(plain) ? null : plain
}
