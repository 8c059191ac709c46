// npm run test:guards [-- WORD]: removes each permission check from a copy of the source, one by one, and expects the
// access matrix to fail. With WORD, only those with this word in their path. Exits with 1 if the removal of a check
// goes unnoticed.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir, removeDataDir } from '../setup/shop-process.ts'
import { askPartnerApi, isOfPartnerApi } from './ask-partner-api.ts'
import { guardsIn, noticing, routerPaths, type Guard } from './find-guards.ts'
import { repeatedFor, secondLineOf } from './second-lines.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const COPIED = ['server', 'prisma', 'tests', 'app', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const wanted = process.argv[2] ?? ''
/** The number of copies of the source that are tested at the same time. Each lacks other guards. */
const LANES = Math.min(2, os.availableParallelism())

/** A copy of the source and a database for it. */
interface Lane {
  copy: string
  databaseUrl: string
}

const interrupted = new AbortController()
// Stop PostgreSQL and delete the copies first. A second Ctrl-C stops at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
const cleanUps: Array<() => Promise<void>> = []
try {
  const lanes: Lane[] = []
  while (lanes.length < LANES) lanes.push(await openLane())
  process.exitCode = await run(lanes)
} catch (error) {
  if (!interrupted.signal.aborted) throw error
  process.exitCode = 130
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
}

async function openLane(): Promise<Lane> {
  const copy = await createDataDir('wtf-guards-')
  cleanUps.push(() => fs.rm(copy, { recursive: true, force: true }))
  for (const name of COPIED) await fs.cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  await fs.symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  const dataDir = await createDataDir('wtf-guards-db-')
  cleanUps.push(() => removeDataDir(dataDir))
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
  cleanUps.push(() => postgres.release())
  await applyMigrations(postgres.url)
  return { copy, databaseUrl: postgres.url }
}

async function run(lanes: Lane[]): Promise<number> {
  const texts = await readTexts()
  const all = findGuards(texts)
  const guards = all.filter((guard) => nameOf(guard).includes(wanted))
  const concerned = [...new Set(guards.flatMap(({ prefixes }) => prefixes))]
  const [procedure] = await ask(lanes[0]!, 'all', [concerned])
  const call = guards.some(({ file }) => isOfPartnerApi(file))
    ? await askPartnerApi(lanes[0]!.copy, interrupted.signal)
    : null
  const untouched = procedure ?? call
  if (untouched) {
    console.log(`Without any guard removed: ${untouched}`)
    return 1
  }
  const count = { noticed: 0, unnoticed: 0 }
  const left = independent(guards).values()
  const work = async (lane: Lane) => {
    for (const together of left) {
      const alone = await without(lane, together)
      for (const [at, guard] of together.entries()) {
        const second = alone[at] ? undefined : secondLineOf(guard, all, texts)
        const noticed = second ? await withoutBoth(lane, guard, second) : alone[at]
        const reason = noticed ? undefined : repeatedFor(guard, texts)
        if (reason !== undefined) {
          console.log(`repeated  ${nameOf(guard)}\n            ${reason}`)
          continue
        }
        count[noticed ? 'noticed' : 'unnoticed']++
        const how = second ? `together with ${second.file}: ` : ''
        console.log(
          `${noticed ? 'noticed  ' : 'UNNOTICED'} ${nameOf(guard)}${noticed ? `\n            ${how}${noticed}` : ''}`,
        )
      }
    }
  }
  await Promise.all(lanes.map(work))
  console.log(`\nThe matrix notices ${count.noticed} of ${count.noticed + count.unnoticed} removed guards.`)
  // The data of earlier cells must not look like a detection.
  for (const lane of lanes) {
    const [worn] = await ask(lane, 'all', [concerned])
    if (!worn) continue
    console.log(`But it is not to be believed: by now it notices something without any guard removed: ${worn}`)
    return 1
  }
  return count.unnoticed ? 1 : 0
}

/**
 * Groups the guards that can be removed together: all levels of a router's procedures, because only a procedure itself
 * detects its level.
 */
function independent(guards: Guard[]): Guard[][] {
  const together = new Map<string, Guard[]>()
  for (const [at, guard] of guards.entries()) {
    const key = isOfRouter(guard) ? guard.file : String(at)
    together.set(key, [...(together.get(key) ?? []), guard])
  }
  return [...together.values()]
}

