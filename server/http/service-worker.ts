import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Db } from '#server/platform/db.ts'
import { getSiteSettings } from '#server/site/site-settings.service.ts'
import { workerRules } from '#server/site/addresses.ts'
import { PAGE_PARAMETERS } from '#server/site/addresses.values.ts'

const sourceOf = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'service-worker', name), 'utf8')
const RULES = sourceOf('rules.js')
const WORKER = sourceOf('worker.js')
const NOTIFY = sourceOf('notify.js')
const OFF = sourceOf('off.js')

/**
 * Builds the service worker as one classic script: the rules, the code that uses them, then notifications.
 * @param build id of the cached pages' build. A different build or source produces a different script, which browsers
 *   notice
 */
export function writeServiceWorker(build: string): string {
  const rules = RULES.replaceAll(/^export /gm, '')
  const worker = WORKER.replace(/^import [^']*'[^']*'\n/m, '')
    .replace("['{parameters}']", () => JSON.stringify(PAGE_PARAMETERS))
    .replace("{ none: '{rules}', asset: '', picture: '', file: '' }", () => JSON.stringify(workerRules()))
  const version = createHash('sha256')
    .update(build)
    .update(rules)
    .update(worker)
    .update(NOTIFY)
    .digest('hex')
    .slice(0, 12)
  return `${rules}\n${worker}\n${NOTIFY}`.replace('{version}', version)
}

/**
 * Adds GET /sw.js: the offline app's worker or, while it is switched off, one that removes itself. `x-offline-app`
 * tells pages which one it is.
 */
export function addServiceWorker(app: Hono<{ Bindings: HttpBindings }>, db: Db, build: string): void {
  const worker = writeServiceWorker(build)
  app.get('/sw.js', async (c) => {
    const { offlineApp } = await getSiteSettings(db)
    return c.body(offlineApp ? worker : OFF, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-offline-app': offlineApp ? 'on' : 'off',
    })
  })
}
