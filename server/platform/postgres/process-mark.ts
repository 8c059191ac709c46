import fs from 'node:fs/promises'
import { processNamespace } from './process-namespace.ts'

/**
 * Names a process for others to look up later: its number, when it was born, since numbers are given anew, and the namespace that the
 * number is of.
 */
export async function markOf(pid: number, namespace?: string): Promise<string> {
  return `${pid} ${await birthOf(pid)} ${namespace ?? (await processNamespace())}`
}

/**
 * Whether the process that was marked is still there; false for those of other namespaces, which nobody may ask about before
 * presence.ts has found that they are over. Marks of earlier versions name no namespace and are taken for this one's.
 */
export async function isMarkAlive(mark: string, here?: string): Promise<boolean> {
  const own = here ?? (await processNamespace())
  const [number, birth, namespace = own] = mark.split(' ')
  const pid = Number(number)
  return namespace === own && pid > 0 && isAlive(pid) && birth === (await birthOf(pid))
}

/** Whether there is a process of that number, a zombie too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** A process's state as the kernel writes it ('Z' for a zombie); empty where /proc does not tell. */
export async function stateOf(pid: number): Promise<string> {
  return (await statOf(pid))[0] ?? ''
}

/** In the kernel's ticks; empty where /proc does not tell. */
async function birthOf(pid: number): Promise<string> {
  return (await statOf(pid))[19] ?? ''
}

/** From the state on: the name before it may have spaces. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : []
}
