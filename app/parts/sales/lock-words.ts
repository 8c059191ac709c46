import { formatDate } from '#app/lib/format.ts'

interface Lock {
  status: string
  lockAt: Date | null
  flags: ReadonlyArray<{ resolvedAt: Date | null }>
}

/**
 * Returns when a pending sale will be confirmed; '' if it has no such date, or waits for a review. A sale that was
 * manually confirmed late has a date in the past: a job processes it within the hour.
 */
export function lockWords({ status, lockAt, flags }: Lock, now: Date): string {
  if (!lockAt || status !== 'pending' || flags.some(({ resolvedAt }) => !resolvedAt)) return ''
  return lockAt > now
    ? `We will confirm the sale on ${formatDate(lockAt)} unless the order is refunded or cancelled.`
    : 'The lock period is over. We will confirm the sale within the hour.'
}
