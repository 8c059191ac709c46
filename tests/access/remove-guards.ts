// npm run test:guards [-- WORD]: takes one guard after the other out of a copy of the source (only those whose place holds WORD) and asks the access matrix whether it
// notices. Ends with 1 when it does not notice one.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir, removeDataDir } from '../setup/shop-process.ts'
import { guardsIn, routerPaths, type Guard } from './find-guards.ts'
import { NOTICED } from './noticed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const COPIED = ['server', 'prisma', 'tests', 'app', 'package.json', 'tsconfig.json']
const copy = await createDataDir('wtf-guards-')
const dataDir = await createDataDir('wtf-guards-db-')
const wanted = process.argv[2] ?? ''
const interrupted = new AbortController()
// PostgreSQL and the copies go first. Whoever presses Ctrl-C twice means it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
try {
  for (const name of COPIED) await fs.cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  await fs.symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
  try {
    await applyMigrations(postgres.url)
    process.exitCode = await run(postgres.url)
  } finally {
    await postgres.release()
  }
} catch (error) {
  if (!interrupted.signal.aborted) throw error
  process.exitCode = 130
} finally {
  await fs.rm(copy, { recursive: true, force: true })
  await removeDataDir(dataDir)
}

async function run(databaseUrl: string): Promise<number> {
  const untouched = await ask(databaseUrl, '')
  if (untouched) {
    console.log(`Without any guard removed: ${untouched}`)
    return 1
  }
  const guards = (await findGuards()).filter((guard) => nameOf(guard).includes(wanted))
  const unnoticed: Guard[] = []
  for (const guard of guards) {
    const file = path.join(copy, guard.file)
    const source = await fs.readFile(file, 'utf8')
    await fs.writeFile(file, changed(source, guard))
    const noticed = await ask(databaseUrl, guard.prefix)
    await fs.writeFile(file, source)
    if (!noticed) unnoticed.push(guard)
    console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${nameOf(guard)}${noticed ? `\n            ${noticed}` : ''}`)
  }
  console.log(`\nThe matrix notices ${guards.length - unnoticed.length} of ${guards.length} removed guards.`)
  return unnoticed.length ? 1 : 0
}

/** Weaker levels come from where they are defined, whether the file imports them or not. */
function changed(source: string, { file, start, end, instead }: Guard): string {
  const body = source.slice(0, start) + instead + source.slice(end)
  return file.endsWith('.router.ts') && !new RegExp(`^import .*\\b${instead}\\b`, 'm').test(source)
    ? `import { ${instead} } from '#server/trpc/procedures.ts'\n${body}`
    : body
}

function nameOf({ file, removed, instead, prefix }: Guard): string {
  return `${file}: ${removed.trim()}${instead && ` -> ${instead}`}${prefix && ` (${prefix})`}`
}

async function findGuards(): Promise<Guard[]> {
  const files = globSync('server/**/*.ts', { cwd: copy })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await fs.readFile(path.join(copy, file), 'utf8')] as const)),
  )
  const paths = routerPaths([...texts].filter(([file]) => /(^|\/|\.)router\.ts$/.test(file)).map(([, text]) => text))
  return [...texts].flatMap(([file, text]) => {
    // What a service forgets, the procedures of the router that calls it can notice.
    // Every procedure stands on the levels.
    const router = file.endsWith('trpc/procedures.ts')
      ? undefined
      : [...texts].find(
          ([name, calling]) => name.endsWith('.router.ts') && calling.includes(`/${path.basename(file)}'`),
        )?.[1]
    const name = /export const (\w+)Router/.exec(router ?? '')?.[1]
    return guardsIn(file, text, paths).map((guard) => ({
      ...guard,
      prefix: guard.prefix || (name ? `${paths.get(name) ?? name}.` : ''),
    }))
  })
}

/** @returns the first cell that is not as the matrix says; null when all are. @throws when a signal ends the command, and when the matrix cannot be asked: that is no notice */
async function ask(databaseUrl: string, prefix: string): Promise<string | null> {
  const child = spawn(process.execPath, ['tests/access/ask-matrix.ts', databaseUrl, prefix], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: interrupted.signal,
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
  // A child that was interrupted along with us has noticed nothing.
  interrupted.signal.throwIfAborted()
  if (code === 0) return null
  if (code !== NOTICED) throw new Error(`The matrix does not run:\n${output}`)
  return output.trim().split('\n').at(-1) ?? ''
}
