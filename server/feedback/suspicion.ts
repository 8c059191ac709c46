import { Prisma } from '#prisma/generated/client.ts'
import { isSharedHost } from '#server/partners/shared-hosts.ts'
import type { Db } from '#server/platform/db.ts'
import { shortName } from '#server/platform/short-name.ts'
import { similarity, MAX_COMPARED, wordPieces, suspectWords, type Suspicion } from './suspicious-words.ts'

interface Suspect {
  id: string
  partnerId: string
  title: string
  comment: string
}

/** The minimum numbers of reviews that count as a burst: within half an hour, and within half a day. */
const BURST = { ofProduct: { hour: 5, day: 12 }, ofPartner: { hour: 10, day: 30 }, byNewAccounts: 3 }
const MAX_COUNTED = 100
/**
 * How many other reviews a review is compared with: the newest in each state, of its partner and overall, and those
 * with exactly the same text.
 */
const COMPARED = { ofPartner: 25, ofAll: 50, same: 5 }
const MAX_HOSTS = 50
const MAX_STAFF = 100
const MAX_CLICKS = 200
const MAX_NAMED = 2

/**
 * Returns the suspicions about a page of reviews, by id, in two statements. Stores nothing, because tomorrow's reviews
 * may make today's suspicious.
 */
export async function findSuspicions(
  db: Db,
  reviews: ReadonlyArray<Suspect>,
): Promise<ReadonlyMap<string, Suspicion[]>> {
  if (!reviews.length) return new Map()
  const ids = reviews.map(({ id }) => id)
  const others = await listOthers(db, ids)
  const facts = new Map((await listFacts(db, ids)).map((row) => [row.id, row]))
  return new Map(
    reviews.map((review) => {
      const known = facts.get(review.id)
      const words = suspectWords(review.title, review.comment)
      return [review.id, [...(known ? suspectFacts(known) : []), ...suspectSameWords(review, others), ...words]]
    }),
  )
}

interface Other {
  id: string
  userId: string | null
  partnerId: string
  customerName: string
  comment: string
  product: string
  createdAt: Date
  status: string
  /** Set on the first comparison. */
  pieces?: ReadonlySet<string> | null
}

/** SQL: the expression of the index product_reviews_words_idx. */
const words = (comment: string) =>
  Prisma.raw(`md5(regexp_replace(lower(${comment}), '[[:space:][:punct:]]+', '', 'g'))`)
const EVERY_STATE = Prisma.sql`unnest(enum_range(NULL::review_status)) AS state(status)`

function listOthers(db: Db, ids: string[]): Promise<Other[]> {
  // eslint-disable-next-line house/listed-products -- administrators compare reviews of all products
  return db.$queryRaw<Other[]>`
    WITH shown AS (SELECT id, partner_id, ${words('comment')} AS words FROM product_reviews WHERE id = ANY(${ids}::uuid[])),
    compared AS (
      SELECT id FROM shown
      UNION SELECT newest.id FROM (SELECT DISTINCT partner_id FROM shown) s CROSS JOIN ${EVERY_STATE} CROSS JOIN LATERAL (
        SELECT r.id FROM product_reviews r WHERE r.partner_id = s.partner_id AND r.status = state.status ORDER BY r.created_at DESC LIMIT ${COMPARED.ofPartner}::int
      ) newest
      UNION SELECT newest.id FROM ${EVERY_STATE} CROSS JOIN LATERAL (
        SELECT r.id FROM product_reviews r WHERE r.status = state.status ORDER BY r.created_at DESC LIMIT ${COMPARED.ofAll}::int
      ) newest
      UNION SELECT same.id FROM shown s CROSS JOIN LATERAL (
        SELECT r.id FROM product_reviews r WHERE ${words('r.comment')} = s.words AND r.id <> s.id LIMIT ${COMPARED.same}::int
      ) same
    )
    SELECT r.id, r.user_id AS "userId", r.partner_id AS "partnerId", r.customer_name AS "customerName", left(r.comment, ${MAX_COMPARED}::int) AS comment,
      p.name AS product, r.created_at AS "createdAt", r.status::text AS status
    FROM compared JOIN product_reviews r USING (id) JOIN products p ON p.id = r.product_id ORDER BY r.created_at, r.id`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Returns the two most similar reviews. `others` includes the review itself, as stored. */
function suspectSameWords({ id }: Suspect, others: Other[]): Suspicion[] {
  const current = others.find((other) => other.id === id)
  if (!current) return []
  const pieces = (current.pieces ??= wordPieces(current.comment))
  if (!pieces) return []
  return others
    .flatMap((other) => {
      if (other === current) return []
      const theirs = (other.pieces ??= wordPieces(other.comment))
      const share = theirs ? similarity(pieces, theirs) : 0
      return share > 0 ? [{ other, share }] : []
    })
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MAX_NAMED)
    .map(({ other, share }) => {
      const isOwn = current.userId !== null && other.userId === current.userId
      const whose = isOwn ? 'the same writer' : shortName(other.customerName) || 'someone without a name'
      return {
        kind: 'same_words',
        detail: `${share === 1 ? 'The same words' : `Nearly the same words (${Math.floor(share * 100)}%)`} as a review of ${other.product} by ${whose}, ${dayFormat.format(other.createdAt)}, ${other.status}`,
      }
    })
}

