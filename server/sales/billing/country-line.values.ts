/**
 * Returns the country to write below a company's address.
 * @returns '' if the address ends with it already
 */
export function countryLine(address: string, countryName: string): string {
  const last = address.trimEnd().split(/[\n,]/).at(-1) ?? ''
  return last.trim().toLowerCase() === countryName.toLowerCase() ? '' : countryName
}
