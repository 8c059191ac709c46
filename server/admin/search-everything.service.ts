import { Prisma } from '#prisma/generated/client.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { LISTED } from '#server/platform/listed.ts'
import type { SearchEverythingInput } from './search.schema.ts'

const FEW = 5
const MANY = 20
/** Maximum rows read per kind before the best are chosen. Limits the cost of common words. */
const MAX_LOOKED_AT = 200

const CLICK_ID = /^wc_[0-9a-z]{26}$/i
/** Text that a trigram index can find inside words. Any other text would need a scan of all rows. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u
const HAS_LETTER = /[\p{L}\p{N}]/u

/** In display order. */
const KINDS = [
  'partners',
  'users',
  'products',
  'sales',
  'clicks',
  'invoices',
  'tickets',
  'mails',
  'invitations',
] as const
export type HitKind = (typeof KINDS)[number]

export interface Hit {
  kind: HitKind
  id: string
  title: string
  /** Distinguishes the hit from others with the same name. */
  text: string
  /** The parameter that the hit's page needs besides the id: an unlisted product's partner, an invoice's state. */
  place: string
}

/** A query of rows `id, title, text, place, rank` of one kind; 0 is the best rank. */
type Rows = Prisma.Sql

/**
 * Searches everything for administrators, by part of a name or by a complete id: five results of each kind, or twenty.
 * Uses one statement. Each part of it uses an index and reads at most MAX_LOOKED_AT rows, except for partners and
 * invitations, which are few. Email addresses and product names are matched from their start.
 * @returns `more`: the kinds with more results
 */
export async function searchEverything(
  db: Db,
  { q, isWide }: SearchEverythingInput,
): Promise<{ hits: Hit[]; more: HitKind[]; isId: boolean }> {
  const isFullId = isId(q) || CLICK_ID.test(q)
  if (!HAS_LETTER.test(q)) return { hits: [], more: [], isId: false }
  const most = isWide ? MANY : FEW
  const parts = Object.entries(isFullId ? byId(q) : byText(q)).map(
    ([kind, rows]) => Prisma.sql`
      (SELECT ${kind}::text AS kind, id::text, title, text, place FROM (${rows}) found ORDER BY rank, title, id LIMIT ${most + 1}::int)`,
  )
  const found = await db.$queryRaw<Hit[]>(Prisma.join(parts, ' UNION ALL '))
  const of = (kind: HitKind) => found.filter((hit) => hit.kind === kind)
  return {
    hits: KINDS.flatMap((kind) => of(kind).slice(0, most)),
    more: KINDS.filter((kind) => of(kind).length > most),
    isId: isFullId,
  }
}

/** Finds rows by a complete id. An id that does not exist gives no rows. */
function byId(q: string): Partial<Record<HitKind, Rows>> {
  if (CLICK_ID.test(q)) {
    const id = `wc_${q.slice(3).toUpperCase()}`
    return { clicks: clicks(Prisma.sql`c.id = ${id}`), sales: sales(Prisma.sql`c.click_id = ${id}`) }
  }
  const id = Prisma.sql`${q}::uuid`
  return {
    partners: partners(Prisma.sql`s.id = ${id}`),
    users: users(Prisma.sql`u.id = ${id}`),
    products: products(Prisma.sql`p.id = ${id}`),
    sales: sales(Prisma.sql`c.id = ${id}`),
    invoices: invoices(Prisma.sql`i.id = ${id}`),
    tickets: tickets(Prisma.sql`t.id = ${id}`),
    mails: mails(Prisma.sql`m.id = ${id}`),
    invitations: invitations(Prisma.sql`n.id = ${id}`),
  }
}

