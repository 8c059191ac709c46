import fs from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'wtf-tests-'
/** Bytes: two databases with their logs, and a few copies of the demo. */
const NEEDED = 8 * 1024 ** 3

/**
 * Keeps the temporary files of a test run in memory if there is room. They include its databases and the browser's
 * shared memory. Creating a database copies 1,200 files, which takes 15 times as much processor time on ext4. Does
 * nothing if TMPDIR is set. The folder is deleted when the process ends or, if it was killed, by the next run.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !isUsable()) return
  for (const name of fs.readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(path.join(MEMORY, name))
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory()) < NEEDED) return
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`)
  fs.mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  // Tests start hundreds of processes with the same modules. Compiling them takes 40 % of such a process's start.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled')
  process.on('exit', () => remove(folder))
}

const remove = (folder: string) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })

/** Returns whether the folder allows execution, because tests run scripts that they write there. */
function isUsable(): boolean {
  if (!fs.existsSync('/proc/mounts')) return false
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.map((line) => line.split(' ')).find(([, at]) => at === MEMORY) ?? []
  return type === 'tmpfs' && !options.split(',').includes('noexec')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