function isOfRouter({ file }: Guard): boolean {
  return file.endsWith('.router.ts')
}

/** Removes guards of one file. @returns for each guard the cell that then fails, or null */
async function without(lane: Lane, guards: Guard[]): Promise<Array<string | null>> {
  if (guards.every(({ file }) => isOfPartnerApi(file)))
    return changing(lane, guards, async () => [await askPartnerApi(lane.copy, interrupted.signal)])
  const groups = guards.map(({ prefixes }) => prefixes)
  return changing(lane, guards, () => (guards.some(isOfRouter) ? ask(lane, 'all', groups) : askCheaply(lane, groups)))
}

/**
 * Tests the roles that the level admits first, because they detect most guards of services. Some services refuse the
 * others themselves.
 */
async function askCheaply(lane: Lane, groups: ReadonlyArray<readonly string[]>): Promise<Array<string | null>> {
  const found = await ask(lane, 'admitted', groups)
  return found.includes(null) ? ask(lane, 'all', groups) : found
}

/** Tests the procedure whose level is one of the two guards, or else all procedures that use the first guard. */
async function withoutBoth(lane: Lane, guard: Guard, second: Guard): Promise<string | null> {
  const { prefixes } = isOfRouter(second) ? second : guard
  const matrix = () =>
    isOfRouter(guard) || isOfRouter(second) ? ask(lane, 'all', [prefixes]) : askCheaply(lane, [prefixes])
  const [noticed = null] =
    guard.file === second.file
      ? await changing(lane, [guard, second], matrix)
      : await changing(lane, [guard], () => changing(lane, [second], matrix))
  return noticed
}

/** Runs a function while these guards of one file are removed. */
async function changing<T>({ copy }: Lane, guards: Guard[], act: () => Promise<T>): Promise<T> {
  const file = path.join(copy, guards[0]!.file)
  const source = await fs.readFile(file, 'utf8')
  await fs.writeFile(file, changed(source, guards))
  const done = await act()
  await fs.writeFile(file, source)
  return done
}

function changed(source: string, guards: Guard[]): string {
  const body = guards
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, guard) =>
        text.slice(0, guard.start) + (isOfRouter(guard) ? 'levels.' : '') + guard.instead + text.slice(guard.end),
      source,
    )
  return guards.some(isOfRouter) ? `import * as levels from '#server/trpc/procedures.ts'\n${body}` : body
}

function nameOf({ file, removed, instead, prefixes }: Guard): string {
  const by = prefixes.join(', ')
  return `${file}: ${removed.trim()}${instead && ` -> ${instead}`}${by && ` (${by})`}`
}

async function readTexts(): Promise<ReadonlyMap<string, string>> {
  const files = globSync('server/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  return new Map(
    await Promise.all(files.map(async (file) => [file, await fs.readFile(path.join(ROOT, file), 'utf8')] as const)),
  )
}

function findGuards(texts: ReadonlyMap<string, string>): Guard[] {
  const paths = routerPaths([...texts].filter(([file]) => /(^|\/|\.)router\.ts$/.test(file)).map(([, text]) => text))
  return [...texts].flatMap(([file, text]) => guardsIn(file, text, paths, noticing(file, texts)))
}

/**
 * Runs groups of cells. @returns for each group the first failing cell, or null if all pass @throws if a signal ends
 * the command, or if the matrix cannot run. Neither counts as a detection.
 */
async function ask(
  { copy, databaseUrl }: Lane,
  roles: 'all' | 'admitted',
  groups: ReadonlyArray<readonly string[]>,
): Promise<Array<string | null>> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=64', 'tests/access/ask-matrix.ts', databaseUrl, roles, ...groups.map(String)],
    {
      cwd: copy,
      // Each run changes only one of a thousand files.
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(copy, 'compiled') },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: interrupted.signal,
    },
  )
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  // A child process that was interrupted together with this one has detected nothing.
  interrupted.signal.throwIfAborted()
  if (code !== 0) throw new Error(`The matrix does not run:\n${output}${errors}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Array<string | null>
}
