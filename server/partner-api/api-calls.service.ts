import type { PartnerAsk } from '#server/platform/ask.ts'
import { SHOWN_CALLS, type CallsQuery } from './api-calls.schema.ts'

/** Lists the last calls of the store's systems with a key, the latest first. Times are UTC. */
export async function listCalls({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, { page }: CallsQuery) {
  const where = { partnerId: partner.id }
  const total = await db.apiCall.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / SHOWN_CALLS))
  const shown = Math.min(page, totalPages)
  const [rows, keys] = await Promise.all([
    db.apiCall.findMany({
      where,
      orderBy: { number: 'desc' },
      skip: (shown - 1) * SHOWN_CALLS,
      take: SHOWN_CALLS,
      omit: { partnerId: true, place: true },
    }),
    db.storeKey.findMany({ where, select: { id: true, name: true } }),
  ])
  const nameOf = new Map(keys.map(({ id, name }) => [id, name]))
  return {
    calls: rows.map(({ number, keyId, ...call }) => ({
      ...call,
      number: Number(number),
      keyName: nameOf.get(keyId) ?? (keyId === partner.id ? 'An earlier call' : 'A deleted key'),
    })),
    total,
    page: shown,
    totalPages,
  }
}
