import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { originalKey } from '#server/media/media-keys.ts'
import { openStorage } from '#server/media/storage.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { UploadOutcome } from './store-upload.service.ts'
import { takeUploads } from './take-uploads.ts'
import { Uploads } from './uploads.ts'
import type { UploadSlot } from './uploads.values.ts'

const database = useTestDatabase()
let uploads: Uploads
let ask: Awaited<ReturnType<typeof createPartnerAsk>>
beforeAll(async () => {
  uploads = new Uploads({
    db: database.db,
    dataDir: database.dataDir,
    siteUrl: 'https://wtf.example',
    token: undefined,
    leftFree: 0,
  })
  ask = await createPartnerAsk(database.db)
})

const painted = (red: number, side = 60) =>
  sharp({ create: { width: side, height: 40, channels: 3, background: { r: red, g: 64, b: 32 } } })

interface Begun {
  url: string
  key: string
  customId: string
}

async function begin(
  slot: UploadSlot,
  files: Array<{ name: string; size: number }>,
  viewer = ask.viewer as typeof ask.viewer | null,
) {
  const response = await uploads.begin(
    new Request(`https://wtf.example/api/uploadthing?actionType=upload&slug=${slot}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: files.map((file) => ({ ...file, type: 'image/png' })) }),
    }),
    viewer,
  )
  return { status: response.status, body: (await response.json()) as Begun[] & { message?: string } }
}

function put(url: string, bytes: Uint8Array): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
  return uploads.receive(new Request(`https://wtf.example${url}`, { method: 'PUT', body: form }))
}

async function send(slot: UploadSlot, bytes: Uint8Array, name = 'picture.png') {
  const { body } = await begin(slot, [{ name, size: bytes.length }])
  const response = await put(body[0]!.url, bytes)
  const { serverData } = (await response.json()) as { serverData: UploadOutcome }
  return { ...body[0]!, outcome: serverData }
}

/** Returns how many bytes of a file have arrived. */
const held = async (url: string) =>
  (await uploads.ask(new Request(`https://wtf.example${url}`, { method: 'HEAD' }))).headers.get('x-ut-range-start')

test('returns the first response for a repeated upload, without storing it twice', async () => {
  const picture = await painted(17).png().toBuffer()
  const words = Buffer.from('no picture at all')
  for (const bytes of [picture, words]) {
    const { body } = await begin('productPicture', [{ name: 'a.png', size: bytes.length }])
    const { url, customId } = body[0]!
    expect(await held(url)).toBe('0')
    const first = await put(url, bytes)
    const said: unknown = await first.json()
    // UploadThing's client asks first and sends only the missing bytes, of which there are none.
    expect(await held(url)).toBe(String(bytes.length))
    for (const rest of [bytes, bytes.subarray(bytes.length)]) {
      const again = await put(url, rest)
      expect([again.status, await again.json()]).toEqual([first.status, said])
    }
    expect(await database.db.upload.count({ where: { id: customId, status: { not: 'waiting' } } })).toBe(1)
  }
  expect(await leftovers()).toEqual([])
})

test('returns the same response for an upload repeated while the first is being processed', async () => {
  const bytes = await painted(18).png().toBuffer()
  const { body } = await begin('productPicture', [{ name: 'a.png', size: bytes.length }])
  const said = await Promise.all([1, 2].map(async () => (await put(body[0]!.url, bytes)).json() as Promise<unknown>))
  expect(said[1]).toEqual(said[0])
  expect(said[0]).toMatchObject({ serverData: { file: { uploadId: body[0]!.customId } } })
})

const leftovers = () => fs.readdir(path.join(database.dataDir, 'uploads')).catch(() => [])

test("an uploaded image can be used in its partner's forms", async () => {
  const { customId, outcome } = await send(
    'productPicture',
    await painted(200).png().toBuffer(),
    '../../etc/Blue shirt.png',
  )
  expect(outcome.file).toMatchObject({ uploadId: customId, picture: { width: 60, height: 40 }, video: null })
  const name = outcome.file?.picture?.name ?? ''
  expect(await openStorage(database.dataDir).has(originalKey(name))).toBe(true)
  const upload = await database.db.upload.findUniqueOrThrow({ where: { id: customId } })
  expect(upload).toMatchObject({ status: 'stored', fileName: 'Blue shirt.png', partnerId: ask.partner.id })
  const place = { partnerId: ask.partner.id, slot: 'productPicture' } as const
  const taken = await takeUploads(database.db, place, [customId])
  expect(taken.get(customId)).toEqual({ fileId: upload.fileId })
  const another = await createPartnerAsk(database.db)
  await expect(takeUploads(database.db, { ...place, partnerId: another.partner.id }, [customId])).rejects.toMatchObject(
    { code: 'bad_input' },
  )
  await expect(takeUploads(database.db, { ...place, slot: 'logo' }, [customId])).rejects.toMatchObject({
    code: 'bad_input',
  })
  expect(await leftovers()).toEqual([])
})

test('partners that were never approved cannot take all upload slots', { timeout: 60_000 }, async () => {
  const opened: Array<ReadableStreamDefaultController<Uint8Array>> = []
  const sent: Array<Promise<Response>> = []
  for (let stranger = 0; stranger < 5; stranger++) {
    const { viewer } = await createPartnerAsk(database.db, { verificationStatus: 'pending' })
    for (let file = 0; file < 12; file++) {
      const { body } = await begin('productPicture', [{ name: 'a.png', size: 1_000 }], viewer)
      const silent = new ReadableStream<Uint8Array>({ start: (controller) => void opened.push(controller) })
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const put = { method: 'PUT', body: silent, duplex: 'half', headers } as RequestInit
      sent.push(uploads.receive(new Request(`https://wtf.example${body[0]!.url}`, put)))
    }
  }
  expect((await send('productPicture', await painted(99).png().toBuffer())).outcome.file).not.toBeNull()
  for (const controller of opened) controller.close()
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(36)
  expect((await send('productPicture', await painted(98).png().toBuffer())).outcome.file).not.toBeNull()
})

test('stores a file only once if several people upload it', async () => {
  const bytes = await painted(90).webp().toBuffer()
  const sent = await Promise.all(Array.from({ length: 4 }, () => send('productPicture', bytes)))
  expect(new Set(sent.map(({ outcome }) => outcome.file?.picture?.name)).size).toBe(1)
  expect(new Set(sent.map(({ customId }) => customId)).size).toBe(4)
})

test('accepts our own video, and refuses a truncated copy', async () => {
  const film = await fs.readFile(path.resolve('public/films/rail.mp4'))
  const { outcome } = await send('promotionalVideo', film)
  expect(outcome.file?.video).toMatchObject({
    src: expect.stringMatching(/^\/video\/[0-9a-f]{24}\.mp4$/),
    width: 960,
    durationMs: 12_000,
  })
  expect((await send('promotionalVideo', film.subarray(0, film.length / 2))).outcome).toEqual({
    file: null,
    message: 'The video is incomplete. Its end is missing.',
  })
  expect(await leftovers()).toEqual([])
})

describe('upload permission', () => {
  test('is refused to visitors, viewers and suspended partners', async () => {
    const files = [{ name: 'a.png', size: 10 }]
    expect(await begin('logo', files, null)).toMatchObject({ status: 403, body: { message: 'Please sign in again.' } })
    const partner = ask.viewer.partner!
    for (const changed of [{ role: 'viewer' }, { status: 'suspended' }] as const)
      expect(await begin('logo', files, { ...ask.viewer, partner: { ...partner, ...changed } })).toMatchObject({
        status: 403,
        body: { message: 'Access denied. Please check your permissions.' },
      })
  })
  test.each([
    ['logo', 2 * 2 ** 20 + 1, 'File size exceeds 2MB limit'],
    ['heroImage', 5 * 2 ** 20 + 1, 'File size exceeds 5MB limit'],
    ['promotionalImage', 10 * 2 ** 20 + 1, 'File size must be less than 10MB.'],
    ['promotionalVideo', 50 * 2 ** 20 + 1, 'File size must be less than 50MB.'],
    ['logo', 0, 'The file is empty.'],
  ] as const)('is refused for a %s of %d bytes: %s', async (slot, size, message) => {
    expect(await begin(slot, [{ name: 'a.png', size }])).toMatchObject({ status: 400, body: { message } })
  })
  test('is refused over the quota', async () => {
    const full = await createPartnerAsk(database.db)
    await database.db.partnerLimit.create({
      data: { partnerId: full.partner.id, quota: 'bytes', value: 1_000, reason: 'a test' },
    })
    await database.db.upload.create({
      data: { partnerId: full.partner.id, slot: 'logo', fileName: 'a', byteSize: 995, status: 'used' },
    })
    expect((await begin('logo', [{ name: 'a.png', size: 5 }], full.viewer)).status).toBe(200)
    const { status, body } = await begin('logo', [{ name: 'a.png', size: 10 }], full.viewer)
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('Your store can have 0 MB of files. This would exceed the limit.'),
    ])
  })
})

