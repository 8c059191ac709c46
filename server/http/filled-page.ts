import { createHash } from 'node:crypto'
import zlib from 'node:zlib'
import { initialOf } from '#server/accounts/initial.values.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { badgeText, SAVED } from '#server/wishlist/badge-text.values.ts'
import type { OwnPart } from './own-part.ts'
import { lookup } from '#server/platform/lookup.schema.ts'
import { ELSE, PART, PLACEHOLDERS, SCRIPT } from './page-samples.ts'

const FULL_BADGE = badgeText(PLACEHOLDERS.wishlistIds.length)
/** Approximate bytes to compress together, small enough that filling in one heart is cheap. */
const CHUNK = 24_000
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

type Personal = OwnPart & { viewer: Viewer; ids: ReadonlySet<string> }
type Piece = string | { of: string; states: string[] } | ((personal: Personal) => string)

interface Chunk {
  /** The bytes if none of the chunk's hearts is filled; null if the chunk differs by customer. */
  usual: { bytes: Buffer; deflated: Buffer } | null
  pieces: Piece[]
  hearts: string[]
  /** The index of the script that contains the chunk; null outside scripts. */
  script: number | null
}

/** A page for all customers, which can be filled in for one customer. Contains no personal data. */
export class FillablePage {
  readonly #chunks: Chunk[] = []
  /** The hashes of its scripts in the page's policy. */
  readonly #hashes: string[] = []

  /**
   * @param html the output of mergeSamples
   */
  constructor(html: string) {
    let from = 0
    for (const found of html.matchAll(SCRIPT)) {
      const [page, script = ''] = found
      if (!script.includes(PLACEHOLDERS.email)) continue
      const begin = found.index + page.indexOf('>') + 1
      this.#cut(html.slice(from, begin), null)
      this.#hashes.push(hashOf([Buffer.from(script)]))
      this.#cut(script, this.#hashes.length - 1)
      from = begin + script.length
    }
    this.#cut(html.slice(from), null)
  }

  /**
   * @param policy the page's content security policy, which lists its scripts by hash
   */
  fill(viewer: Viewer, part: OwnPart, policy: string, isCompressed: boolean): { bytes: Buffer; policy: string } {
    const personal: Personal = { ...part, viewer, ids: new Set(part.wishlistIds.split(' ').filter(Boolean)) }
    const plain: Buffer[] = []
    const sent: Buffer[] = isCompressed ? [GZIP_HEADER] : []
    const scripts: Buffer[][] = this.#hashes.map(() => [])
    let crc = 0
    let length = 0
    for (const { usual, pieces, hearts, script } of this.#chunks) {
      const isUsual = usual && !hearts.some((id) => personal.ids.has(id))
      const bytes = isUsual ? usual.bytes : Buffer.from(pieces.map((piece) => filled(piece, personal)).join(''))
      if (isCompressed) {
        sent.push(...(isUsual ? [usual.deflated] : usual ? [deflated(bytes, 3)] : stored(bytes)))
        crc = zlib.crc32(bytes, crc)
        length += bytes.length
      } else plain.push(bytes)
      if (script !== null) scripts[script]?.push(bytes)
    }
    let ownPolicy = policy
    for (const [n, hash] of this.#hashes.entries()) ownPolicy = ownPolicy.replace(hash, hashOf(scripts[n] ?? []))
    if (!isCompressed) return { bytes: Buffer.concat(plain), policy: ownPolicy }
    const end = Buffer.alloc(8)
    end.writeUInt32LE(crc >>> 0, 0)
    end.writeUInt32LE(length >>> 0, 4)
    return { bytes: Buffer.concat([...sent, LAST_BLOCK, end]), policy: ownPolicy }
  }

  #cut(html: string, script: number | null): void {
    let pieces: Piece[] = []
    let length = 0
    const close = () => {
      if (pieces.length) this.#chunks.push(chunkOf(pieces, script))
      pieces = []
      length = 0
    }
    for (const piece of piecesOf(html, script !== null)) {
      if (typeof piece === 'function' || isNews(piece)) {
        close()
        this.#chunks.push({ usual: null, pieces: [piece], hearts: [], script })
        continue
      }
      pieces.push(piece)
      length += typeof piece === 'string' ? piece.length : piece.states.join('').length / 2
      if (length > CHUNK) close()
    }
    close()
  }
}

