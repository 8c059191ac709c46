const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Normalises a name or label: one line without control characters. */
export function toOneLine(text: string): string {
  // Most texts are one line of ASCII already.
  if (text === '' || PLAIN.test(text)) return text
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