describe('an upload is refused', () => {
  test.each<[string, (url: string) => string]>([
    ['a forged signature', (url) => url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['a changed size', (url) => url.replace(/x-ut-file-size=\d+/, 'x-ut-file-size=9999')],
    ['the key of another file', (url) => url.replace(/ingest\/\w/, 'ingest/_')],
    ['no signature', (url) => url.replace(/&signature=.*/, '')],
  ])('at a URL with %s', async (_, spoil) => {
    const bytes = await painted(1).png().toBuffer()
    const { body } = await begin('logo', [{ name: 'a.png', size: bytes.length }])
    expect((await put(spoil(body[0]!.url), bytes)).status).toBe(403)
    expect((await put(body[0]!.url, bytes)).status).toBe(200)
  })
  test('if its length differs from the announced one, or the client disconnects', async () => {
    const bytes = await painted(2).png().toBuffer()
    for (const size of [bytes.length - 1, bytes.length + 1]) {
      const { body } = await begin('logo', [{ name: 'a.png', size }])
      expect((await put(body[0]!.url, bytes)).status).toBe(400)
    }
    const { body } = await begin('logo', [{ name: 'a.png', size: 5_000 }])
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const leaving = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(`${head}some`)),
      pull: (controller) => controller.error(new DOMException('gone', 'AbortError')),
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const request = new Request(`https://wtf.example${body[0]!.url}`, {
      method: 'PUT',
      headers,
      body: leaving,
      duplex: 'half',
    } as RequestInit)
    expect((await uploads.receive(request)).status).toBe(400)
    expect(await leftovers()).toEqual([])
    expect(await database.db.upload.findUniqueOrThrow({ where: { id: body[0]!.customId } })).toMatchObject({
      status: 'waiting',
    })
  })
  test('if the disk has no room for it', async () => {
    const crowded = new Uploads({
      db: database.db,
      dataDir: database.dataDir,
      siteUrl: '',
      token: undefined,
      leftFree: Number.MAX_SAFE_INTEGER,
    })
    const bytes = await painted(3).png().toBuffer()
    const { body } = await begin('logo', [{ name: 'a.png', size: bytes.length }])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]))
    const response = await crowded.receive(
      new Request(`https://wtf.example${body[0]!.url}`, { method: 'PUT', body: form }),
    )
    expect([response.status, await response.json()]).toEqual([
      507,
      { message: 'We have no space for files right now. Please try again later.' },
    ])
  })
})

test('refuses a callback that we did not sign', async () => {
  const response = await uploads.begin(
    new Request('https://wtf.example/api/uploadthing?slug=logo', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'uploadthing-hook': 'callback',
        'x-uploadthing-signature': `hmac-sha256=${'0'.repeat(64)}`,
      },
      body: '{}',
    }),
    null,
  )
  expect([response.status, await response.json()]).toEqual([400, { message: 'Invalid signature' }])
})
