import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, stateOf } from './process-mark.ts'

/** For systems without /proc. A process that has not listened for this long is not the server. */
const LISTENS_WITHIN_MS = 10_000
/**
 * An empty lock is being written, or was cut short by a full disk or a crash. This is the time that writing may take.
 */
const EMPTY_FOR_MS = 2_000
const CONNECTS_WITHIN_MS = 1_000
/**
 * Ports below those that systems use for outgoing connections. Otherwise a client that tries to reach a stopped server
 * could get the server's own port as its local port, and keep it.
 */
const PORTS = { from: 20_000, to: 32_000 }
const PORT_TRIES = 100

interface Lock {
  pid: number
  /** The folder of its cluster when it was started. */
  folder: string
  /** Milliseconds since 1970. */
  startedAt: number
  port: number
}

/** Finds the server that runs or is starting on a cluster; null if there is none. */
export async function findPostmaster(cluster: string): Promise<{ pid: number; port: number } | null> {
  const lock = await loadLock(cluster)
  return lock && (await isOf(cluster, lock)) ? lock : null
}

/**
 * Removes the lock of a dead server. PostgreSQL refuses to start if the process number in it now belongs to another
 * process or a zombie, or if it is empty. Call this only in the process whose turn it is to start the cluster, and only
 * if no server runs on it.
 * @param ensureFree called before the removal, because findPostmaster does not see servers of other containers; its
 * errors are passed on
 * @throws Error if the cluster is a copy of a running one, which may be incomplete
 */
export async function clearRemnant(cluster: string, ensureFree: () => Promise<void>): Promise<void> {
  const file = lockFile(cluster)
  const lock = await loadLock(cluster)
  if (lock) {
    if (!(await isSameFolder(lock.folder, cluster))) throw new Error(tornCopy(cluster, lock.folder))
    if (!isAlive(lock.pid)) return
    await ensureFree()
    await fs.rm(file, { force: true })
    return
  }
  const stat = await fs.stat(file).catch(() => null)
  if (!stat || stat.size > 0) return
  await pause(Math.max(0, EMPTY_FOR_MS - (Date.now() - stat.mtimeMs)))
  await ensureFree()
  if ((await fs.stat(file).catch(() => null))?.size === 0) await fs.rm(file, { force: true })
}

const tornCopy = (
  cluster: string,
  original: string,
) => `The database in ${cluster} was copied, or moved, from ${original} while its server was running or had crashed. Nothing was changed.
  A copy of a running server may be incomplete. Stop the shop there and copy its folder again.
  If the folder was only moved (and nothing has written to it since), its data is complete: remove ${lockFile(cluster)} and start again.`

const lockFile = (cluster: string) => path.join(cluster, 'postmaster.pid')

async function loadLock(cluster: string): Promise<Lock | null> {
  const [pid, folder = '', startedAt, port] = (await fs.readFile(lockFile(cluster), 'utf8').catch(() => '')).split('\n')
  return Number(pid) > 0 ? { pid: Number(pid), folder, startedAt: Number(startedAt) * 1_000, port: Number(port) } : null
}

async function isOf(cluster: string, { pid, startedAt, port }: Lock): Promise<boolean> {
  if (!isAlive(pid) || ['Z', 'X'].includes(await stateOf(pid))) return false
  // A server's working directory is its cluster's folder. Only its own user can read it.
  const at = `/proc/${pid}/cwd`
  if (
    await fs.stat(at).then(
      () => true,
      () => false,
    )
  )
    return isSameFolder(at, cluster)
  const name = await fs.readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  if (name.trim() !== 'postgres') return false
  return (await isListening(port)) || Date.now() - startedAt < LISTENS_WITHIN_MS
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((folder) => fs.stat(folder).catch(() => null)))
  return a !== null && b !== null && a?.ino === b?.ino && a?.dev === b?.dev
}

/** Whether a server listens on the port. One that does not answer in time is busy, not gone. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: CONNECTS_WITHIN_MS })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('error', () => end(false))
      .once('connect', () => end(true))
      .once('timeout', () => end(true))
  })
}

/** Whether a server could listen on that port of the loopback interface now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** @throws Error if all ports are taken */
export async function findPort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    if (await isPortFree(port)) return port
  }
  throw new Error('No port is free for the embedded PostgreSQL.')
}
