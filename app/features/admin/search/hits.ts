import type { RouterOutputs } from '#app/lib/api-types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'

export type Found = RouterOutputs['admin']['search']['everything']
export type Hit = Found['hits'][number]
type Kind = Hit['kind']

/** The names of the kinds, and the page of a hit. */
const KINDS: Record<Kind, { name: string; to: (hit: Hit) => string }> = {
  partners: { name: 'Partners', to: ({ id }) => adminPaths.adminPartner(id) },
  users: { name: 'Accounts', to: ({ id }) => adminPaths.adminUser(id) },
  // Products that are not listed have no page, so the hit leads to their partner.
  products: { name: 'Products', to: ({ id, place }) => (place ? adminPaths.adminPartner(place) : paths.product(id)) },
  sales: { name: 'Sales', to: ({ id }) => adminPaths.adminSale(id) },
  clicks: { name: 'Clicks', to: ({ id }) => adminPaths.adminClick(id) },
  invoices: { name: 'Invoices', to: ({ place }) => adminPaths.adminInvoices({ status: place }) },
  tickets: { name: 'Tickets', to: ({ id }) => adminPaths.ticket(id) },
  mails: { name: 'Emails', to: ({ id }) => adminPaths.outboxMail(id) },
  invitations: { name: 'Invitations', to: ({ place }) => adminPaths.invitePartners({ q: place }) },
}

export const hitHref = (hit: Hit): string => KINDS[hit.kind].to(hit)
const kindName = (kind: Kind): string => KINDS[kind].name

/** Groups the hits by kind, in their order. */
export function byKind({ hits, more }: Found): Array<{ kind: Kind; name: string; hits: Hit[]; hasMore: boolean }> {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({
    kind,
    name: kindName(kind),
    hits: hits.filter((hit) => hit.kind === kind),
    hasMore: more.includes(kind),
  }))
}

/** Explains why there are no results. */
export function nothingFound(q: string, { isId }: Found): string {
  if (!/[\p{L}\p{N}]/u.test(q)) return 'Type a letter or a digit.'
  return isId ? 'No results for this ID.' : `No results for '${q}'.`
}
