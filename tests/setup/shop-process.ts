import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findPostmaster } from '#server/platform/postgres/postmaster.ts'

const STOP_PATIENCE_MS = 15_000
const ROOT = path.resolve(import.meta.dirname, '../..')
const START = path.join(ROOT, 'scripts/start.ts')
/** What `npm start` gives Node, so that what is tested and measured has the memory that is used. */
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
const START_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

export interface ShopProcess {
  pid: number
  /** Where the shop answers, without a trailing slash; rejects when it does not start. */
  address: Promise<string>
  /** Asks the shop to stop, insists after 15 s, and resolves once it is gone. */
  stop: () => Promise<void>
}

/** A new DATA_DIR. PostgreSQL runs as another user where we are root, hence the mode. */
export async function createDataDir(prefix: string): Promise<string> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), prefix))
  await fs.chmod(dataDir, 0o755)
  return dataDir
}

/** Removes a DATA_DIR, and first ends the PostgreSQL in it, should whoever started it have died. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const home = await fs.realpath(path.join(dataDir, 'postgres')).catch(() => null)
  if (home) {
    // Not whatever process has the number in the lock: that may be one of another container's.
    const postmaster = await findPostmaster(path.join(home, 'cluster'))
    if (postmaster) await endProcess(postmaster.pid)
    await fs.rm(home, { recursive: true, force: true })
  }
  await fs.rm(dataDir, { recursive: true, force: true })
}

async function endProcess(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    for (let tries = 0; tries < 50; tries++) {
      try {
        process.kill(pid, tries === 0 ? signal : 0)
      } catch {
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/**
 * Starts the production shop as `npm start` does, on a free port of the loopback interface, with the demo in a DATA_DIR of its own.
 * With NODE_ENV 'development' it is the one of `npm run dev`.
 * @param onLine given each line that it prints, the log's included (without this only warnings and worse are logged).
 * Its jobs are off, so that nothing is drawn behind the back of what is tested or measured.
 * @param env what differs from that.
 */
export function spawnShop(
  dataDir: string,
  onLine?: (line: string) => void,
  env: Record<string, string> = {},
): ShopProcess {
  const start = env.NODE_ENV === 'development' ? [START, '--dev'] : [...START_FLAGS, START]
  const shop = spawn(process.execPath, start, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      SITE_URL: '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      SIGN_IN_LIMITS: 'off',
      JOBS: 'off',
      METER: 'off',
      DEMO_SHOPIFY: 'off',
      DEMO_STORES: 'off',
      LOG_LEVEL: onLine ? 'info' : 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  shop.stderr.pipe(process.stderr)
  if (onLine) createInterface({ input: shop.stderr }).on('line', onLine)
  const gone = new Promise<number | null>((resolve) => shop.once('exit', resolve))
  const address = new Promise<string>((resolve, reject) => {
    let output = ''
    let isOpen = false
    createInterface({ input: shop.stdout }).on('line', (line) => {
      onLine?.(line)
      // Warnings and worse of the open shop.
      if (isOpen && /^\{"level":[4-6]/.test(line)) process.stderr.write(`${line}\n`)
      output = `${output}${line}\n`.slice(-10_000)
      const match = /open at http:\/\/localhost:(\d+)/.exec(line)
      if (!match?.[1]) return
      isOpen = true
      resolve(`http://127.0.0.1:${match[1]}`)
    })
    shop.once('error', reject)
    void gone.then((code) => reject(new Error(`The shop stopped (exit code ${code}).\n${output}`)))
  })
  // Whoever stops it early does not wait for its address.
  address.catch(() => undefined)
  return {
    pid: shop.pid ?? 0,
    address,
    stop: async () => {
      if (shop.exitCode !== null || shop.signalCode !== null) return
      shop.kill('SIGTERM')
      const insist = setTimeout(() => shop.kill('SIGKILL'), STOP_PATIENCE_MS)
      await gone
      clearTimeout(insist)
    },
  }
}

/** Of the loopback interface, free a moment ago: for a shop that must know its address before it starts. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
