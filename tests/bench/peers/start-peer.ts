import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#tests/setup/shop-process.ts'
import type { Lifetime } from '../lifetime.ts'

const SOURCE = path.join(import.meta.dirname, 'stock-remix')
/**
 * Outside the sources, so that our checks do not read its packages and its build. Not in build/, because each build of
 * the shop empties it.
 */
const BUILT = path.resolve(import.meta.dirname, '../../../.peers/stock-remix')
const STARTS_WITHIN_MS = 20_000

export interface Peer {
  pid: number
  /** Without a trailing slash. */
  url: string
}

/** Installs and builds the stock Remix app as needed, and serves it by `remix-serve` until the run ends. */
export async function startPeer(databaseUrl: string, lifetime: Lifetime): Promise<Peer> {
  build()
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [path.join(BUILT, 'node_modules/@remix-run/serve/dist/cli.js'), 'build/server/index.js'],
    {
      cwd: BUILT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      // It logs each request.
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  lifetime.add(() => {
    child.kill('SIGKILL')
    return gone
  })
  const url = `http://127.0.0.1:${port}`
  for (const until = Date.now() + STARTS_WITHIN_MS; ; await setTimeout(100)) {
    const response = await fetch(`${url}/discover`).catch(() => null)
    if (response?.ok) return { pid: child.pid ?? 0, url }
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`The stock Remix app does not start (status ${response?.status ?? 'none'}).`)
  }
}

function build(): void {
  const lock = path.join(SOURCE, 'package-lock.json')
  const installed = path.join(BUILT, 'node_modules/.package-lock.json')
  fs.rmSync(path.join(BUILT, 'app'), { recursive: true, force: true })
  fs.cpSync(SOURCE, BUILT, { recursive: true })
  if (!fs.existsSync(installed) || fs.statSync(installed).mtimeMs < fs.statSync(lock).mtimeMs) {
    console.log('Installing stock Remix (npm ci) ...')
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    fs.utimesSync(installed, new Date(), new Date())
  }
  console.log('Building stock Remix ...')
  run(process.execPath, [
    path.join(BUILT, 'node_modules/@remix-run/dev/dist/cli.js'),
    'vite:build',
    '--logLevel',
    'warn',
  ])
}

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: BUILT,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`)
}
