import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { execute, type Runner } from './execute.ts'

const TAKEN = 99
const LOOK_AGAIN_MS = 50
/** After a server is stopped or killed, its processes take a moment to end. */
const ENDS_WITHIN_MS = 5_000

/**
 * A lock that the kernel holds as long as any process of the server lives, in any container, even if the process is
 * paused or its shop is gone, which presence.ts cannot detect. flock(1) passes the lock on to the program that it runs.
 * Without flock(1), or on a disk without locks, it blocks nobody.
 */
export interface ServerLock {
  /** @throws Error if a server still has the lock after 5 s */
  ensureFree: () => Promise<void>
  /**
   * Runs a program that starts the server, which then has the lock.
   * @throws Error if it fails, or a server still has the lock after 5 s.
   */
  run: (file: string, args: string[]) => Promise<unknown>
}

export function serverLock(home: string, runner: Runner): ServerLock {
  const locking = ['--nonblock', '--conflict-exit-code', String(TAKEN), path.join(home, 'server.lock')]

  /** @param without is called if there are no locks */
  const underLock = async (command: string[], without: () => Promise<unknown>): Promise<unknown> => {
    const until = performance.now() + ENDS_WITHIN_MS
    for (;;) {
      try {
        return await execute('flock', [...locking, ...command], runner)
      } catch (error) {
        if (isOfFlock(error as Error)) return without()
        if (codeOf(error as Error) !== TAKEN) throw error
        if (performance.now() > until) throw new ServerElsewhere(home)
        await pause(LOOK_AGAIN_MS)
      }
    }
  }

  return {
    ensureFree: async () => void (await underLock(['true'], async () => undefined)),
    run: (file, args) => underLock([file, ...args], () => execute(file, args, runner)),
  }
}

const codeOf = (error: Error) => (error.cause as { code?: unknown }).code

/**
 * Whether flock(1) itself failed. It may be missing, for us or for the runner. It may have ended with a code of
 * sysexits.h (64 to 78), which PostgreSQL's programs do not use. Or it is BusyBox's, which has fewer options.
 */
function isOfFlock(error: Error): boolean {
  const code = codeOf(error)
  return (
    code === 'ENOENT' ||
    code === 'EACCES' ||
    (typeof code === 'number' && code >= 64 && code <= 78) ||
    error.message.startsWith('flock: flock: unrecognized option')
  )
}

/** Thrown if a server that findPostmaster does not see is using the database. */
export class ServerElsewhere extends Error {
  constructor(home: string) {
    super(`The database in ${home} is open in a PostgreSQL server that cannot be seen from here, such as one in a paused container. Nothing was changed.
  Stop that container or server, then start again. To run several containers, set DATABASE_URL to one PostgreSQL for all of them.`)
  }
}
