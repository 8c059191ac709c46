import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMPORT_UPLOAD } from '#server/importing/import-upload.values.ts'
import { checkBackup, loadBackup } from '#server/operations/backup/load-backup.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { CALLS_A_MINUTE } from '#server/open-data/limits.values.ts'
import type { UploadOutcome } from '#server/uploads/store-upload.service.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { REDIS_COMMAND, startRedis, type RedisServer } from '#tests/setup/redis-server.ts'
import { useS3 } from '#tests/setup/store-in-s3.ts'
import { createTestDatabase, useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'

// Two machines with separate folders, one database, one S3 storage and one Redis. Only the second one runs jobs.

const SERVE = path.resolve(import.meta.dirname, '../../tests/durability/serve.ts')
const SITE_URL = 'http://127.0.0.1'
const PATIENCE = { timeout: 90_000, interval: 100 }

const database = useTestDatabase()
const s3 = useS3()
const machines: Machine[] = []
let cookie: string
let redis: RedisServer | null = null

interface Machine {
  url: string
  folder: string
  process: ChildProcess
}

async function startMachine(jobs: 'on' | 'off', secretsKey: string): Promise<Machine> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-machine-'))
  const server = spawn(process.execPath, [SERVE], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SITE_URL,
      SECRETS_KEYS: secretsKey,
      REDIS_URL: redis?.url ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      JOBS: jobs,
      BACKUPS: 'asked',
      METER: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, port] = /open at http:\/\/localhost:(\d+)/.exec(line) ?? []
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    server.once('exit', (code) => reject(new Error(`The server stopped (${code}).`)))
  })
  return { url, folder, process: server }
}

beforeAll(async () => {
  if (REDIS_COMMAND) redis = await startRedis()
  const key = randomBytes(32).toString('base64')
  machines.push(...(await Promise.all([startMachine('off', key), startMachine('on', key)])))
  const { id: ownerId } = await createUser(database.db, { role: 'partner' })
  await createPartner(database.db, { ownerId })
  const { visit } = await signedIn(database.db, ownerId, { visit: createVisit({ siteUrl: SITE_URL }) })
  cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
}, 300_000)
afterAll(async () => {
  for (const { process: server, folder } of machines) {
    const gone = once(server, 'exit')
    if (server.exitCode === null && server.kill('SIGTERM')) await gone
    await fs.rm(folder, { recursive: true, force: true })
  }
  await redis?.stop()
}, 60_000)

const post = (machine: Machine, address: string, body: BodyInit, method = 'POST', type?: string) =>
  fetch(`${machine.url}${address}`, {
    method,
    headers: { cookie, origin: machine.url, ...(type ? { 'content-type': type } : {}) },
    body,
  })

test.skipIf(REDIS_COMMAND === null)(
  'the machines share API limits in Redis (skipped unless valkey-server or redis-server is installed)',
  async () => {
    const statuses: number[] = []
    for (let n = 0; n < CALLS_A_MINUTE + 10; n++) {
      const { status } = await fetch(`${machines[n % 2]?.url}/api/v1/products/none`)
      statuses.push(status)
    }
    // Each machine may allow one call before it learns of the other's last one.
    expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(CALLS_A_MINUTE)
    expect(statuses.indexOf(429)).toBeLessThanOrEqual(CALLS_A_MINUTE + 2)
    expect(statuses.slice(-7)).toEqual(Array.from({ length: 7 }, () => 429))
  },
)

test('an image uploaded to one machine is served by both, and resized only once', { timeout: 180_000 }, async () => {
  const [first, second] = machines as [Machine, Machine]
  const bytes = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#305070' } })
    .png()
    .toBuffer()
  const files = [{ name: 'a.png', size: bytes.length, type: 'image/png' }]
  const begun = await post(
    first,
    '/api/uploadthing?actionType=upload&slug=productPicture',
    JSON.stringify({ files }),
    ...(['POST', 'application/json'] as const),
  )
  const [{ url } = { url: '' }] = (await begun.json()) as Array<{ url: string }>
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  // The upload may reach a different machine than the request for its URL.
  const send = () => post(second, url, form, 'PUT')
  // UploadThing's client does this if a response is lost.
  const { serverData } = (await (await send().catch(send)).json()) as { serverData: UploadOutcome }
  const name = serverData.file?.picture?.name ?? ''
  const address = `/img/${name}/320.webp`
  const answers: Buffer[] = []
  for (const machine of [first, second, first]) {
    const answer = await fetch(`${machine.url}${address}`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    answers.push(Buffer.from(await answer.arrayBuffer()))
  }
  const kept = await s3.bucket.read(`media/variants/${name.slice(0, 2)}/${name}-320.webp`)
  for (const answer of answers) expect(answer.equals(kept ?? Buffer.alloc(0))).toBe(true)
  for (const { folder } of machines) expect(await fs.readdir(folder, { recursive: true })).not.toContain('media')
})

test('a file uploaded to one machine is imported by the other', { timeout: 180_000 }, async () => {
  const [first] = machines as [Machine]
  const csv = 'handle,name,price\na,Apple,10\nb,Bear,20\n'
  const sent = await post(first, `${IMPORT_UPLOAD}?name=new.csv`, csv, 'POST', 'application/octet-stream')
  const { importId } = (await sent.json()) as { importId: string }
  expect(String(await s3.bucket.read(`imports/${importId}.csv`))).toBe(csv)
  const statusOf = async () => (await database.db.productImport.findUniqueOrThrow({ where: { id: importId } })).status
  await expect.poll(statusOf, PATIENCE).not.toMatch(/uploaded|reading/)
  expect(['read', 'unmapped']).toContain(await statusOf())
})

test('a backup is stored in the bucket, and restores the shop and its files', { timeout: 180_000 }, async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-machine-'))
  const file = 's3:shop.tar'
  const made = await writeBackup({ databaseUrl: database.url, dataDir: folder, file })
  expect(made).toMatchObject({ missing: { count: 0 }, bytes: await s3.bucket.size('backups/shop.tar') })
  expect(made.files).toBeGreaterThan(0)
  await expect(writeBackup({ databaseUrl: database.url, dataDir: folder, file })).rejects.toThrow('already exists')
  const { sha256 } = await database.db.mediaFile.findFirstOrThrow()
  const key = `media/originals/${sha256.slice(0, 2)}/${sha256.slice(0, 24)}`
  const original = await s3.bucket.read(key)
  await s3.bucket.remove(key)
  const { drop, ...empty } = await createTestDatabase({ isMigrated: false })
  try {
    const { header } = await checkBackup(file)
    await loadBackup({ databaseUrl: empty.url, dataDir: folder, file, header })
    expect(await empty.db.mediaFile.count()).toBe(await database.db.mediaFile.count())
  } finally {
    await drop()
  }
  expect(original && (await s3.bucket.read(key))?.equals(original)).toBe(true)
  expect(await fs.readdir(folder)).toEqual([])
})

test('a backup fails while the storage is unavailable, and leaves nothing behind', { timeout: 180_000 }, async () => {
  s3.server.answerWith((_, url) => (url.includes('/media/') ? 500 : null))
  try {
    const making = writeBackup({ databaseUrl: database.url, dataDir: '/nowhere', file: 's3:away.tar' })
    await expect(making).rejects.toThrow('The backup was not made: The S3 storage')
  } finally {
    s3.server.answerWith(() => null)
  }
  expect(await s3.bucket.has('backups/away.tar')).toBe(false)
})
