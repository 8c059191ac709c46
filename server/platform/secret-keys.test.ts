import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { parseEnv } from './env.ts'
import { keyId } from './sealed-secrets.ts'
import { forgetLostKey, openSecretKeys } from './secret-keys.ts'

const database = useTestDatabase()
const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const encoded = KEYS.map((key) => key.toString('base64'))
const NOT_HERE =
  /encrypted with the key [0-9a-f]{8}, which is not on this machine. Copy store-secrets.key .* SECRETS_KEYS/
let dir: string
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-keys-'))
})
afterEach(async () => {
  await database.db.appSecret.deleteMany()
  await fs.rm(dir, { recursive: true })
})

const open = (SECRETS_KEYS?: string, DATA_DIR = dir) =>
  openSecretKeys(database.db, parseEnv({ DATA_DIR, SECRETS_KEYS }))

test('creates one key if SECRETS_KEYS is unset, readable by its owner only', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => open()))
  expect(first).toHaveLength(1)
  for (const other of others) expect(other).toEqual(first)
  expect(await open()).toEqual(first)
  const file = path.join(dir, 'store-secrets.key')
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  expect(await fs.readdir(dir)).toEqual(['store-secrets.key'])
})

test('uses the key that another process creates between two steps of the start', async () => {
  let other: Promise<Buffer[]> | undefined
  const { appSecret } = database.db
  const findUnique = async (query: Parameters<typeof appSecret.findUnique>[0]) => {
    await (other ??= open())
    return appSecret.findUnique(query)
  }
  const secrets = new Proxy(appSecret, {
    get: (of, name) => (name === 'findUnique' ? findUnique : Reflect.get(of, name)),
  })
  const db = new Proxy(database.db, { get: (of, name) => (name === 'appSecret' ? secrets : Reflect.get(of, name)) })
  expect(await openSecretKeys(db, parseEnv({ DATA_DIR: dir }))).toEqual(await other)
})

test('encrypts with the first key in SECRETS_KEYS, and still decrypts with an existing key file', async () => {
  const [ofFile] = await open()
  expect(await open(` ${encoded.join(' , ')} `)).toEqual([...KEYS, ofFile])
})

test('refuses an invalid key, and does not print it', async () => {
  for (const wrong of ['short', `${encoded[0]},`, 'x'.repeat(44)])
    expect(() => parseEnv({ SECRETS_KEYS: wrong })).toThrow(/SECRETS_KEYS: must be base64 of 32 bytes/)
  expect(() => parseEnv({ SECRETS_KEYS: 'topsecret' })).not.toThrow(/topsecret/)
  await fs.writeFile(path.join(dir, 'store-secrets.key'), 'topsecret')
  await expect(open()).rejects.toThrow('The file store-secrets.key must contain 32 bytes in base64.')
})

test('creates and accepts no new key on a second machine', async () => {
  const [key] = await open()
  const second = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-keys-'))
  await expect(open(undefined, second)).rejects.toThrow(NOT_HERE)
  await expect(open(encoded[0], second)).rejects.toThrow(NOT_HERE)
  expect(await fs.readdir(second)).toEqual([])
  await fs.copyFile(path.join(dir, 'store-secrets.key'), path.join(second, 'store-secrets.key'))
  expect(await open(undefined, second)).toEqual([key])
  await fs.rm(second, { recursive: true })
})

test('ends up with one key when two machines start a new shop at once', async () => {
  const second = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-keys-'))
  const starts = await Promise.allSettled([open(), open(undefined, second)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await fs.rm(second, { recursive: true })
})

test('rotates keys: first both, then the new one alone', async () => {
  const [first, second] = encoded as [string, string]
  await open(first)
  await open(`${second},${first}`)
  expect(await open(second)).toEqual([KEYS[1]])
  await expect(open(first)).rejects.toThrow(keyId(KEYS[1]!))
})

test('rejects a key that decrypts none of the existing secrets', async () => {
  const connection = await createConnection(database.db, (await createPartner(database.db)).id)
  await expect(open()).rejects.toThrow(NOT_HERE)
  expect(await fs.readdir(dir)).toEqual([])
  await database.db.shopifyConnection.delete({ where: { id: connection.id } })
})

test('accepts a new key once the operator has given up the lost one', async () => {
  await open(encoded[0])
  await forgetLostKey(database.db)
  expect(await open(encoded[1])).toEqual([KEYS[1]])
  await expect(open(encoded[0])).rejects.toThrow(NOT_HERE)
})
