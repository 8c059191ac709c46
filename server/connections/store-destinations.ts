import { resolveDestination } from '#server/catalogue/destination.ts'
import { findTargets } from '#server/outbound/departures.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'

const SAMPLE = 50

/** Whether shoppers can reach a store's newest listed products. */
interface StoreDestinations {
  /** At most 50. */
  sampled: number
  /** The number of those that shoppers cannot open. */
  blocked: number
  /** Hosts of these products that are not verified for the partner. */
  hosts: Array<{ host: string; isOfAnother: boolean }>
}

/** Checks the newest listed products of a connected store as /go does. */
export async function getStoreDestinations(db: Db, connectionId: string): Promise<StoreDestinations> {
  const products = await db.product.findMany({
    where: { storeProducts: { some: { connectionId } }, productUrl: { not: null }, ...LISTED_WHERE },
    orderBy: { createdAt: 'desc' },
    take: SAMPLE,
    select: { id: true },
  })
  const targets = await findTargets(
    db,
    products.map(({ id }) => id),
  )
  const blocked = [...targets.values()].filter((target) => resolveDestination(target) === null)
  const hosts = [...new Set(blocked.flatMap(({ productUrl }) => hostOf(productUrl)))]
  const held = await db.$queryRaw<Array<{ host: string }>>`
    SELECT DISTINCT h.host FROM unnest(${hosts}::text[]) h (host)
    JOIN partner_domains d ON d.host = h.host OR right(h.host, length(d.host) + 1) = '.' || d.host`
  const isHeld = new Set(held.map(({ host }) => host))
  return {
    sampled: targets.size,
    blocked: blocked.length,
    hosts: hosts.map((host) => ({ host, isOfAnother: isHeld.has(host) })),
  }
}

const hostOf = (url: string | null): string[] => {
  const found = URL.parse(url ?? '')?.hostname.replace(/^www\./, '')
  return found ? [found] : []
}
