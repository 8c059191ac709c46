import { initialOf } from '#server/accounts/initial.values.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { badgeText, SAVED } from '#server/wishlist/badge-text.values.ts'
import type { OwnPart } from './own-part.ts'
import { lookup } from '#server/platform/lookup.schema.ts'
import { hashOf } from './security-headers.ts'
import { ELSE, PART, PLACEHOLDERS, SCRIPT } from './page-samples.ts'

const FULL_BADGE = badgeText(PLACEHOLDERS.wishlistIds.length)

type Personal = OwnPart & { viewer: Viewer; ids: ReadonlySet<string> }
type Piece = string | { of: string; states: string[] } | ((personal: Personal) => string)

/** A section of the page: markup, or the text of a script that contains personal data. */
interface Section {
  pieces: Piece[]
  /** The script's hash in the page's policy; null for markup. */
  hash: string | null
}

/** A page for all customers, which can be filled in for one customer. Contains no personal data. */
export class FillablePage {
  readonly #sections: Section[] = []

  /**
   * @param html the output of mergeSamples
   */
  constructor(html: string) {
    let from = 0
    for (const found of html.matchAll(SCRIPT)) {
      const [page, script = ''] = found
      if (!script.includes(PLACEHOLDERS.email)) continue
      const begin = found.index + page.indexOf('>') + 1
      this.#sections.push({ pieces: piecesOf(html.slice(from, begin), false), hash: null })
      this.#sections.push({ pieces: piecesOf(script, true), hash: hashOf(script) })
      from = begin + script.length
    }
    this.#sections.push({ pieces: piecesOf(html.slice(from), false), hash: null })
  }

  /**
   * @param policy the page's content security policy, which lists its scripts by hash
   */
  fill(viewer: Viewer, part: OwnPart, policy: string): { html: string; policy: string } {
    const personal: Personal = { ...part, viewer, ids: new Set(part.wishlistIds.split(' ').filter(Boolean)) }
    let html = ''
    let ownPolicy = policy
    for (const { pieces, hash } of this.#sections) {
      const text = pieces.map((piece) => filled(piece, personal)).join('')
      if (hash !== null) ownPolicy = ownPolicy.replace(hash, hashOf(text))
      html += text
    }
    return { html, policy: ownPolicy }
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

const ESCAPES = lookup({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })
/** Escapes text as React does. */
const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** Escapes text as Remix does in a page's data: JSON in a string of a script. */
const escapeData = (text: string) =>
  inner(inner(text)).replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const inner = (text: string) => JSON.stringify(text).slice(1, -1)
