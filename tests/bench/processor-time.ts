import fs from 'node:fs'

/** Linux counts in hundredths of a second, regardless of the kernel's tick. */
const TICK_MS = 10

/** Returns the processor time that a process has used so far, in milliseconds, rounded to 10 ms; NaN without /proc. */
export function processorTimeOf(pid: number): number {
  try {
    // The name may contain anything, so fields are counted from its end: state is field 3, user and system time are
    // fields 14 and 15.
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return NaN
  }
}
