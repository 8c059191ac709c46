import fs from 'node:fs'
import os from 'node:os'
import type { WorkBegun } from './work-process.ts'

/**
 * Runs the child's side of work-process.ts: waits for the order, does the work, sends the answer and exits. Also exits
 * with its parent.
 * @param work must not throw, because a message does not preserve an error's class
 */
export function answerParent<Order, Answer extends object>(work: (order: Order) => Promise<Answer>): void {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    // If the machine runs out of memory, the system ends this process instead of the shop or its database.
    fs.writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The file only exists on Linux.
  }
  // The terminal sends Ctrl-C here too, but only the parent may end this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.once('message', (order: Order) => {
    process.send?.({ hasBegun: true } satisfies WorkBegun)
    // Exits, because Prisma leaves a timer of 10 s behind.
    void work(order).then((answer) => process.send?.(answer, () => process.exit()))
  })
}
