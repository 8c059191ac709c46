import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseS3Settings } from '#server/platform/env.ts'
import { startS3, type S3Server } from '#tests/setup/s3-server.ts'
import { freePort } from '#tests/setup/shop-process.ts'
import { diskStorage } from './disk-storage.ts'
import { StorageAway } from './s3-client.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage-interface.ts'

// Some tests wait for retries, or send megabytes.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-storage-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  await fs.rm(folder, { recursive: true, force: true })
})

function openS3(changes: Record<string, string> = {}): Storage {
  const settings = parseS3Settings({ ...s3.env, ...changes })
  if (!settings) throw new Error('S3_URL is missing')
  return s3Storage(settings)
}
async function keysIn(storage: Storage, below: string) {
  const found: Array<[string, number]> = []
  for await (const { key, bytes } of storage.list(below)) found.push([key, bytes])
  return found
}
/** Yields pieces of odd lengths. Fails after some bytes if requested. */
async function* inPieces(bytes: Buffer, failsAfter = Infinity) {
  for (let at = 0; at < bytes.length; at += 700_001) {
    if (at > failsAfter) throw new Error('broke off')
    yield await Promise.resolve(bytes.subarray(at, at + 700_001))
  }
}

describe.each([
  { kind: 'the disk', open: () => diskStorage(folder) },
  { kind: 'S3', open: () => openS3() },
])('a storage on $kind', ({ open }) => {
  test('returns the last version that was written, and null for an unknown key', async () => {
    const storage = open()
    expect([await storage.read('a/b'), await storage.has('a/b'), await storage.size('a/b')]).toEqual([
      null,
      false,
      null,
    ])
    for (const text of ['one', 'three']) await storage.write('a/b', Buffer.from(text))
    expect([String(await storage.read('a/b')), await storage.has('a/b'), await storage.size('a/b')]).toEqual([
      'three',
      true,
      5,
    ])
    await storage.remove('a/b')
    await storage.remove('a/b')
    expect(await storage.has('a/b')).toBe(false)
  })

  test('keeps empty files', async () => {
    const storage = open()
    await storage.write('empty', Buffer.alloc(0))
    expect([await storage.size('empty'), await storage.read('empty')]).toEqual([0, Buffer.alloc(0)])
    expect(await buffer(storage.stream('empty'))).toHaveLength(0)
    expect(await storage.writeStream('empty-too', inPieces(Buffer.alloc(0)))).toBe(0)
    expect(await storage.size('empty-too')).toBe(0)
  })

  // 9 MB are two parts of S3 and three pieces.
  test.each([1, 700_001, 9_000_000])(
    'streams a file of %i bytes in and out, as a whole and in part',
    async (length) => {
      const storage = open()
      const bytes = randomBytes(length)
      expect(await storage.writeStream('streamed', inPieces(bytes))).toBe(length)
      expect(await storage.size('streamed')).toBe(length)
      expect((await buffer(storage.stream('streamed'))).equals(bytes)).toBe(true)
      const [from, to] = [Math.floor(length / 3), Math.floor(length / 2)]
      expect((await buffer(storage.stream('streamed', from, to))).equals(bytes.subarray(from, to))).toBe(true)
    },
  )

  test.each([100_000, 8_390_000])(
    'discards a stream that fails after %i bytes, and keeps the previous file',
    async (failsAfter) => {
      const storage = open()
      await storage.write('fails/kept', Buffer.from('as it was'))
      await expect(storage.writeStream('fails/kept', inPieces(randomBytes(9_000_000), failsAfter))).rejects.toThrow(
        'broke off',
      )
      expect(String(await storage.read('fails/kept'))).toBe('as it was')
      expect(await keysIn(storage, 'fails')).toEqual([['fails/kept', 9]])
    },
  )

  test('lists the files below a folder in the order of their keys', async () => {
    const storage = open()
    const keys = ['list/b', 'list/a/2', 'list/a/1', 'list/c/d/e', 'listed']
    for (const key of keys) await storage.write(key, Buffer.from(key))
    const expected = ['list/a/1', 'list/a/2', 'list/b', 'list/c/d/e']
    expect(await keysIn(storage, 'list')).toEqual(expected.map((key) => [key, key.length]))
    expect(await keysIn(storage, 'nothing')).toEqual([])
  })

  test('removes many files at once, including missing ones', async () => {
    const storage = open()
    const keys = Array.from({ length: 30 }, (_, at) => `many/${at}`)
    for (const key of keys.slice(0, 3)) await storage.write(key, Buffer.from('x'))
    await storage.write('many-more', Buffer.from('x'))
    await storage.remove(...keys)
    await storage.remove()
    expect([await keysIn(storage, 'many'), await storage.has('many-more')]).toEqual([[], true])
  })

  test('writes a file once, and then returns the first bytes', async () => {
    const storage = open()
    for (const text of ['first', 'second'])
      expect(String(await storage.writeOnce('first-of-two', Buffer.from(text)))).toBe('first')
    expect(String(await storage.read('first-of-two'))).toBe('first')
  })

  test('throws ENOENT when a missing file is streamed', async () => {
    await expect(buffer(open().stream('no/such'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('disk storage', () => {
  test('never shows a partial file, and leaves no other files', async () => {
    const storage = diskStorage(folder)
    const texts = ['x', 'y', 'z'].map((letter) => letter.repeat(1_000_000))
    await Promise.all(texts.map((text) => storage.write('alone/same', Buffer.from(text))))
    expect(texts).toContain(String(await storage.read('alone/same')))
    await expect(storage.writeStream('alone/same', inPieces(randomBytes(2_000_000), 1))).rejects.toThrow('broke off')
    expect(await fs.readdir(path.join(folder, 'alone'))).toEqual(['same'])
  })

  test('keeps the first of several simultaneous writes', async () => {
    const storage = diskStorage(folder)
    const kept = await Promise.all(['1', '2', '3'].map((text) => storage.writeOnce('once/one', Buffer.from(text))))
    expect(new Set(kept.map(String))).toEqual(new Set([String(await storage.read('once/one'))]))
    expect(await fs.readdir(path.join(folder, 'once'))).toEqual(['one'])
  })

  test('reports whether there is enough space', async () => {
    const storage = diskStorage(folder)
    expect([await storage.hasRoom(0), await storage.hasRoom(Number.MAX_SAFE_INTEGER)]).toEqual([true, false])
  })

  test('throws if it cannot read, instead of returning null', async () => {
    await fs.writeFile(path.join(folder, 'file'), '')
    await expect(diskStorage(path.join(folder, 'file')).read('a')).rejects.toThrow('ENOTDIR')
  })

  test.skipIf(process.platform === 'win32')('makes files and folders accessible to its own user only', async () => {
    const storage = diskStorage(path.join(folder, 'private'))
    await storage.write('originals/aa/private', Buffer.from('x'))
    await storage.writeStream('videos/aa/private', inPieces(Buffer.from('y')))
    const modeOf = async (name: string) => (await fs.stat(path.join(folder, 'private', name))).mode & 0o777
    for (const file of ['originals/aa/private', 'videos/aa/private']) expect(await modeOf(file)).toBe(0o600)
    for (const below of ['', 'originals', 'originals/aa', 'videos/aa']) expect(await modeOf(below)).toBe(0o700)
  })
})

describe('S3 storage', () => {
  test('signs requests, so that the storage rejects a wrong key', async () => {
    const storage = openS3({ S3_SECRET_ACCESS_KEY: 'another key' })
    const askings = [storage.read('a'), storage.write('a', Buffer.from('b')), buffer(storage.stream('a'))]
    for (const asking of await Promise.allSettled<unknown>(askings))
      expect(asking).toMatchObject({ reason: { message: expect.stringContaining('403') as string } })
    expect(await openS3().has('a')).toBe(false)
  })

  test.each([500, 503, 403, 404])(
    'is unavailable when it responds with %i, and no file counts as missing',
    async (status) => {
      const storage = openS3()
      await storage.write('there', Buffer.from('x'))
      s3.answerWith(() => status)
      try {
        const askings = [
          storage.read('there'),
          storage.size('no such'),
          buffer(storage.stream('there')),
          keysIn(storage, 'a'),
        ]
        for (const asking of await Promise.allSettled<unknown>(askings))
          expect(asking).toMatchObject({ status: 'rejected', reason: { name: 'StorageAway' } })
      } finally {
        s3.answerWith(() => null)
      }
      expect(String(await storage.read('there'))).toBe('x')
    },
  )

  test('is unavailable when the bucket is missing or the server does not respond', async () => {
    const missing = openS3({ S3_URL: s3.env.S3_URL.replace(/[^/]+$/, 'no-such-bucket') })
    await expect(missing.has('a')).rejects.toThrow('404 NoSuchBucket')
    await expect(openS3({ S3_URL: `http://127.0.0.1:${await freePort()}/wtf-shop` }).has('a')).rejects.toThrow(
      StorageAway,
    )
  })

  test('keeps the first bytes in a storage without conditional writes', async () => {
    const storage = openS3()
    try {
      for (const text of ['first', 'second']) {
        let requests = 0
        s3.answerWith(() => (requests++ === 0 ? 501 : null))
        expect(String(await storage.writeOnce('first-of-three', Buffer.from(text)))).toBe('first')
      }
    } finally {
      s3.answerWith(() => null)
    }
  })

  test('retries a request that fails temporarily', async () => {
    const storage = openS3()
    let failures = 2
    s3.answerWith(() => (failures-- > 0 ? 503 : null))
    try {
      await storage.write('repeated', Buffer.from('x'))
    } finally {
      s3.answerWith(() => null)
    }
    expect([failures, String(await storage.read('repeated'))]).toEqual([-1, 'x'])
  })
})
