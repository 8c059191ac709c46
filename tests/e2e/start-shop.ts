import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Starts the shop as `npm start` does, with a demo of its own, and tells the tests its address. */
export default async function startShop(): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-e2e-'))
  // PostgreSQL runs as another user where the tests run as root.
  await fs.chmod(dataDir, 0o755)
  const shop = spawn(process.execPath, [path.resolve('scripts/start.ts')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    shop.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const match = /open at (http:\/\/localhost:\d+)/.exec(output)
      if (match?.[1]) resolve(match[1])
    })
    shop.once('exit', (code) => reject(new Error(`The shop did not start (exit code ${code}).\n${output}`)))
  })
  process.env.SHOP_URL = address
  process.env.SHOP_DATA_DIR = dataDir
  return async () => {
    const stopped = new Promise((resolve) => shop.once('exit', resolve))
    shop.kill('SIGTERM')
    await stopped
    await fs.rm(dataDir, { recursive: true, force: true })
  }
}
