import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DrawingProcess } from './start-draw-process.ts'
import { originalKey, variantKey, type Variant } from './media-keys.ts'
import { writeOriginal } from './media.service.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'

let dataDir: string
let drawing: DrawingProcess
let name: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-media-'))
  drawing = new DrawingProcess(dataDir)
  name = mediaName(
    await writeOriginal(
      dataDir,
      await sharp({ create: { width: 1700, height: 1700, channels: 3, background: '#204060' } })
        .png()
        .toBuffer(),
    ),
  )
})
afterAll(async () => {
  drawing.stop()
  await fs.rm(dataDir, { recursive: true, force: true })
})
const variant = (width: number): Variant => ({ name, width, format: 'avif', quality: 'full' })
const never = new AbortController().signal

test('draws at a lower priority than everything else', async () => {
  expect(await drawing.draw([variant(160), variant(320)], never)).toBeNull()
  for (const width of [160, 320]) expect(await openStorage(dataDir).has(variantKey(variant(width)))).toBe(true)
  expect(os.getPriority(drawing.pid!)).toBe(os.constants.priority.PRIORITY_LOW)
})

test('reports an image that crashes the process, and draws the next one in a new process', async () => {
  const broken = drawing.draw([variant(1600)], never)
  const { pid } = drawing
  process.kill(pid!, 'SIGSEGV')
  expect(await broken).toMatchObject({ outcome: 'unreadable', problem: expect.stringContaining('SIGSEGV') as string })
  expect(await drawing.draw([variant(480)], never)).toBeNull()
  expect(drawing.pid).not.toBe(pid)
})

test.each([
  [1, null],
  [2, { outcome: 'unreadable', problem: 'the drawing process exited (SIGKILL)' }],
])('draws an image again if the system kills the process, but only once (kills: %i)', async (kills, expected) => {
  const drawn = drawing.draw([variant(800 + kills)], never)
  for (let pid: number | undefined; kills > 0; kills--) {
    await vi.waitFor(() => expect(drawing.pid).not.toBe(pid), 10_000)
    pid = drawing.pid
    process.kill(pid!, 'SIGKILL')
  }
  expect(await drawn).toEqual(expected)
})

test('stops immediately', async () => {
  const stopping = new AbortController()
  const drawn = drawing.draw([variant(1200)], stopping.signal)
  stopping.abort()
  await expect(drawn).rejects.toMatchObject({ name: 'AbortError' })
  drawing.stop()
  expect(drawing.pid).toBeUndefined()
})

test('distinguishes a missing file, a file that is not an image, and unreadable storage', async () => {
  const broken = mediaName(await writeOriginal(dataDir, Buffer.from('no picture')))
  const missing = 'a'.repeat(24)
  const of = (name: string): Variant[] => [{ ...variant(160), name }]
  expect(await drawing.draw(of(broken), never)).toMatchObject({ outcome: 'unreadable' })
  expect(await drawing.read(broken, never)).toBe('unreadable')
  expect(await drawing.draw(of(missing), never)).toEqual({ outcome: 'missing' })
  expect(await drawing.read(missing, never)).toBe('missing')
  // A folder instead of the file.
  const blocked = 'b'.repeat(24)
  await fs.mkdir(path.join(dataDir, originalKey(blocked)), { recursive: true })
  await expect(drawing.draw(of(blocked), never)).rejects.toThrow('EISDIR')
  await expect(drawing.read(blocked, never)).rejects.toThrow('EISDIR')
})
