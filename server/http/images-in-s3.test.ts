import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { videoKey } from '#server/media/media-keys.ts'
import { writeOriginal } from '#server/media/media.service.ts'
import { VariantQueue } from '#server/media/variant-queue.ts'
import { useS3 } from '#tests/setup/store-in-s3.ts'
import { serveImage } from './images.ts'
import { serveVideo } from './videos.ts'

// Some responses wait until requests to S3 have been retried.
vi.setConfig({ testTimeout: 60_000 })

const s3 = useS3()
const machines: Array<{
  folder: string
  ask: (address: string, headers?: Record<string, string>) => Promise<Response>
}> = []
let name: string

beforeAll(async () => {
  for (let n = 0; n < 2; n++) {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-machine-'))
    const app = new Hono()
    app.get('/img/*', serveImage(new VariantQueue(folder), false) as never)
    app.get('/video/*', serveVideo(folder) as never)
    const from = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    machines.push({
      folder,
      ask: async (address, headers = {}) => app.request(`http://wtf.example${address}`, { headers }, from),
    })
  }
  const bytes = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#305070' } })
    .png()
    .toBuffer()
  name = (await writeOriginal(machines[0]!.folder, bytes)).slice(0, 24)
})
afterAll(async () => {
  for (const { folder } of machines) await fs.rm(folder, { recursive: true, force: true })
})

test('serves an image resized by another machine, and stores no local file', async () => {
  const [one, other] = machines
  let hasVariant = false
  s3.server.answerWith((method) => (method === 'PUT' && hasVariant ? 500 : null))
  const answers: Buffer[] = []
  for (const machine of [one!, other!, one!]) {
    const answer = await machine.ask(`/img/${name}/320.webp`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    answers.push(Buffer.from(await answer.arrayBuffer()))
    hasVariant = true
  }
  s3.server.answerWith(() => null)
  for (const answer of answers) expect(answer.equals(answers[0]!)).toBe(true)
  for (const { folder } of machines) expect(await fs.readdir(folder)).toEqual([])
})

test('returns 503 rather than 404 while the storage is unavailable', async () => {
  const [, other] = machines
  s3.server.answerWith(() => 503)
  const answer = await other!.ask(`/img/${name}/160.webp`)
  s3.server.answerWith(() => null)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  // The image was not marked as broken.
  expect((await other!.ask(`/img/${name}/160.webp`)).status).toBe(200)
  expect((await other!.ask(`/img/${'a'.repeat(24)}/160.webp`)).status).toBe(404)
})

test('serves a range of a video from the storage', async () => {
  await s3.bucket.write(videoKey(name, 'mp4'), Buffer.alloc(9_000_000, 7))
  const answer = await machines[1]!.ask(`/video/${name}.mp4`, { range: 'bytes=1000000-8999999' })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 1000000-8999999/9000000'])
  expect((await answer.arrayBuffer()).byteLength).toBe(8_000_000)
})
