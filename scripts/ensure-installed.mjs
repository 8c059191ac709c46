// Runs before npm start, npm test and others, on any Node and before anything is installed, so it uses only built-ins.
// `--production` installs only the packages that serve the shop. By default also installs the development packages.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const isProduction = process.argv.includes('--production')
/** @param {string} file */
const modified = (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
/** @param {string} file */
const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))

// npm ci would empty the folder behind a link, which another clone uses.
const isLink = fs.lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
if (!isLink) {
  const hasDevelopment = listsDevelopment()
  if (modified('node_modules/.package-lock.json') < modified('package-lock.json'))
    install('ci', isProduction && !hasDevelopment ? '--omit=dev' : '--include=dev')
  // Existing packages stay in place, because a running shop may use them.
  else if (!isProduction && !hasDevelopment) install('install', '--include=dev', '--no-save')
}

/** Whether the development packages are installed. They are not if npm start was the first command. */
function listsDevelopment() {
  if (!modified('node_modules/.package-lock.json')) return false
  const { packages } = read('node_modules/.package-lock.json')
  return Object.keys(read('package.json').devDependencies).every((name) => `node_modules/${name}` in packages)
}

/** @param {string} command @param {...string} options */
function install(command, ...options) {
  console.log(`Installing the packages (npm ${command}) ...`)
  const result = spawnSync('npm', [command, ...options, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    // With an existing file here, Prisma does not download an engine binary that this project does not use.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'package.json') },
  })
  if (result.status !== 0) {
    console.error(`npm ${command} failed. Fix the error above, then try again.`)
    process.exit(result.status ?? 1)
  }
  const now = new Date()
  fs.utimesSync(path.join(root, 'node_modules/.package-lock.json'), now, now)
}
