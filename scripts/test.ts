// npm test: types, lint, unit and integration tests on a real PostgreSQL, HTTP tests of the built server, browser tests
// in Chromium. `-- unit`, `-- http` or `-- e2e`: only that part.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { keepTemporaryFilesInMemory } from '#tests/setup/temporary-files.ts'
import { ensureBuilt, ensureGenerated } from './prepare.ts'
import { type Results, playwrightResults } from './test-results.ts'

const root = path.resolve(import.meta.dirname, '..')
const only = process.argv[2]
// Playwright sets FORCE_COLOR. If both variables are set, every process prints a warning, which tests treat as an
// error.
delete process.env['NO_COLOR']
let passed = 0
/** Failures to repeat at the end, because the log is long and readers may start at the bottom. */
const failures: string[] = []
const skipped: string[] = []

const bin = (command: string) => path.join(root, 'node_modules/.bin', command)
const verdict = (name: string, isOk: boolean, started: number) =>
  console.log(`${name}: ${isOk ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)

function step(name: string, command: string, args: string[]): boolean {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const { status } = spawnSync(bin(command), args, { cwd: root, stdio: 'inherit' })
  verdict(name, status === 0, started)
  return status === 0
}

/** Runs a step that counts as one check, in parallel with others, and prints its output immediately. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const started = Date.now()
  const child = spawn(bin(command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => printed.push(piece))
  const status = await new Promise((resolve) => child.on('close', resolve))
  console.log(`\n== ${name}`)
  process.stdout.write(Buffer.concat(printed))
  verdict(name, status === 0, started)
  if (status === 0) passed++
  else failures.push(name)
}

/** Creates one demo for all shops of the run, because creating it takes longer than most tests. */
async function drawDemo(): Promise<() => Promise<void>> {
  ensureBuilt()
  keepTemporaryFilesInMemory()
  const { makeDemo } = await import('#tests/setup/demo.ts')
  return makeDemo()
}

function count(name: string, isOk: boolean, file: string, read: (report: string) => Results): void {
  const report = path.join(root, file)
  const results = fs.existsSync(report)
    ? read(fs.readFileSync(report, 'utf8'))
    : { passed: 0, skipped: [], failures: [] }
  passed += results.passed
  failures.push(...results.failures)
  skipped.push(...results.skipped)
  // A part may also fail outside its tests, or end before it writes a report.
  if (!isOk && results.failures.length === 0) failures.push(name)
}

fs.rmSync(path.join(root, 'test-results'), { recursive: true, force: true })
ensureGenerated()
if (only === undefined) {
  // Two at a time, for two cores. Both lanes take about equally long.
  await Promise.all([
    check('lint', 'eslint', ['.', '--max-warnings', '0']).then(() => check('dead code', 'knip', [])),
    // TypeScript 7 takes a quarter of the time. ESLint and knip still need the API of version 5.
    check('types', '../typescript-native/bin/tsc', []).then(() => check('format', 'prettier', ['--check', '.'])),
  ])
}
const removeDemo = only === 'unit' ? null : await drawDemo()
for (const [part, name] of [
  ['unit', 'unit and integration'],
  ['http', 'built server over HTTP'],
] as const) {
  if (only !== undefined && only !== part) continue
  const output = `test-results/${part}.json`
  process.env['TEST_RESULTS'] = path.join(root, output)
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-report.ts']
  const ok = step(name, 'vitest', ['run', `--project=${part}`, ...reporters])
  count(name, ok, output, (report) => JSON.parse(report) as Results)
}
if (only === undefined || only === 'e2e') {
  const ok = step('browser', 'playwright', ['test'])
  count('browser', ok, 'test-results/e2e.json', playwrightResults)
}
await removeDemo?.()
if (skipped.length > 0) console.log(`\n== skipped\n${skipped.join('\n')}`)
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
