import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { newClickId } from '#server/outbound/click-id.ts'
import { buildOutboundUrl } from '#server/outbound/outbound-url.ts'
import { findTargets } from '#server/outbound/departures.ts'
import { reachableAddress } from '#server/partners/demo-stores.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic, hopPublic } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import { platformOf } from '#server/stores/platforms.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

const EVERY_SECONDS = 60
const MAX_HOPS = 8
const HOP_MS = 5_000
const LONGEST_URL = 500
/** Enough to find our plugin's mark, which is in the head of a page. */
const MAX_PAGE_BYTES = 512 * 1024
const NAMES = ['wtf_cid', 'ref'] as const

export const linkHops = z.array(
  z.object({
    url: z.string(),
    /** The response status; null without a response. */
    status: z.number().nullable(),
    /** Our parameters that the address still contains. */
    kept: z.array(z.enum(NAMES)),
  }),
)
type LinkHop = z.infer<typeof linkHops>[number]

/**
 * Follows the partner's link of one listed product as a shopper would, with an unused click id. Records at each address
 * whether the id is still in it.
 * @throws AppError too_many within a minute of the last test, conflict without a product that has a link
 */
export async function testLink({ db, partner }: Ask) {
  const clickId = newClickId()
  const first = await outgoingLink({ db, partner }, clickId)
  const id = await beginTest({ db, partner })
  const { last, ...outcome } = await follow(first, clickId)
  const verdict = [outcome.verdict, outcome.isKept && last !== null ? await pluginIn({ db, partner }, last) : '']
  await db.linkTest.update({ where: { id }, data: { ...outcome, verdict: verdict.join(' ').trim() } })
}

/** Records the test before the link is followed, so that concurrent tests do not both run. @throws AppError too_many */
async function beginTest({ db, partner }: Ask): Promise<string> {
  const id = newId()
  const begun = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR NO KEY UPDATE`
    return tx.$executeRaw`
      INSERT INTO link_tests (id, partner_id, is_kept, hops, verdict)
      SELECT ${id}::uuid, ${partner.id}::uuid, false, '[]'::jsonb, 'The test was interrupted.'
      WHERE NOT EXISTS (
        SELECT 1 FROM link_tests WHERE partner_id = ${partner.id}::uuid AND at > now() - ${EVERY_SECONDS} * interval '1 second'
      )`
  })
  if (!begun) throw new AppError('too_many', 'The link was tested a moment ago. Please wait a minute.')
  return id
}

/** Returns the address that /go would redirect to. */
async function outgoingLink({ db, partner }: Ask, clickId: string): Promise<string> {
  const find = (more: Prisma.ProductWhereInput) =>
    db.product.findMany({
      where: { partnerId: partner.id, productUrl: { not: null }, ...LISTED_WHERE, ...more },
      orderBy: { createdAt: 'desc' },
      take: 20,
      select: { id: true },
    })
  // Products from the connected store come first: they have the store's own address.
  const connection = { partnerId: partner.id, status: { not: 'revoked' as const } }
  const found = await Promise.all([find({ storeProducts: { some: { connection } } }), find({})])
  const ids = found.flat().map(({ id }) => id)
  const targets = await findTargets(db, ids)
  for (const id of ids) {
    const target = targets.get(id)
    if (!target) continue
    const destination = resolveDestination(target)
    if (destination) return buildOutboundUrl(destination, { ...target, clickId })
  }
  throw new AppError(
    'conflict',
    'None of your listed products links to your own domain yet, so there is no link to test.',
  )
}

/** Returns a sentence that says whether the store's page contains our plugin; '' if its platform has none. */
async function pluginIn({ db, partner }: Ask, url: string): Promise<string> {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, status: { not: 'revoked' } },
    select: { platform: true },
  })
  const plugin = connection && platformOf(connection).plugin
  if (!plugin) return ''
  try {
    const { bytes } = await fetchPublic(reachableAddress(url), {
      maxBytes: MAX_PAGE_BYTES,
      cutsBody: true,
      timeoutMs: HOP_MS,
      maxRedirects: 0,
    })
    return bytes.includes(plugin.mark)
      ? 'Our plugin is active there and saves the click ID with the order.'
      : 'Our plugin is not active there, so the click is lost if the shopper closes the browser before buying.'
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return ''
  }
}

async function follow(first: string, clickId: string) {
  const hops: LinkHop[] = []
  let failure: string | null = null
  let url: string | null = first
  let lastUrl: string | undefined
  while (url !== null && hops.length < MAX_HOPS) {
    const hop: LinkHop = { url: url.slice(0, LONGEST_URL), status: null, kept: keptIn(url, clickId) }
    hops.push(hop)
    lastUrl = url
    try {
      const answer: Awaited<ReturnType<typeof hopPublic>> = await hopPublic(reachableAddress(url), {
        timeoutMs: HOP_MS,
      })
      hop.status = answer.status
      url = answer.location
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      failure = error.message
      break
    }
  }
  const isKept = Boolean(hops.at(-1)?.kept.length)
  const last = failure === null && url === null ? (lastUrl ?? null) : null
  return { last, hops: hops.map((hop) => ({ ...hop })), ...judge(hops, { failure, isEndless: url !== null, isKept }) }
}

function keptIn(url: string, clickId: string): LinkHop['kept'] {
  const { searchParams } = new URL(url)
  return NAMES.filter((name) => searchParams.get(name) === clickId)
}

function judge(
  hops: LinkHop[],
  { failure, isEndless, isKept }: { failure: string | null; isEndless: boolean; isKept: boolean },
): { isKept: boolean; verdict: string } {
  const lostAt = hops.findIndex((hop, index) => index > 0 && hop.kept.length < (hops[index - 1]?.kept.length ?? 0))
  const lost = lostAt > 0 ? hops[lostAt - 1]?.kept.filter((name) => !hops[lostAt]?.kept.includes(name)) : []
  const where = lost?.length ? `The redirect to URL ${lostAt + 1} lost ${lost.join(' and ')}.` : ''
  if (failure !== null) return { isKept: false, verdict: `URL ${hops.length} did not respond: ${failure}.` }
  if (isEndless)
    return { isKept: false, verdict: `The link has too many redirects. We stopped after ${MAX_HOPS} URLs.` }
  const status = hops.at(-1)?.status ?? 0
  if (status >= 400) return { isKept: false, verdict: `The last URL returned status ${status}. ${where}`.trim() }
  if (where) return { isKept, verdict: where }
  return {
    isKept,
    verdict: isKept ? 'The link keeps our IDs all the way to your store.' : 'The link contains none of our IDs.',
  }
}
