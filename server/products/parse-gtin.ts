/**
 * Returns the barcode as a GTIN (8, 12, 13 or 14 digits with a correct check digit), or null. Ignores Excel's leading
 * apostrophe, spaces and hyphens.
 */
export function parseGtin(text: string): string | null {
  const digits = text.trim().replace(/^'/, '').replace(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null
  // Weights from the right, beginning with the check digit: 1, 3, 1, 3 ...
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? digits : null
}
