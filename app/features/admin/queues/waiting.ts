import { formatCount } from '#app/lib/format.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { QUEUES, type Queues } from './queues.ts'

/** The maximum count, at which the server stops counting. */
const MAX_COUNTED = 1_000

/** Returns the queues with waiting items: overdue ones first, longest overdue first, then in QUEUES order. */
export function waitingAt(queues: Queues, now: Date) {
  const order = Object.keys(QUEUES)
  return queues
    .flatMap((queue) => {
      const { oldest } = queue
      if (queue.count === 0 || !oldest) return []
      const link = QUEUES[queue.name]
      // The waiting time as a multiple of the allowed time.
      const late = (now.getTime() - oldest.getTime()) / (link.due * HOUR_MS)
      return [{ queue, ...link, oldest, late, isOverdue: late > 1 }]
    })
    .toSorted(
      (a, b) =>
        Number(b.isOverdue) - Number(a.isOverdue) ||
        (a.isOverdue ? b.late - a.late : order.indexOf(a.queue.name) - order.indexOf(b.queue.name)),
    )
}

export const sayCount = (count: number): string => `${formatCount(count)}${count >= MAX_COUNTED ? '+' : ''}`
