import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a pdfkit PDF by page, from its streams and the fonts' character maps. Puts spaces between texts
 * that are positioned separately.
 */
export function parsePdfText(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id, body)
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? ''
    const start = body.indexOf('stream\n') + 7
    const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const letters = new Map<string, Map<number, string>>()
  for (const page of objects.values())
    for (const [, name = '', id = ''] of page.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
      if (table && !letters.has(name)) letters.set(name, parseTable(streamOf(table)))
    }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => textOf(streamOf(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? ''), letters))
}

function parseTable(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]+)>/gi)].forEach(([, hex = ''], index) =>
      letters.set(
        parseInt(first, 16) + index,
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    )
  return letters
}

function textOf(stream: string, letters: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font = ''
  let text = ''
  for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name
    if (!shown) continue
    for (const [, hex = ''] of shown.matchAll(/<([0-9a-f]+)>/gi))
      for (const glyph of hex.match(/.{4}/g) ?? []) text += letters.get(font)?.get(parseInt(glyph, 16)) ?? '?'
    text += ' '
  }
  return text
}
