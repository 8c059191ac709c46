import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A clone with one production and one development package, and a fake npm that only records its calls. */
let clone: string
const asked = () => path.join(clone, 'asked')
beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'wtf-clone-'))
  for (const folder of ['scripts', 'bin']) fs.mkdirSync(path.join(clone, folder))
  fs.copyFileSync(
    path.join(import.meta.dirname, 'ensure-installed.mjs'),
    path.join(clone, 'scripts/ensure-installed.mjs'),
  )
  fs.writeFileSync(
    path.join(clone, 'package.json'),
    JSON.stringify({ dependencies: { shop: '1' }, devDependencies: { tests: '1' } }),
  )
  fs.writeFileSync(path.join(clone, 'package-lock.json'), '{}')
  fs.writeFileSync(
    path.join(clone, 'bin/npm'),
    `#!/bin/sh
echo "$@" >> asked
mkdir -p node_modules
case "$*" in *--omit=dev*) tests= ;; *) tests=', "node_modules/tests": {}' ;; esac
echo "{ \\"packages\\": { \\"node_modules/shop\\": {}$tests } }" > node_modules/.package-lock.json
`,
    { mode: 0o755 },
  )
})
afterEach(() => fs.rmSync(clone, { recursive: true, force: true }))

/** Returns the recorded npm calls in short form. */
function ensure(...args: string[]): string {
  fs.rmSync(asked(), { force: true })
  const { status } = spawnSync(process.execPath, ['scripts/ensure-installed.mjs', ...args], {
    cwd: clone,
    env: { ...process.env, PATH: `${path.join(clone, 'bin')}:${process.env.PATH}` },
  })
  expect(status).toBe(0)
  return (fs.existsSync(asked()) ? fs.readFileSync(asked(), 'utf8') : '').replace(/ --no-audit.*\n/, '')
}
/** Makes the lock file newer than the installed packages, as after a pull. */
const renewLock = () => fs.utimesSync(path.join(clone, 'node_modules/.package-lock.json'), 1, 1)

test('omits development packages in production, and installs them later if needed', () => {
  expect(ensure('--production')).toBe('ci --omit=dev')
  expect(ensure('--production')).toBe('')
  expect(ensure()).toBe('install --include=dev --no-save')
  expect(ensure()).toBe('')
  expect(ensure('--production')).toBe('')
})
test('installs everything for development, and reinstalls after the lock file changes', () => {
  expect(ensure()).toBe('ci --include=dev')
  renewLock()
  expect(ensure('--production')).toBe('ci --include=dev')
})
test('omits development packages in production after the lock file changes', () => {
  ensure('--production')
  renewLock()
  expect(ensure('--production')).toBe('ci --omit=dev')
})