interface Facts {
  id: string
  productHour: number
  productDay: number
  partnerHour: number
  partnerDay: number
  byNewAccounts: number
  /** Hours from the account's creation to the review. Null for a deleted account. */
  accountHours: number | null
  businessName: string
  isStaff: boolean
  email: string | null
  partnerAddresses: string[]
  hosts: string[]
  isStaffsBrowser: boolean
  isStaffsNetwork: boolean
  /** Earlier rejected reviews of the product by the account, and rejected versions of this one. */
  refusals: number | null
  refusedAs: 'rejected' | 'spam'
  refusedBecause: string
  refusedAt: Date
}

/** Counts reviews of the same product or partner within an interval before or after `r`, including itself. */
const around = (column: 'product_id' | 'partner_id', interval: string) => Prisma.sql`(
  SELECT count(*)::int FROM (
    SELECT 1 FROM product_reviews o WHERE o.${Prisma.raw(column)} = r.${Prisma.raw(column)} AND o.status = ANY(enum_range(NULL::review_status))
      AND o.created_at BETWEEN r.created_at - ${interval}::interval AND r.created_at + ${interval}::interval LIMIT ${MAX_COUNTED}::int
  ) counted)`

/**
 * Reads the facts. Identifies staff clicks by their account. The writer's click has a browser and, for 30 days, an
 * address hash.
 */
function listFacts(db: Db, ids: string[]): Promise<Facts[]> {
  return db.$queryRaw<Facts[]>`
    SELECT r.id, s.business_name AS "businessName", u.email,
      ${around('product_id', '30 minutes')} AS "productHour", ${around('product_id', '12 hours')} AS "productDay",
      ${around('partner_id', '30 minutes')} AS "partnerHour", ${around('partner_id', '12 hours')} AS "partnerDay",
      (SELECT count(*)::int FROM (
        SELECT o.user_id, o.created_at FROM product_reviews o WHERE o.partner_id = r.partner_id AND o.status = ANY(enum_range(NULL::review_status))
          AND o.created_at BETWEEN r.created_at - interval '12 hours' AND r.created_at + interval '12 hours' LIMIT ${MAX_COUNTED}::int
      ) o JOIN users w ON w.id = o.user_id WHERE o.created_at < w.created_at + interval '1 day') AS "byNewAccounts",
      (extract(epoch FROM r.created_at - u.created_at) / 3600)::float8 AS "accountHours",
      coalesce(r.user_id = ANY(staff.ids), false) AS "isStaff",
      array_remove(ARRAY[s.email, s.contact_email], NULL) AS "partnerAddresses",
      ARRAY(SELECT host FROM partner_domains WHERE partner_id = s.id LIMIT ${MAX_HOSTS}::int) AS hosts,
      coalesce(clicked.browser, false) AS "isStaffsBrowser", coalesce(clicked.network, false) AS "isStaffsNetwork",
      refused.refusals, refused.status::text AS "refusedAs", refused.reason AS "refusedBecause", refused.judged_at AS "refusedAt"
    FROM product_reviews r JOIN partners s ON s.id = r.partner_id LEFT JOIN users u ON u.id = r.user_id
    CROSS JOIN LATERAL (
      SELECT array_remove(s.owner_id || ARRAY(SELECT user_id FROM partner_members WHERE partner_id = s.id LIMIT ${MAX_STAFF}::int), NULL) AS ids
    ) staff
    LEFT JOIN LATERAL (
      SELECT bool_or(theirs.visitor_id = c.visitor_id) AS browser, bool_or(theirs.ip_hash = c.ip_hash) AS network
      FROM outbound_clicks c CROSS JOIN (
        SELECT visitor_id, ip_hash FROM outbound_clicks WHERE user_id = ANY(staff.ids) ORDER BY clicked_at DESC LIMIT ${MAX_CLICKS}::int
      ) theirs
      WHERE c.id = r.click_id
    ) clicked ON true
    LEFT JOIN LATERAL (
      SELECT count(*) OVER ()::int AS refusals, status, reason, judged_at FROM review_refusals
      WHERE user_id = r.user_id AND product_id = r.product_id ORDER BY judged_at DESC LIMIT 1
    ) refused ON true
    WHERE r.id = ANY(${ids}::uuid[])`
}

