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
/** Node's options from `npm start`, so that tests and benchmarks run with the real memory limits. */
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
const START_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

export interface ShopProcess {
  pid: number
  /** The shop's address without a trailing slash; rejects if it does not start. */
  address: Promise<string>
  /** Asks the shop to stop, kills it after 15 s, and resolves once it is gone. */
  stop: () => Promise<void>
}

/** Creates a DATA_DIR. Other users can read it, because PostgreSQL runs as another user if we are root. */
export async function createDataDir(prefix: string): Promise<string> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), prefix))
  await fs.chmod(dataDir, 0o755)
  return dataDir
}

/** Deletes a DATA_DIR. First ends its PostgreSQL, in case the process that started it has died. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const home = await fs.realpath(path.join(dataDir, 'postgres')).catch(() => null)
  if (home) {
    // Do not trust the pid in the lock file. It may belong to a process of another container.
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
 * Starts the production shop like `npm start`, on a free loopback port, with the demo in a separate DATA_DIR. With
 * NODE_ENV 'development' it starts the shop of `npm run dev`. Jobs are off, so that nothing is drawn in the background
 * of tests and benchmarks.
 * @param onLine receives each printed line, including the log. Without it, only warnings and worse are printed.
 * @param env overrides these settings
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
      CLICK_LIMITS: 'off',
      DEMO_SHOPIFY: 'off',
      DEMO_WOOCOMMERCE: 'off',
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
      // Print warnings and worse of the running shop.
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
  // Ignores the rejection if a caller stops the shop before it awaits the address.
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

/** Returns a loopback port that was free a moment ago. For a shop that must know its address before it starts. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
