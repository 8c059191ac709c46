import fs from 'node:fs/promises'
import { processNamespace } from './process-namespace.ts'

/**
 * Names a process so that others can look it up later: its number, its start time (numbers are reused), and the namespace of the number.
 */
export async function markOf(pid: number, namespace?: string): Promise<string> {
  return `${pid} ${await birthOf(pid)} ${namespace ?? (await processNamespace())}`
}

/**
 * Whether the marked process is still alive. Returns false for other namespaces, so call this only after presence.ts
 * has found that they are gone. Marks of earlier versions name no namespace and count as ours.
 */
export async function isMarkAlive(mark: string, here?: string): Promise<boolean> {
  const ownNamespace = here ?? (await processNamespace())
  const [number, birth, namespace = ownNamespace] = mark.split(' ')
  const pid = Number(number)
  return namespace === ownNamespace && pid > 0 && isAlive(pid) && birth === (await birthOf(pid))
}

/** Whether a process with that number exists, including zombies. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Returns a process's state as the kernel writes it ('Z' for a zombie); '' without /proc. */
export async function stateOf(pid: number): Promise<string> {
  return (await statOf(pid))[0] ?? ''
}

/** Returns the start time in the kernel's ticks; '' without /proc. */
async function birthOf(pid: number): Promise<string> {
  return (await statOf(pid))[19] ?? ''
}

/** Returns the fields from the state on. The name before it may contain spaces. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : []
}
