import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage } from './storage.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-storage-'))
})
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }))

test('returns the last version that was written, and null for an unknown key', async () => {
  const storage = openStorage(dataDir)
  expect([await storage.read('a/b'), await storage.has('a/b')]).toEqual([null, false])
  for (const text of ['one', 'two']) await storage.write('a/b', Buffer.from(text))
  expect([String(await storage.read('a/b')), await storage.has('a/b')]).toEqual(['two', true])
})

test('never shows a partial file, and leaves no other files', async () => {
  const storage = openStorage(dataDir)
  const texts = ['x', 'y', 'z'].map((letter) => letter.repeat(1_000_000))
  await Promise.all(texts.map((text) => storage.write('same', Buffer.from(text))))
  expect(texts).toContain(String(await storage.read('same')))
  expect(await fs.readdir(path.join(dataDir, 'media'))).toEqual(['a', 'same'])
})

test('knows whether there is room', async () => {
  const storage = openStorage(dataDir)
  expect([await storage.hasRoom(0), await storage.hasRoom(Number.MAX_SAFE_INTEGER)]).toEqual([true, false])
})

test('throws if it cannot read, instead of returning null', async () => {
  await fs.writeFile(path.join(dataDir, 'file'), '')
  await expect(openStorage(path.join(dataDir, 'file')).read('a')).rejects.toThrow('ENOTDIR')
})

test.skipIf(process.platform === 'win32')('keeps files and folders to its own user', async () => {
  const storage = openStorage(dataDir)
  await storage.write('originals/aa/private', Buffer.from('x'))
  const adopted = path.join(dataDir, 'arrived')
  await fs.writeFile(adopted, 'y', { mode: 0o644 })
  await storage.adopt('videos/aa/private', adopted)
  const modeOf = async (name: string) => (await fs.stat(path.join(dataDir, 'media', name))).mode & 0o777
  for (const file of ['originals/aa/private', 'videos/aa/private']) expect(await modeOf(file)).toBe(0o600)
  for (const folder of ['', 'originals', 'originals/aa', 'videos/aa']) expect(await modeOf(folder)).toBe(0o700)
})