function byText(q: string): Partial<Record<HitKind, Rows>> {
  const lower = q.toLowerCase()
  const begins = `${escapeLike(lower)}%`
  const anywhere = `%${begins}`
  const like = HAS_TRIGRAM.test(q) ? anywhere : begins
  const name = toSearchText(q)
  const some = Prisma.sql`LIMIT ${MAX_LOOKED_AT}::int`
  return {
    partners: partners(
      Prisma.sql`s.id = ANY(ARRAY(
        (SELECT id FROM partners WHERE business_name ILIKE ${anywhere} OR email ILIKE ${anywhere} OR contact_email ILIKE ${anywhere} OR website_url ILIKE ${anywhere} ${some})
        UNION (SELECT partner_id FROM partner_domains WHERE host LIKE ${anywhere} ${some})))`,
      Prisma.sql`least(${rank(Prisma.sql`s.business_name`, q)}, ${rank(Prisma.sql`s.email`, q)})`,
    ),
    users: users(
      Prisma.sql`u.id = ANY(ARRAY(
        (SELECT id FROM users WHERE email = ${lower})
        UNION (SELECT id FROM users WHERE email LIKE ${like} ${some})
        UNION (SELECT user_id FROM profiles WHERE full_name ILIKE ${like} ${some})))`,
      Prisma.sql`least(${rank(Prisma.sql`u.email`, q)}, ${rank(Prisma.sql`f.full_name`, q)})`,
    ),
    products: products(
      // eslint-disable-next-line house/listed-products -- administrators also find unlisted products
      Prisma.sql`p.id = ANY(ARRAY(
        (SELECT id FROM products p WHERE name_key LIKE ${`${escapeLike(name)}%`} AND ${name !== ''} ${some})
        UNION (SELECT product_id FROM product_variants WHERE sku = ${q} ${some})
        UNION (SELECT product_id FROM product_variants WHERE sku = ${q.toUpperCase()} ${some})
        UNION (SELECT product_id FROM product_variants WHERE gtin = ${q} ${some})))`,
      Prisma.sql`CASE WHEN p.name_key = ${name} THEN 0 WHEN p.name_key LIKE ${`${escapeLike(name)}%`} THEN 1 ELSE 0 END`,
    ),
    sales: sales(
      Prisma.sql`c.id = ANY(ARRAY(SELECT conversion_id FROM sale_lookups WHERE text ILIKE ${like} ${some}))`,
      Prisma.sql`least(${rank(Prisma.sql`c.order_name`, q)}, ${rank(Prisma.sql`c.external_id`, q)})`,
    ),
    invoices: invoices(Prisma.sql`i.number = ${q.toUpperCase()}`),
    tickets: tickets(Prisma.sql`t.reference = ${q.toUpperCase()} OR t.email = ${lower}`),
    mails: mails(Prisma.sql`m.id = ANY(ARRAY(SELECT id FROM mails WHERE lower(to_address) LIKE ${begins} ${some}))`),
    invitations: invitations(
      Prisma.sql`n.id = ANY(ARRAY(SELECT id FROM partner_invitations WHERE email LIKE ${anywhere} OR business_name ILIKE ${anywhere} ${some}))`,
    ),
  }
}

/** SQL: 0 for an exact match, 1 for a match at the start, 2 for a match elsewhere. */
const rank = (text: Prisma.Sql, q: string) =>
  Prisma.sql`CASE WHEN lower(${text}) = ${q.toLowerCase()} THEN 0 WHEN lower(${text}) LIKE ${`${escapeLike(q.toLowerCase())}%`} THEN 1 ELSE 2 END`

const FIRST = Prisma.sql`0`

const partners = (where: Prisma.Sql, order = FIRST): Rows => Prisma.sql`
  SELECT s.id, s.business_name AS title, concat_ws(', ', s.verification_status::text, s.email) AS text, '' AS place, ${order} AS rank
  FROM partners s WHERE ${where}`

const users = (where: Prisma.Sql, order = FIRST): Rows => Prisma.sql`
  SELECT u.id, u.email AS title, concat_ws(', ', nullif(f.full_name, ''), u.role::text) AS text, '' AS place, ${order} AS rank
  FROM users u LEFT JOIN profiles f ON f.user_id = u.id WHERE ${where}`

/** SQL: products, including unlisted ones. Their `place` is the partner of an unlisted product. */
const products = (where: Prisma.Sql, order = FIRST): Rows => Prisma.sql`
  SELECT p.id, p.name AS title, concat_ws(', ', o.business_name, CASE WHEN p.deleted_at IS NULL THEN p.status::text ELSE 'deleted' END) AS text,
    CASE WHEN ${LISTED} THEN '' ELSE p.partner_id::text END AS place, ${order} AS rank
  FROM products p JOIN partners o ON o.id = p.partner_id WHERE ${where}`

const sales = (where: Prisma.Sql, order = FIRST): Rows => Prisma.sql`
  SELECT c.id, coalesce(nullif(c.order_name, ''), c.external_id) AS title,
    concat_ws(', ', s.business_name, c.status::text, to_char(c.ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')) AS text, '' AS place, ${order} AS rank
  FROM conversions c JOIN partners s ON s.id = c.partner_id WHERE ${where}`

const clicks = (where: Prisma.Sql): Rows => Prisma.sql`
  SELECT c.id, c.id AS title, concat_ws(', ', s.business_name, to_char(c.clicked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')) AS text, '' AS place, 0 AS rank
  FROM outbound_clicks c LEFT JOIN partners s ON s.id = c.partner_id WHERE ${where}`

const invoices = (where: Prisma.Sql): Rows => Prisma.sql`
  SELECT i.id, i.number AS title, concat_ws(', ', s.business_name, i.status::text) AS text, i.status::text AS place, 0 AS rank
  FROM invoices i JOIN partners s ON s.id = i.partner_id WHERE ${where}`

const tickets = (where: Prisma.Sql): Rows => Prisma.sql`
  SELECT t.id, t.reference AS title, concat_ws(', ', t.subject, t.state::text) AS text, '' AS place,
    row_number() OVER (ORDER BY t.created_at DESC) AS rank
  FROM support_tickets t WHERE ${where}`

const mails = (where: Prisma.Sql): Rows => Prisma.sql`
  SELECT m.id, m.subject AS title, concat_ws(', ', m.to_address, m.state::text, to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')) AS text,
    '' AS place, row_number() OVER (ORDER BY m.created_at DESC) AS rank
  FROM mails m WHERE ${where}`

const invitations = (where: Prisma.Sql): Rows => Prisma.sql`
  SELECT n.id, n.business_name AS title, concat_ws(', ', n.email, n.status::text) AS text, n.email AS place, 0 AS rank
  FROM partner_invitations n WHERE ${where}`
