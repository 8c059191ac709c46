import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { setOfflineApp } from '#server/site/site-settings.service.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { writeServiceWorker } from './service-worker.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('no such page', { status: 404 }))
const versionOf = (script: string) => /const VERSION = '(\w+)'/.exec(script)?.[1]

describe('the service worker', () => {
  test('is a single classic script without placeholders', () => {
    const script = writeServiceWorker('one')
    expect(script).not.toMatch(/^\s*(import|export) /m)
    expect(script).not.toContain('{version}')
    expect(script).not.toContain('{parameters}')
    expect(script).not.toContain('{rules}')
    expect(script).toContain('"q"')
    expect(() => new Function('self', script)).not.toThrow()
  })
  test('has a different version for each build, and the same version for the same build', () => {
    expect(versionOf(writeServiceWorker('one'))).toMatch(/^[0-9a-f]{12}$/)
    expect(versionOf(writeServiceWorker('two'))).not.toBe(versionOf(writeServiceWorker('one')))
    expect(writeServiceWorker('one')).toBe(writeServiceWorker('one'))
  })
})

describe('GET /sw.js', () => {
  test('is revalidated on every request, has the whole shop as its scope, and connects to no other host', async () => {
    const { status, headers } = await shop.ask('/sw.js')
    expect([
      status,
      ...['content-type', 'cache-control', 'service-worker-allowed', 'content-security-policy', 'x-offline-app'].map(
        (name) => headers.get(name),
      ),
    ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', '/', "default-src 'none'; connect-src 'self'", 'on'])
  })
  test('sends a script that unregisters the worker while the feature is off', async () => {
    await setOfflineApp({ db: database.db, visit: null, viewer: null }, { offlineApp: false })
    const off = await shop.ask('/sw.js')
    const script = await off.text()
    expect([off.headers.get('x-offline-app'), off.headers.get('cache-control')]).toEqual(['off', 'no-cache'])
    expect(script).toContain('unregister')
    expect(script).not.toContain("'fetch'")
    await setOfflineApp({ db: database.db, visit: null, viewer: null }, { offlineApp: true })
    expect(versionOf(await (await shop.ask('/sw.js')).text())).toBeDefined()
  })
  test('responds to HEAD with the state of the feature', async () =>
    expect((await shop.ask('/sw.js', {}, { method: 'HEAD' })).headers.get('x-offline-app')).toBe('on'))
})

describe('the web app manifest', () => {
  const folder = path.resolve(import.meta.dirname, '../../public')
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8')) as Record<
    string,
    string
  > & { icons: Array<{ src: string; sizes: string; purpose: string }>; shortcuts: Array<{ url: string }> }

  test('describes an app for the whole shop', () => {
    expect(manifest).toMatchObject({
      name: 'WTF: fashion discovery',
      short_name: 'WTF',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#0c0b0a',
      background_color: '#0c0b0a',
    })
    for (const { url } of manifest.shortcuts) expect(url).toMatch(/^\//)
  })
  test('has regular and maskable icons of the stated sizes', async () => {
    expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src, sizes, purpose } of manifest.icons) {
      const picture = sharp(path.join(folder, src))
      const { width, height, format } = await picture.metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
      expect([src, (await picture.stats()).isOpaque]).toEqual([src, purpose === 'maskable'])
    }
  })
})
