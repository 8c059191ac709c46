import sax from 'sax'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { AppError } from '#server/platform/errors.ts'

const MAX_ATTRIBUTES = 200

/**
 * Returns a strict XML parser that refuses document type definitions, and with them custom entities, and elements with
 * endless attributes. It throws AppError bad_input, also for broken XML.
 * @param what the file's kind in messages: 'feed'
 */
export function guardedParser(what: string): sax.SAXParser {
  const parser = sax.parser(true, { position: true })
  let attributes = 0
  parser.onerror = (error) => {
    const [first = ''] = error.message.split('\n')
    throw new AppError('bad_input', `The XML of this ${what} is broken at line ${parser.line + 1}: ${first}.`)
  }
  parser.ondoctype = () => {
    throw new AppError(
      'bad_input',
      `This ${what} has a document type definition (<!DOCTYPE ...>), which we do not support. Please remove it.`,
    )
  }
  parser.onopentagstart = () => {
    attributes = 0
  }
  parser.onattribute = () => {
    if (++attributes > MAX_ATTRIBUTES)
      throw new AppError('bad_input', `The XML has an element with more than ${MAX_ATTRIBUTES} attributes.`)
  }
  return parser
}

/**
 * Yields the text of an XML file in the encoding that it declares. @throws AppError bad_input if the text is in another
 * encoding
 */
export async function* decodeXml(source: CsvSource, what: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const chunk of source()) {
    decoder ??= decoderFor(chunk, what)
    yield decodeWith(decoder, chunk, what)
  }
}

function decoderFor(start: Uint8Array, what: string): TextDecoder {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  const declared = /^[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true })
  } catch {
    throw new AppError('bad_input', `We do not support this ${what}’s encoding, '${declared}'. Please use UTF-8.`)
  }
}

function decodeWith(decoder: TextDecoder, chunk: Uint8Array, what: string): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw new AppError(
      'bad_input',
      `This ${what} is not valid ${decoder.encoding.toUpperCase()}. Please save it in that encoding, or correct the encoding in its first line.`,
    )
  }
}
