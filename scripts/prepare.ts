import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { writeSbom } from './sbom.ts'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

/** Generates the Prisma client when it is missing or older than the schema. */
export function ensureGenerated(): void {
  if (newest(['prisma/generated']) >= newest(['prisma/schema', 'node_modules/.package-lock.json'])) return
  console.log('Generating the Prisma client ...')
  run(bin('prisma'), ['generate'])
}

/** Builds the pages when there is no build or a source is newer. */
export function ensureBuilt(): void {
  const sources = ['app', 'server', 'public', 'vite.config.ts', 'vite.icons.ts', 'remix.config.js', 'package-lock.json']
  const stamp = path.join(root, 'build/stamp')
  if (modified(stamp) > newest(sources)) return
  console.log('Building the pages ...')
  run(bin('remix'), ['vite:build', '--logLevel', 'warn'])
  writeSbom(path.join(root, 'build/sbom.json'))
  fs.writeFileSync(stamp, '')
}

function run(command: string, args: string[]): void {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    // Prisma would otherwise fetch a schema engine that this project does not use.
    env: { ...process.env, NODE_ENV: 'production', PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'package.json') },
  })
  if (result.status === 0) return
  console.error(result.stdout, result.stderr)
  throw new Error(`${path.basename(command)} ${args.join(' ')} failed. See the error above.`)
}

const modified = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newest(paths: string[]): number {
  let latest = 0
  for (const entry of paths) {
    const file = path.join(root, entry)
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (!stat) continue
    latest = Math.max(
      latest,
      stat.isDirectory() ? newest(fs.readdirSync(file).map((name) => path.join(entry, name))) : stat.mtimeMs,
    )
  }
  return latest
}
