import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { CsvRecord } from '#server/platform/csv-records.ts'
import { gatherRows } from './gather-rows.ts'
import { detectLayout, readRows } from './detect-layout.ts'
import type { ChosenReading, Encoding, Separator } from './table.schema.ts'
import { readXmlRows } from './xml-rows.ts'

const sourceOf = (bytes: Buffer, chunk = 64 * 1024): CsvSource =>
  async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }

async function cellsOf(bytes: Buffer, chosen: ChosenReading = {}) {
  const source = sourceOf(bytes)
  const layout = await detectLayout(source, chosen)
  const rows: string[][] = []
  for await (const records of readRows(source, layout))
    rows.push(...records.flatMap(({ cells }) => (cells ? [cells] : [])))
  return { layout, rows }
}

/** Encodes one byte per letter, like Windows. */
function toWindows1252(text: string): Buffer {
  const decoder = new TextDecoder('windows-1252')
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from([...text].map((sign) => table.get(sign) ?? 0x3f))
}
const WRITERS: ReadonlyArray<readonly [Encoding, (text: string) => Buffer]> = [
  ['utf-8', (text) => Buffer.from(text)],
  ['utf-8', (text) => Buffer.from(`\uFEFF${text}`)],
  ['utf-16le', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['utf-16le', (text) => Buffer.from(text, 'utf16le')],
  ['utf-16be', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['windows-1252', toWindows1252],
]

describe('a table', () => {
  test('is read with any encoding, separator, line ending and preamble', async () => {
    const letters = [...'abc DÉéèöüßñçà’–€œ,;|\t"\n']
    const cell = fc
      .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 })
      .map((signs) => signs.join('').trim())
      // As in real words, non-ASCII letters do not occur next to each other.
      .map((text) => text.replaceAll(/([^\u0000-\u007f])(?=[^\u0000-\u007f])/g, '$1n'))
    const preamble = fc.constantFrom<(sign: string) => string>(
      () => '',
      (sign) => `sep=${sign}\n`,
      () => '# Products of autumn\n',
      () => 'Exported on 1 November\n\n',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...WRITERS),
        fc.constantFrom<Separator>(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n', '\r'),
        preamble,
        fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 6 }),
        async ([encoding, write], separator, end, before, data) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const rows = [
            ['handle', 'name', 'price', 'description'],
            // Enough text to detect the encoding.
            ['première', 'Robe d’été, légère', '12,50', 'Crème brûlée – à 20 €'],
            ...data,
          ]
          const text = before(separator) + rows.map((cells) => cells.map(quoted).join(separator)).join('\n') + '\n'
          const { layout, rows: read } = await cellsOf(write(text.replaceAll('\n', end)))
          expect({ encoding: layout.encoding, separator: layout.separator }).toEqual({ encoding, separator })
          expect(layout.header).toEqual(rows[0])
          // Line breaks within quotes become \n, whatever the file uses.
          expect(read).toEqual(rows.slice(1).filter((cells) => cells.some((one) => one !== '')))
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each([
    [
      'cp1250',
      'windows-1250',
      'handle;name;price\na;Sukienka żółta łąka w kwiaty;120\nb;Płaszcz wełniany dziewczęcy;300\nc;Koszula błękitna ślubna;99\nd;Zażółć gęślą jaźń;1\n',
    ],
    ['cp1251', 'windows-1251', 'handle;name;price\na;Платье летнее из хлопка;1200\nb;Рубашка мужская белая;900\n'],
    ['shift_jis', 'shift_jis', 'handle,name,price\na,青いシャツ,1200\nb,赤いドレス,3000\n'],
    ['cp1253', 'windows-1253', 'handle;name;price\na;Φόρεμα μεταξωτό;120\nb;Κασκόλ μάλλινο;30\n'],
  ])('in %s is recognised', async (name, encoding, text) => {
    const piped = promisify(execFile)('iconv', ['-f', 'utf-8', '-t', name], { encoding: 'buffer' })
    piped.child.stdin?.end(text)
    const { layout, rows } = await cellsOf((await piped).stdout)
    expect(layout.encoding).toBe(encoding)
    expect(rows[0]?.[1]).toBe(text.split('\n')[1]?.split(/[,;]/)[1])
  })

  test("is read with the partner's settings", async () => {
    const bytes = Buffer.from('Notes\nhandle;name;price\na;A|B;10\n')
    expect((await cellsOf(bytes)).layout).toMatchObject({ separator: ';', headerLine: 2 })
    const chosen = { separator: '|', headerLine: 3, encoding: 'windows-1252' } as const
    const { layout } = await cellsOf(Buffer.concat([bytes, Buffer.from('b|c\n')]), chosen)
    expect(layout).toMatchObject({ separator: '|', headerLine: 3, encoding: 'windows-1252', header: ['a;A', 'B;10'] })
  })
})

const FEED = (items: string, more = '') =>
  `<?xml version="1.0"?>${more}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items}</channel></rss>`
const ITEM =
  '<item><g:id>1</g:id><title>A &amp; B</title><g:price>1 EUR</g:price><g:shipping><g:price>9 EUR</g:price></g:shipping></item>'

async function xml(content: string, chunk?: number): Promise<CsvRecord[]> {
  const rows: CsvRecord[] = []
  for await (const records of readXmlRows(sourceOf(Buffer.from(content), chunk))) rows.push(...records)
  return rows
}

describe('an XML feed', () => {
  test('gives the same result when it is parsed in chunks of any size', async () => {
    const whole = await xml(FEED(ITEM.repeat(3)))
    expect(whole.map(({ cells }) => cells?.slice(0, 9))).toEqual(
      Array.from({ length: 3 }, () => ['1', '', 'A & B', '', '', '', '', '', '1 EUR']),
    )
    for (const chunk of [1, 7, 64]) expect(await xml(FEED(ITEM.repeat(3)), chunk)).toEqual(whole)
  })

  test("may use any prefix for Google's namespace, or none", async () => {
    const other = FEED(ITEM).replaceAll('g:', 'x:').replace('xmlns:g', 'xmlns:x')
    expect((await xml(other))[0]?.cells?.[8]).toBe('1 EUR')
    expect((await xml('<rss><channel><item><id>7</id><title>A</title></item></channel></rss>'))[0]?.cells?.[0]).toBe(
      '7',
    )
  })

  test.each([
    ['a document type', FEED(ITEM, '<!DOCTYPE rss [<!ENTITY a "b">]>'), /document type definition/],
    ['an external entity', FEED(ITEM, '<!DOCTYPE rss SYSTEM "file:///etc/passwd">'), /document type definition/],
    ['an unknown entity', FEED('<item><g:id>&lol;</g:id></item>'), /broken at line 1/],
    ['an open element', FEED(ITEM).replace('</item>', ''), /broken at line 1/],
    ['a missing end', FEED(ITEM).slice(0, 200), /broken at line 1/],
    ['another root element', '<products><product/></products>', /not a Google Merchant feed/],
    ['a web page', '<html><body/></html>', /not a Google Merchant feed/],
    ['endless nesting', FEED(`<item>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</item>`), /nested more than 64/],
    [
      'endless attributes',
      FEED(`<item ${Array.from({ length: 300 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      /200 attributes/,
    ],
    ['an endless item', FEED(`<item><title>${'x'.repeat(3 * 2 ** 20)}</title></item>`), /larger than 2 MB/],
    ['an unknown encoding', FEED(ITEM).replace('?>', ' encoding="klingon"?>'), /encoding, 'klingon'/],
  ])('with %s is refused', async (_, content, reason) => {
    await expect(xml(content)).rejects.toThrow(reason)
  })

  test('is read or refused, for any content', async () => {
    const part = fc.constantFrom(
      '<item>',
      '</item>',
      '<g:id>',
      '</g:id>',
      'x',
      '&amp;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '"',
      ' a="b"',
      '\u0000',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        await xml(FEED(parts.join(''))).catch((error: Error) => expect(error).toMatchObject({ name: 'AppError' }))
      }),
      { numRuns: 300 },
    )
  })
})

test('groups rows by key, in memory or on disk', async () => {
  const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.string({ unit: 'binary' })), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(1, 100, 1_000_000), async (given, inMemory) => {
      const records = async function* (): AsyncGenerator<CsvRecord[]> {
        yield given.map(([key, text], index) => ({ line: index + 1, cells: [key, text.toWellFormed(), '\u2028"\n'] }))
      }
      const gathered = new Map<string, unknown[]>()
      for await (const { key, rows: own } of gatherRows(records(), ({ cells }) => cells?.[0] ?? null, inMemory)) {
        expect(gathered.has(key)).toBe(false)
        gathered.set(key, own)
      }
      const expected = new Map<string, unknown[]>()
      for (const [index, [key, text]] of given.entries())
        expected.set(key, [
          ...(expected.get(key) ?? []),
          { line: index + 1, cells: [key, text.toWellFormed(), '\u2028"\n'] },
        ])
      expect(Object.fromEntries(gathered)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: 60 },
  )
})