function suspectFacts(facts: Facts): Suspicion[] {
  const { ofProduct, ofPartner, byNewAccounts } = BURST
  const bursts = [
    [facts.productHour >= ofProduct.hour, `${facts.productHour} reviews of this product within an hour`],
    [facts.productDay >= ofProduct.day, `${facts.productDay} reviews of this product within a day`],
    [facts.partnerHour >= ofPartner.hour, `${facts.partnerHour} reviews of this store within an hour`],
    [facts.partnerDay >= ofPartner.day, `${facts.partnerDay} reviews of this store within a day`],
    [
      facts.byNewAccounts >= byNewAccounts,
      `${facts.byNewAccounts} reviews of this store within a day by accounts less than a day old`,
    ],
  ] as const
  return [
    ...suspectRefused(facts),
    ...suspectStaff(facts),
    ...bursts.filter(([isBurst]) => isBurst).map(([, detail]) => ({ kind: 'burst' as const, detail })),
    ...(facts.accountHours !== null && facts.accountHours < 24
      ? [{ kind: 'new_account' as const, detail: 'The account was less than a day old when this was written' }]
      : []),
  ]
}

function suspectRefused({ refusals, refusedAs, refusedBecause, refusedAt }: Facts): Suspicion[] {
  if (!refusals) return []
  const what = refusedAs === 'spam' ? 'Previously marked as spam' : `Previously rejected: ${refusedBecause}`
  const earlier = refusals === 1 ? '' : `, and ${refusals === 2 ? 'once' : `${refusals - 1} times`} earlier`
  return [{ kind: 'refused', detail: `${what} (${dayFormat.format(refusedAt)}${earlier})` }]
}

function suspectStaff({ isStaff, email, businessName, ...facts }: Facts): Suspicion[] {
  if (isStaff) return [{ kind: 'own_staff', detail: `The author is on the team of ${businessName}` }]
  const found: Suspicion[] = []
  if (email !== null && facts.partnerAddresses.some((address) => address.toLowerCase() === email))
    found.push({ kind: 'own_staff', detail: `The author has the email address of ${businessName}` })
  else if (email !== null) {
    const host = sharedDomain(email, facts.hosts)
    if (host !== null)
      found.push({
        kind: 'own_staff',
        detail: `The author’s email address is at ${host}, which belongs to ${businessName}`,
      })
  }
  if (facts.isStaffsBrowser)
    found.push({ kind: 'same_browser', detail: `The author’s browser was also used by someone from ${businessName}` })
  else if (facts.isStaffsNetwork)
    found.push({
      kind: 'same_browser',
      detail: `The author visited the store from the same IP address as someone from ${businessName} on the same day`,
    })
  return found
}

/**
 * Returns the domain that an email address shares with one of a partner's hosts, in either direction
 * ('ada@velvet.example', 'shop.velvet.example'); null if there is none, or if it is a public email or shop domain.
 */
export function sharedDomain(email: string, hosts: readonly string[]): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (!domain.includes('.') || isSharedHost(domain)) return null
  const isOwn = hosts.some((host) => host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`))
  return isOwn ? domain : null
}
