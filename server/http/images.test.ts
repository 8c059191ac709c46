import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOriginal } from '#server/media/media.service.ts'
import { VARIANT_FORMATS, VARIANT_WIDTHS } from '#server/media/media.schema.ts'
import { mediaName } from '#server/media/picture.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { qualityFor } from './images.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response(''), { TRUST_PROXY: 'true' })

describe('image quality', () => {
  test.each([
    [{}, 'full'],
    [{ 'save-data': 'on' }, 'saver'],
    [{ 'save-data': 'On', ect: '4g' }, 'saver'],
    [{ 'save-data': 'off' }, 'full'],
    [{ ect: '2g' }, 'saver'],
    [{ ect: 'slow-2g' }, 'saver'],
    [{ ect: '3g' }, 'slow'],
    [{ ect: '4g' }, 'full'],
    [{ ect: '../../x' }, 'full'],
  ] as Array<[Record<string, string>, string]>)('of %j is %s', (headers, quality) =>
    expect(qualityFor(new Headers(headers))).toBe(quality),
  )
})

test('lets other sites embed our images, but nothing else', async () => {
  const name = mediaName(
    await writeOriginal(
      database.dataDir,
      await sharp({ create: { width: 200, height: 200, channels: 3, background: '#204060' } })
        .png()
        .toBuffer(),
    ),
  )
  const policyOf = async (path: string) => (await shop.ask(path)).headers.get('cross-origin-resource-policy')
  expect(await policyOf(`/img/${name}/160.jpg`)).toBe('cross-origin')
  expect(await policyOf('/img/none')).toBe('same-origin')
  expect(await policyOf('/healthz')).toBe('same-origin')
})

describe('a flood of image requests', () => {
  const [FLOODER, SHOPPER] = ['198.51.100.7', '203.0.113.9']
  const names: string[] = []
  let wanted = ''
  const add = async (red: number) =>
    mediaName(
      await writeOriginal(
        database.dataDir,
        await sharp({ create: { width: 1600, height: 2000, channels: 3, background: { r: red, g: 90, b: 60 } } })
          .png()
          .toBuffer(),
      ),
    )
  beforeAll(async () => {
    for (let red = 0; red < 24; red++) names.push(await add(red))
    wanted = await add(200)
  })
  const ask = (address: string, file: string, signal?: AbortSignal) =>
    shop.ask(`/img/${file}`, { 'x-forwarded-for': address }, signal ? { signal } : {})
  /** The number of this flood's variants that have been drawn. */
  const drawn = async () => {
    const files = await fs.readdir(path.join(database.dataDir, 'media/variants'), { recursive: true }).catch(() => [])
    return files.filter((file) => !file.endsWith('.partial') && names.some((name) => file.includes(`/${name}-`))).length
  }

  test('delays other visitors by one turn at most, gets 503 beyond the queue, and is dropped once abandoned', async () => {
    const leaving = new AbortController()
    const files = names
      .flatMap((name) =>
        VARIANT_WIDTHS.flatMap((width) => VARIANT_FORMATS.map((format) => `${name}/${width}.${format}`)),
      )
      .slice(0, 500)
    const statuses: number[] = []
    let retryAfter: string | null = null
    const flood = files.map(async (file) => {
      const response = await ask(FLOODER, file, leaving.signal)
      if (!leaving.signal.aborted) statuses.push(response.status)
      if (response.status === 503) retryAfter = response.headers.get('retry-after')
      return response.status
    })
    // This network's queue is full.
    await expect
      .poll(() => statuses.includes(200) && statuses.filter((status) => status === 503).length > 100, {
        timeout: 15_000,
      })
      .toBe(true)
    const before = await drawn()
    expect((await ask(SHOPPER, `${wanted}/320.webp`)).status).toBe(200)
    // Two images were being drawn, and a few may have started before the count. The queue is many times longer.
    expect((await drawn()) - before).toBeLessThanOrEqual(12)
    expect(Number(retryAfter)).toBeGreaterThan(0)

    leaving.abort()
    const left = await drawn()
    await Promise.all(flood)
    for (const width of [160, 480]) expect((await ask(SHOPPER, `${wanted}/${width}.webp`)).status).toBe(200)
    expect((await drawn()) - left).toBeLessThanOrEqual(6)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  })
})
