import fs from 'node:fs'

/** Linux counts in hundredths of a second, regardless of the kernel's tick. */
const TICK_MS = 10

/** Returns the processor time that a process has used so far, in milliseconds, rounded to 10 ms; NaN without /proc. */
export function processorTimeOf(pid: number): number {
  const { own } = timesOf(pid)
  return own
}

/**
 * Returns the processor time that a process and its children have used so far, including children that have ended. Does
 * not include children of children.
 */
export function processorTimeOfFamily(pid: number): number {
  const { own, ended } = timesOf(pid)
  // A child may end between the two reads.
  const running = childrenOf(pid).map((child) => timesOf(child).own)
  return running.filter((time) => !Number.isNaN(time)).reduce((sum, time) => sum + time, own + ended)
}

function timesOf(pid: number): { own: number; ended: number } {
  try {
    // The name may contain anything, so fields are counted from its end. State is field 3, user and system time are
    // fields 14 and 15, and those of ended children are 16 and 17.
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields.slice(11, 15).map(Number)
    return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS }
  } catch {
    return { own: NaN, ended: NaN }
  }
}

function childrenOf(pid: number): number[] {
  try {
    const listed = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return listed.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
