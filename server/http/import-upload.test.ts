import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { receiveImportFile } from '#server/importing/receive-import-file.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { rawRequest } from '#tests/setup/raw-request.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { boundedListener, createHttpServer } from './node-server.ts'

const SITE_URL = 'https://wtf.example'
const MIB = 2 ** 20
const CSV = 'handle,name,price\na,Apple,10\n'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { SITE_URL })
let server: Server
let port: number
let partnerId: string
let cookie: string

beforeAll(async () => {
  const listener = getRequestListener(shop.fetch, { overrideGlobalObjects: false })
  server = createHttpServer({ requestMs: 300, checkEveryMs: 50 }).on(
    'request',
    boundedListener((request, response) => void listener(request, response)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(async () => {
  const { id: ownerId } = await createUser(database.db, { role: 'partner' })
  partnerId = (await createPartner(database.db, { ownerId })).id
  cookie = await cookieOf(ownerId)
})

async function cookieOf(userId: string): Promise<string> {
  const { visit } = await signedIn(database.db, userId, { visit: createVisit({ siteUrl: SITE_URL }) })
  return [...visit.cookies].map((pair) => pair.join('=')).join('; ')
}

/** Sends headers as a browser on our pages would. `write` sends the body, and may stop once there is a response. */
function begin(given: http.OutgoingHttpHeaders = {}, name = 'autumn.csv') {
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${IMPORT_UPLOAD}?name=${encodeURIComponent(name)}`,
    agent: false,
    headers: { host: 'wtf.example', origin: SITE_URL, 'content-type': 'application/octet-stream', cookie, ...given },
  })
  const answered = new Promise<{ status: number; body: Record<string, string>; connection: string | undefined }>(
    (resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += bytes.toString()))
        response.on('error', () => undefined)
        response.on('end', () => {
          const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : { text }
          resolve({ status: response.statusCode ?? 0, body, connection: response.headers.connection })
        })
      })
    },
  )
  return { request, answered }
}
async function send(body: string, headers: http.OutgoingHttpHeaders = {}, name?: string) {
  const { request, answered } = begin({ 'content-length': Buffer.byteLength(body), ...headers }, name)
  request.end(body)
  return answered
}
const imports = () => database.db.productImport.findMany({ where: { partnerId } })
const files = () =>
  fs.existsSync(path.join(database.dataDir, 'imports')) ? fs.readdirSync(path.join(database.dataDir, 'imports')) : []
const clear = () => files().forEach((file) => fs.rmSync(path.join(database.dataDir, 'imports', file)))
beforeEach(clear)

describe('an uploaded file', () => {
  test('is stored on arrival, under a name that we choose', async () => {
    const { status, body } = await send(CSV, {}, '../../../etc/\u0001passwd.csv')
    expect(status).toBe(200)
    expect(await imports()).toMatchObject([
      { id: body.importId, status: 'uploaded', fileName: '../../../etc/ passwd.csv', byteSize: BigInt(CSV.length) },
    ])
    expect(files()).toEqual([`${body.importId}.csv`])
    expect(fs.readFileSync(path.join(database.dataDir, 'imports', `${body.importId}.csv`), 'utf8')).toBe(CSV)
  })

  test('may arrive in chunks, and may take longer than a form', async () => {
    const { request, answered } = begin({ 'transfer-encoding': 'chunked' })
    request.write(CSV.slice(0, 10))
    const form = 'POST /settings HTTP/1.1\r\nHost: wtf.example\r\nContent-Length: 9\r\n\r\na=b'
    expect((await rawRequest(port, form)).status).toBe(408)
    request.end(CSV.slice(10))
    expect((await answered).status).toBe(200)
    expect(await imports()).toMatchObject([{ status: 'uploaded', byteSize: BigInt(CSV.length) }])
  })

  test('is rejected before it is sent if its declared size is too large', async () => {
    const { request, answered } = begin({ 'content-length': 500 * MIB })
    request.flushHeaders()
    const { status, body, connection } = await answered
    request.destroy()
    expect([status, body.message, connection]).toEqual([413, expect.stringContaining('200 MB'), 'close'])
    expect([await imports(), files()]).toEqual([[], []])
  })

  test('is rejected once it exceeds the limit, with bounded memory use', async () => {
    const { request, answered } = begin({ 'transfer-encoding': 'chunked' })
    let [isAnswered, sent, most] = [false, 0, 0]
    void answered.finally(() => (isAnswered = true)).catch(() => undefined)
    const piece = Buffer.alloc(MIB, 'a,b\n')
    const before = process.memoryUsage().rss
    while (!isAnswered && sent < 500 * MIB) {
      sent += piece.length
      if (!request.write(piece))
        await Promise.race([new Promise((resolve) => request.once('drain', resolve)), answered.catch(() => undefined)])
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    const { status, body } = await answered
    request.destroy()
    expect([status, body.message]).toEqual([413, expect.stringContaining('200 MB')])
    expect(sent).toBeLessThan(230 * MIB)
    expect(most).toBeLessThan(200 * MIB)
    expect([await imports(), files()]).toEqual([[], []])
  }, 60_000)

  test.each([
    ['with Content-Length', { 'content-length': 1_000 }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('sent %s is deleted if the connection breaks', async (_, headers) => {
    const { request, answered } = begin(headers)
    answered.catch(() => undefined)
    request.write(CSV)
    await expect.poll(async () => [(await imports()).length, files().length]).toEqual([1, 1])
    request.destroy()
    await expect.poll(async () => [await imports(), files()]).toEqual([[], []])
  })

  test.each([
    ['without content is rejected', '', 400],
    ['without a name is accepted', CSV, 200],
  ])('%s', async (_, body, status) => {
    expect((await send(body, {}, '')).status).toBe(status)
  })
})

describe('an upload', () => {
  test('is rejected from another origin, when signed out, and for a viewer of the store', async () => {
    const { id: userId } = await createUser(database.db, { role: 'partner' })
    await database.db.partnerMember.create({ data: { userId, partnerId, role: 'viewer' } })
    const viewer = await cookieOf(userId)
    expect((await send(CSV, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(CSV, { cookie: '' })).status).toBe(401)
    expect((await send(CSV, { cookie: viewer })).status).toBe(403)
    expect([await imports(), files()]).toEqual([[], []])
  })

  test('is rejected while ten imports are unfinished', async () => {
    for (let index = 0; index < 10; index++) expect((await send(CSV)).status).toBe(200)
    const { status, body } = await send(CSV)
    expect([status, body.message]).toEqual([429, expect.stringContaining('unfinished imports')])
    expect(files()).toHaveLength(10)
  })
})

describe('a full disk', () => {
  let folder = ''
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wtf-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' })
    } catch {
      fs.rmdirSync(folder)
      folder = ''
    }
  })
  afterAll(() => {
    if (folder === '') return
    execFileSync('umount', ['-l', folder])
    fs.rmdirSync(folder)
  })
  const receive = async (bytes: number, leftFree: number, announced: number | null) => {
    const { id: importId } = await database.db.productImport.create({
      data: { partnerId, source: 'file', fileName: 'a.csv', status: 'receiving' },
    })
    const body = (async function* () {
      for (let sent = 0; sent < bytes; sent += 64 * 1024) yield Buffer.alloc(64 * 1024, 'a')
    })()
    return receiveImportFile(database.db, folder, { importId, partnerId, announced }, body, leftFree)
  }
  const left = () => fs.readdirSync(path.join(folder, 'imports'))

  test('rejects the upload, and leaves no partial file', async ({ skip }) => {
    if (folder === '') return skip('Mounting a small disk is not allowed here.')
    expect(await receive(2 * MIB, 0, 64 * 1024)).toBe('no room')
    expect([await imports(), left()]).toEqual([[], []])
  })

  test('rejects an upload that would use the reserved space', async ({ skip }) => {
    if (folder === '') return skip('Mounting a small disk is not allowed here.')
    expect(await receive(64 * 1024, 2 * MIB, 64 * 1024)).toBe('no room')
    expect([await imports(), left()]).toEqual([[], []])
  })

  test('rejects an upload of unknown size unless the largest allowed file fits', async ({ skip }) => {
    if (folder === '') return skip('Mounting a small disk is not allowed here.')
    expect(await receive(64 * 1024, 0, null)).toBe('no room')
    expect([await imports(), left()]).toEqual([[], []])
  })
})
