const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const PLAIN = /^<div style="white-space: pre-line">([^<]*)<\/div>$/

/** Returns plain text as HTML that `parsePlainBody` turns back into plain text. */
export const toPlainBody = (text: string): string =>
  text === ''
    ? ''
    : `<div style="white-space: pre-line">${text.replace(/[&<>]/g, (sign) => ENTITIES[sign as '&'])}</div>`

/** Returns the text that `toPlainBody` wrote; null for any other HTML. */
export function parsePlainBody(body: string): { text: string; html: null } | null {
  const text = PLAIN.exec(body)?.[1]
  if (text === undefined) return null
  return { text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'), html: null }
}
