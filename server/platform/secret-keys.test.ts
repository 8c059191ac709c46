import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { readSecretKeys } from './secret-keys.ts'

const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let dir: string
beforeEach(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-keys-'))
})
afterEach(() => fs.rm(dir, { recursive: true }))

const read = (SECRETS_KEYS?: string) => readSecretKeys(parseEnv({ DATA_DIR: dir, SECRETS_KEYS }))
const encoded = KEYS.map((key) => key.toString('base64'))

test('without SECRETS_KEYS a key is made once, which only its owner may read', async () => {
  const [first, again] = await Promise.all([read(), read()])
  expect(first).toHaveLength(1)
  expect(again).toEqual(first)
  expect(await read()).toEqual(first)
  const file = path.join(dir, 'store-secrets.key')
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  expect(await fs.readdir(dir)).toEqual(['store-secrets.key'])
})

test('the first of SECRETS_KEYS seals, and a file that is there still opens', async () => {
  expect(await read(encoded.join(','))).toEqual(KEYS)
  expect(await fs.readdir(dir)).toEqual([])
  const [ofFile] = await read()
  expect(await read(` ${encoded.join(' , ')} `)).toEqual([...KEYS, ofFile])
})

test('what is no key is refused, and not shown', async () => {
  for (const wrong of ['short', `${encoded[0]},`, 'x'.repeat(44)])
    expect(() => parseEnv({ SECRETS_KEYS: wrong })).toThrow(/SECRETS_KEYS: must be base64 of 32 bytes/)
  expect(() => parseEnv({ SECRETS_KEYS: 'topsecret' })).not.toThrow(/topsecret/)
  await fs.writeFile(path.join(dir, 'store-secrets.key'), 'topsecret')
  await expect(read()).rejects.toThrow('The file store-secrets.key does not hold the base64 of 32 bytes.')
})
