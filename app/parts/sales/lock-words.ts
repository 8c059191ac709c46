import { formatDate } from '#app/lib/format.ts'

interface Lock {
  status: string
  lockAt: Date | null
  flags: ReadonlyArray<{ resolvedAt: Date | null }>
}

/**
 * When a pending sale will be confirmed; '' for one that has no such date, or that waits for a review. A sale that was
 * confirmed by hand late has a date that is over: a job takes it within the hour.
 */
export function lockWords({ status, lockAt, flags }: Lock, now: Date): string {
  if (!lockAt || status !== 'pending' || flags.some(({ resolvedAt }) => !resolvedAt)) return ''
  return lockAt > now
    ? `We will confirm the sale on ${formatDate(lockAt)} unless the order is refunded or cancelled.`
    : 'The lock period is over. We will confirm the sale within the hour.'
}
