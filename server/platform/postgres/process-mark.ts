import fs from 'node:fs/promises'

/** Names a process for others to look up later: its number and when it was born, since numbers are given anew. */
export async function markOf(pid: number): Promise<string> {
  return `${pid} ${await birthOf(pid)}`
}

/** Whether the process that was marked is still there. */
export async function isMarkAlive(mark: string): Promise<boolean> {
  const pid = Number(mark.split(' ')[0])
  return pid > 0 && isAlive(pid) && mark === (await markOf(pid))
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
