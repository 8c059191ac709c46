const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const PLAIN = /^<div style="white-space: pre-line">([^<]*)<\/div>$/

/** A text without markup as the HTML of a description, which stays without markup when it comes back. */
export const toPlainBody = (text: string): string =>
  text === ''
    ? ''
    : `<div style="white-space: pre-line">${text.replace(/[&<>]/g, (sign) => ENTITIES[sign as '&'])}</div>`

/** The text that `toPlainBody` wrote; null for any other HTML. */
export function readPlainBody(body: string): { text: string; html: null } | null {
  const text = PLAIN.exec(body)?.[1]
  if (text === undefined) return null
  return { text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'), html: null }
}
