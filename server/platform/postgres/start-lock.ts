import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMarkAlive, markOf } from './process-mark.ts'

const LOOK_AGAIN_MS = 100
/** How long a lock file may be empty, because its process is about to write its name into it, or has failed to. */
const UNNAMED_FOR_MS = 5_000

/**
 * Runs `work` once no other process, and no other call in this one, works under the same folder. A process that dies
 * does not block the others.
 */
export async function exclusively<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await fs.mkdir(folder, { recursive: true })
  for (;;) {
    const turn = await take(folder)
    if (turn === null) {
      await pause(LOOK_AGAIN_MS)
      continue
    }
    try {
      return await work()
    } finally {
      await free(folder, turn)
    }
  }
}

/**
 * Takes the next turn. A turn is a numbered file that only one process can create. The process that finds the highest
 * turn ended creates the next one. A file is removed only if there is a higher one, so that a process with an outdated
 * view of the folder notices. Null if another process has the turn.
 */
async function take(folder: string): Promise<number | null> {
  const highest = await highestTurn(folder)
  if (highest > 0 && (await isUnderWay(folder, highest))) return null
  const turn = highest + 1
  try {
    const file = await fs.open(path.join(folder, String(turn)), 'wx')
    try {
      await file.writeFile(await markOf(process.pid))
    } catch (error) {
      await free(folder, turn)
      throw error
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return null
    throw error
  }
  if ((await highestTurn(folder)) !== turn) {
    await free(folder, turn)
    return null
  }
  for (const name of await fs.readdir(folder))
    if (Number.parseInt(name) < turn) await fs.rm(path.join(folder, name), { force: true })
  return turn
}

/** Ends a turn with a second file instead of content, which would need space on a full disk. */
async function free(folder: string, turn: number): Promise<void> {
  await fs.writeFile(path.join(folder, `${turn}.over`), '')
}

async function isUnderWay(folder: string, turn: number): Promise<boolean> {
  const file = path.join(folder, String(turn))
  if (
    await fs.access(`${file}.over`).then(
      () => true,
      () => false,
    )
  )
    return false
  const mark = await fs.readFile(file, 'utf8').catch(() => '')
  if (mark) return isMarkAlive(mark)
  const stat = await fs.stat(file).catch(() => null)
  return stat !== null && Date.now() - stat.mtimeMs < UNNAMED_FOR_MS
}

async function highestTurn(folder: string): Promise<number> {
  return Math.max(0, ...(await fs.readdir(folder)).map((name) => Number.parseInt(name)).filter(Number.isInteger))
}
