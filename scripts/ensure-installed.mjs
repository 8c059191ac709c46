// Runs before npm start, npm test and the others, on whatever Node the host has and with nothing installed yet: built-ins only.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
/** @param {string} file */
const modified = (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

// npm ci would empty the folder behind a link, which another clone uses.
const isLink = fs.lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
if (!isLink && modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.log('Installing the packages (npm ci) ...')
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // An existing file here keeps Prisma from fetching an engine binary that this project does not use.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'package.json') },
  })
  if (result.status !== 0) {
    console.error('npm ci failed. See its message above; then try again.')
    process.exit(result.status ?? 1)
  }
  const now = new Date()
  fs.utimesSync(path.join(root, 'node_modules/.package-lock.json'), now, now)
}
