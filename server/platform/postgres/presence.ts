import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isMarkAlive, markOf } from './process-mark.ts'
import { processNamespace } from './process-namespace.ts'

export interface Pace {
  /** How often a process renews its presence, in milliseconds. */
  renewMs: number
  /** How long a silent process is watched before it counts as gone, in milliseconds. */
  watchMs: number
}

const PACE: Pace = { renewMs: 2_000, watchMs: 8_000 }
const LOOKS_PER_RENEWAL = 8

export interface Presence {
  /**
   * Resolves once no process of another namespace is present: at once if the last one has left properly. Call this
   * before relying on a process number.
   * @throws Error if another one is present, after one renewal or the whole watch
   */
  ensureAlone: () => Promise<void>
  /** Does nothing if called again. */
  leave: () => Promise<void>
}

/**
 * Shows other containers and machines that this process uses the database in `home`, until it leaves or dies, by a file
 * with a changing time. Each process has a separate file, and never removes the file of a running one.
 * @param namespace for tests
 * @throws Error if the file cannot be created
 */
export async function showPresence(
  home: string,
  { renewMs, watchMs }: Pace = PACE,
  namespace?: string,
): Promise<Presence> {
  const here = namespace ?? (await processNamespace())
  const folder = path.join(home, 'present')
  // The file's name contains everything, because an empty file needs no disk space.
  const file = path.join(
    folder,
    `${(await markOf(process.pid, here)).replaceAll(' ', '-')}-${randomBytes(4).toString('hex')}`,
  )
  const create = () => fs.writeFile(file, '', { flag: 'a' })
  await fs.mkdir(folder, { recursive: true })
  await create()

  // The file may be gone, if another process has seen no renewal for a while and assumed that this one is dead.
  const renew = () =>
    fs
      .utimes(file, new Date(), new Date())
      .catch(create)
      .catch(() => undefined)
  let renewed: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void (renewed = renewed.then(renew)), renewMs).unref()

  /** Returns the files of other namespaces. Removes files of dead processes in this one. */
  const others = async () => {
    const found: { file: string; namespace: string }[] = []
    for (const name of await fs.readdir(folder)) {
      const [pid, birth, there] = name.split('-')
      const file = path.join(folder, name)
      if (there === undefined) continue
      if (there !== here) found.push({ file, namespace: there })
      else if (!(await isMarkAlive(`${pid} ${birth} ${there}`, here))) await fs.rm(file, { force: true })
    }
    return found
  }

  let wasAlone = false
  const ensureAlone = async () => {
    const lookMs = renewMs / LOOKS_PER_RENEWAL
    const seen = new Map<string, { looks: number; mtimeMs: number; isAlive: boolean }>()
    for (;;) {
      const found = await others()
      for (const other of found) {
        const stat = await fs.stat(other.file).catch(() => null)
        if (!stat) continue
        const before = seen.get(other.file) ?? { looks: -1, mtimeMs: stat.mtimeMs, isAlive: false }
        // Compares a file's time only with its earlier time, because another machine's clock may differ.
        const isAlive = before.isAlive || stat.mtimeMs !== before.mtimeMs
        const looks = before.looks + 1
        seen.set(other.file, { looks, mtimeMs: stat.mtimeMs, isAlive })
        // Counts checks instead of time, because nobody can renew while the machine is suspended.
        const isOver = looks * lookMs >= watchMs
        // If two processes start together, one gives way at once, so that the other can start. A process that was alone
        // before never gives way.
        const givesWay = !wasAlone && here > other.namespace
        if (isAlive && (isOver || givesWay)) throw new Error(inUse(home))
        if (isOver) await fs.rm(other.file, { force: true })
      }
      if (!found.length) break
      await pause(lookMs)
    }
    wasAlone = true
  }

  return {
    ensureAlone,
    leave: async () => {
      clearInterval(timer)
      // A renewal in progress could create the file again.
      await renewed
      await fs.rm(file, { force: true })
    },
  }
}

const inUse = (
  home: string,
) => `The database in ${home} is in use by a shop in another container, or on another machine, that shares this folder. Nothing was changed.
  Stop that one first, then start again. To run several containers, set DATABASE_URL to one PostgreSQL for all of them.`
