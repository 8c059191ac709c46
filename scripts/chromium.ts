import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const INSTALLED = [
  // The headless shell has no window, so the browser tests use a third less CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns a Chromium for the browser tests: from CHROMIUM_PATH, an installed one, Playwright's, or one downloaded now.
 * @throws Error with installation instructions
 */
export function findChromium(): string {
  const known = () =>
    [process.env.CHROMIUM_PATH ?? '', ...INSTALLED, chromium.executablePath()].find(
      (file) => file !== '' && fs.existsSync(file),
    )
  const attempts: Array<() => void> = [
    () => run(path.resolve(import.meta.dirname, '../node_modules/.bin/playwright'), ['install', 'chromium']),
    () => {
      if (process.getuid?.() !== 0) return
      run('apt-get', ['update', '-qq'])
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'])
    },
  ]
  for (const attempt of attempts) {
    const found = known()
    if (found) return found
    console.log('Chromium not found. Installing it ...')
    attempt()
  }
  const found = known()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  )
}

/**
 * Returns launch options for tests and benchmarks: no background network requests, and no sandbox as root, where it
 * does not work.
 * @param more additional arguments for Chromium
 */
export function chromiumOptions(more: string[] = []): { executablePath: string; args: string[] } {
  return {
    executablePath: findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  }
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  })
}
