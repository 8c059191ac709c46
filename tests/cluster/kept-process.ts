import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import type { Runner } from '#server/platform/postgres/execute.ts'

/** `RestartSec` of our units. */
const RESTART_MS = 2_000

/** A process that is restarted whenever it ends, as systemd does with `Restart=always`. */
export interface KeptProcess {
  name: string
  /** Kills the process and its children at once, so that none can react. */
  kill: () => void
  /** Ends the process for good. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

interface Options extends Runner {
  env?: Record<string, string>
  /** The file that receives its output. */
  logFile: string
}

export function keepProcess(name: string, [command = '', ...args]: string[], options: Options): KeptProcess {
  const { env = {}, logFile, ...runner } = options
  let child: ChildProcess
  let isStopped = false
  let restart: NodeJS.Timeout | undefined
  const start = () => {
    const log = fs.openSync(logFile, 'a')
    child = spawn(command, args, { ...runner, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
    fs.closeSync(log)
    child.once('error', (error) => fs.appendFileSync(logFile, `${error.message}\n`))
    child.once('close', () => {
      if (!isStopped) restart = setTimeout(start, RESTART_MS)
    })
  }
  start()
  return {
    name,
    kill: () => killTree(child),
    stop: async (signal = 'SIGTERM') => {
      isStopped = true
      clearTimeout(restart)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (signal === 'SIGKILL') killTree(child)
      else child.kill(signal)
      const insist = setTimeout(() => killTree(child), 15_000)
      await gone
      clearTimeout(insist)
    },
  }
}

function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return
  for (const each of [pid, ...descendants(pid)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch (error) {
      // The process has just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * Lists all processes below this one. A signal to the process group would not reach those of PostgreSQL, because they
 * leave the group of their parent.
 */
function descendants(pid: number): number[] {
  const listed = fs.existsSync(`/proc/${pid}`) ? fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') : ''
  const children = listed.split(' ').filter(Boolean).map(Number)
  return [...children, ...children.flatMap(descendants)]
}

/**
 * Finds a program of the system.
 * @throws Error that says how to install it
 */
export function findProgram(name: string): string {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    encoding: 'utf8',
  })
  if (!stdout.trim()) throw new Error(`npm run test:cluster needs ${name}. Install it: apt-get install haproxy nginx`)
  return stdout.trim()
}
