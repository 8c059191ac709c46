import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const FILM = Buffer.from('0123456789')
const app = new Hono()
let folder = ''
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'files-'))
  await fs.writeFile(path.join(folder, 'film.mp4'), FILM)
  await fs.writeFile(path.join(folder, 'still.webp'), FILM)
  await fs.writeFile(path.join(folder, 'style.css'), FILM)
  app.use(await staticFiles(folder))
})
afterAll(() => fs.rm(folder, { recursive: true }))
const ask = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`/${file}`, { method, headers })

describe('a video', () => {
  test('is sent in full, and advertises ranges', async () => {
    const whole = await ask('film.mp4')
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
    })
  })
  test.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('is sent in the range %s', async (range, bytes, contentRange) => {
    const part = await ask('film.mp4', { range })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, bytes, contentRange])
  })
  test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('returns 416 for the range %s', async (range) => {
    const none = await ask('film.mp4', { range })
    expect([none.status, await none.text(), none.headers.get('content-range')]).toEqual([416, '', 'bytes */10'])
  })
  test.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=0-1', `bytes=${'9'.repeat(40)}-`, ''])(
    'is sent in full for the range %j',
    async (range) => expect(await (await ask('film.mp4', { range })).text()).toBe('0123456789'),
  )
  test('respects If-Range, If-None-Match and HEAD', async () => {
    const etag = (await ask('film.mp4')).headers.get('etag') ?? ''
    expect((await ask('film.mp4', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await ask('film.mp4', { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
    expect((await ask('film.mp4', { range: 'bytes=0-1', 'if-none-match': etag })).status).toBe(304)
    expect((await ask('film.mp4', { range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
  })
})

test('sends files other than videos in full', async () => {
  const picture = await ask('still.webp', { range: 'bytes=0-1' })
  expect([picture.status, picture.headers.get('content-type'), await picture.text()]).toEqual([
    200,
    'image/webp',
    '0123456789',
  ])
  expect(
    (await ask('style.css', { range: 'bytes=0-1', 'accept-encoding': 'br' })).headers.get('content-encoding'),
  ).toBe('br')
})
