// npm test: types, lint, unit and integration tests on a real PostgreSQL, HTTP tests of the built server, browser tests
// in Chromium. `-- unit`, `-- http` or `-- e2e`: only that part.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { keepTemporaryFilesInMemory } from '#tests/setup/temporary-files.ts'
import { ensureBuilt, ensureGenerated } from './prepare.ts'
import { type Results, playwrightResults } from './test-results.ts'

const root = path.resolve(import.meta.dirname, '..')
const only = process.argv[2]
const isAll = only === undefined
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

/** Runs a step. Prints its output immediately, or at its end if other steps run at the same time. */
async function step(name: string, command: string, args: string[], { isBeside = false } = {}): Promise<boolean> {
  const started = Date.now()
  if (!isBeside) console.log(`\n== ${name}`)
  const child = spawn(bin(command), args, { cwd: root, stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => printed.push(piece))
  const status = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(null)))
  if (isBeside) {
    console.log(`\n== ${name}`)
    process.stdout.write(Buffer.concat(printed))
  }
  verdict(name, status === 0, started)
  return status === 0
}

/** Runs a step that counts as one check, beside others. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  if (await step(name, command, args, { isBeside: true })) passed++
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

async function runVitest(part: 'unit' | 'http', name: string, { isBeside = false } = {}): Promise<void> {
  const output = `test-results/${part}.json`
  process.env['TEST_RESULTS'] = path.join(root, output)
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-report.ts']
  const workers = isBeside ? ['--maxWorkers=1'] : []
  const ok = await step(name, 'vitest', ['run', `--project=${part}`, ...workers, ...reporters], { isBeside })
  count(name, ok, output, (report) => JSON.parse(report) as Results)
}

async function runBrowser(): Promise<void> {
  const ok = await step('browser', 'playwright', ['test'])
  count('browser', ok, 'test-results/e2e.json', playwrightResults)
}

fs.rmSync(path.join(root, 'test-results'), { recursive: true, force: true })
ensureGenerated()
// The build and the demo mostly use one core, so they run during the checks. The checks run in two lanes of about equal
// length.
const checks = Promise.all([
  isAll && check('lint', 'eslint', ['.', '--max-warnings', '0']).then(() => check('dead code', 'knip', [])),
  // TypeScript 7 takes a quarter of the time. ESLint and knip still need the API of version 5.
  isAll && check('types', '../typescript-native/bin/tsc', []).then(() => check('format', 'prettier', ['--check', '.'])),
])
const demo = only === 'unit' ? null : drawDemo()
// If the build fails, the checks show why.
await Promise.allSettled([checks, demo])
const removeDemo = await demo
if (isAll || only === 'unit') await runVitest('unit', 'unit and integration')
// The browser tests sometimes leave a core idle. The HTTP tests use that time.
await Promise.all([
  (isAll || only === 'http') && runVitest('http', 'built server over HTTP', { isBeside: isAll }),
  (isAll || only === 'e2e') && runBrowser(),
])
await removeDemo?.()
if (skipped.length > 0) console.log(`\n== skipped\n${skipped.join('\n')}`)
if (failures.length > 0) console.log(`\n== failed\n${failures.join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
