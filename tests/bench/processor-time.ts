import fs from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const TICK_MS = 10

/** Processor time that a process has used so far, in milliseconds, to 10 ms; NaN where there is no /proc. */
export function processorTimeOf(pid: number): number {
  try {
    // After the name, which may contain anything: state is field 3, user and system time are fields 14 and 15.
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return NaN
  }
}
