import { encodeTime } from 'ulid'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** The tables with a partition for each month of their ids: prisma/migrations/20261128084000_partitions_by_month. */
export const PARTITIONED = ['outbound_clicks', 'product_views'] as const
export type Partitioned = (typeof PARTITIONED)[number]

/** The months of a partition, as dates of PostgreSQL. `since` is null for everything before `until`. */
export interface Partition {
  name: string
  parent: Partitioned
  since: string | null
  until: string
}

const NAME = /^(outbound_clicks|product_views)_(before_)?(\d{4})_(\d{2})$/

/** Returns the months of the partition with this name; null for other tables, such as the default partition. */
export function parsePartition(name: string): Partition | null {
  const [, parent, before, year, month] = NAME.exec(name) ?? []
  if (!parent || !year || !month) return null
  const [first, next] = [0, 1].map((n) => dateOf(new Date(Date.UTC(Number(year), Number(month) - 1 + n))))
  const months = before ? { since: null, until: first ?? '' } : { since: first ?? '', until: next ?? '' }
  return { name, parent: parent as Partitioned, ...months }
}

/** Returns the first day of the month, `months` later. */
export const partitionMonth = (moment: Date, months = 0): string =>
  dateOf(new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months)))

const dateOf = (day: Date) => day.toISOString().slice(0, 10)

/**
 * Returns the range of ids that contains all rows of the last day. It includes `from`, but not `until`. Add it to
 * statements that run for every click or view, so that PostgreSQL opens only the partitions of these ids. The range
 * starts with a month, because a row may be up to a day later than the partition of its id.
 */
export function recentIds(now = new Date()) {
  const from = new Date(partitionMonth(new Date(now.getTime() - 2 * DAY_MS))).getTime()
  const until = now.getTime() + DAY_MS
  return {
    clicks: { from: firstClickId(from), until: firstClickId(until) },
    views: { from: firstViewId(from), until: firstViewId(until) },
  }
}

const firstClickId = (ms: number) => `wc_${encodeTime(ms, 10)}`
const firstViewId = (ms: number) =>
  ms
    .toString(16)
    .padStart(12, '0')
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