/** Ends at a byte boundary and refers to nothing before it, so chunks can be joined in any order. */
const deflated = (bytes: Buffer, level: number) =>
  zlib.deflateRawSync(bytes, { level, finishFlush: zlib.constants.Z_FULL_FLUSH })

/** Stores bytes without compression, which is not worth its cost for a few bytes. */
function stored(bytes: Buffer): Buffer[] {
  if (bytes.length > 0xffff) return [deflated(bytes, 3)]
  const head = Buffer.from([0, 0, 0, 0, 0])
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return [head, bytes]
}

const isNews = (piece: Piece) => typeof piece === 'object' && piece.of === 'new'

function chunkOf(pieces: Piece[], script: number | null): Chunk {
  const bytes = Buffer.from(
    pieces.map((piece) => (typeof piece === 'object' ? (piece.states[0] ?? '') : piece)).join(''),
  )
  return {
    usual: { bytes, deflated: deflated(bytes, 6) },
    pieces,
    hearts: pieces.flatMap((piece) => (typeof piece === 'object' ? piece.of : [])),
    script,
  }
}

const { name, email, userId, wishlistNews, expiresAt } = PLACEHOLDERS
const LEAVES = lookup<(personal: Personal) => string>({
  [name]: ({ viewer }) => viewer.fullName,
  [email]: ({ viewer }) => viewer.email,
})
const IN_MARKUP = new RegExp(`${PART.source}|${name}|${email}`, 'g')
const IDS = `(?:[0-9a-f-]{36} )*${PLACEHOLDERS.wishlistIds.join(' ')}`
const IN_DATA = new RegExp(`(${name}|${email})|(${IDS})|(${userId})|(${wishlistNews})|(${expiresAt})`, 'g')

function piecesOf(html: string, isData: boolean): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of html.matchAll(isData ? IN_DATA : IN_MARKUP)) {
    pieces.push(html.slice(from, found.index), isData ? dataPiece(found) : markupPiece(found))
    from = found.index + found[0].length
  }
  pieces.push(html.slice(from))
  return pieces.filter((piece) => piece !== '')
}

function markupPiece([page, of, content]: RegExpMatchArray): Piece {
  if (of === 'initial') return ({ viewer }) => escapeText(initialOf(viewer))
  if (of !== undefined) return { of, states: (content ?? '').split(ELSE) }
  const leaf = LEAVES[page]
  return (personal) => escapeText(leaf?.(personal) ?? '')
}

function dataPiece([, text, ids, userId, news]: RegExpMatchArray): Piece {
  const leaf = text && LEAVES[text]
  if (leaf) return (personal) => escapeData(leaf(personal))
  if (ids) return (personal) => personal.wishlistIds
  if (userId) return (personal) => personal.viewer.userId
  return news ? (personal) => String(personal.wishlistNews) : (personal) => String(personal.viewer.expiresAt.getTime())
}

function filled(piece: Piece, personal: Personal): string {
  if (typeof piece === 'string') return piece
  if (typeof piece === 'function') return piece(personal)
  const [none = '', all = '', news = ''] = piece.states
  if (piece.of !== 'new') return personal.ids.has(piece.of) ? all : none
  // News can also come from saved searches, without any wishlist items.
  const withNews = personal.ids.size ? news : news.replace(SAVED, '')
  const state = personal.wishlistNews ? withNews : personal.ids.size ? all : none
  return state
    .replaceAll(FULL_BADGE, badgeText(personal.ids.size))
    .replaceAll(String(wishlistNews), String(personal.wishlistNews))
}

const hashOf = (parts: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `'sha256-${hash.digest('base64')}'`
}

const ESCAPES = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })
/** Escapes text as React does. */
const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** Escapes text as Remix does in a page's data: JSON in a string of a script. */
const escapeData = (text: string) =>
  inner(inner(text)).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const inner = (text: string) => JSON.stringify(text).slice(1, -1)
