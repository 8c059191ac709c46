import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from './env.ts'
import { keyId } from './sealed-secrets.ts'

const FILE = 'store-secrets.key'
const KEY_BYTES = 32

/**
 * The keys that partners' secrets are sealed with, 32 bytes each, the sealing one first: those of SECRETS_KEYS, else one in a
 * file of DATA_DIR that only its owner may read, made at the first start. A file that is there opens what it has sealed even
 * when SECRETS_KEYS is set, so that a shop can move from one to the other.
 * @throws Error if the file holds no key
 */
export async function readSecretKeys({ SECRETS_KEYS, DATA_DIR }: Pick<Env, 'SECRETS_KEYS' | 'DATA_DIR'>) {
  const file = path.join(DATA_DIR, FILE)
  if (SECRETS_KEYS.length === 0) await makeKey(file)
  return readGivenKeys(SECRETS_KEYS, file)
}

/** The ids (see SecretKey) of the keys that are there; makes none. @throws Error if the file holds no key */
export async function configuredKeyIds({ SECRETS_KEYS, DATA_DIR }: Pick<Env, 'SECRETS_KEYS' | 'DATA_DIR'>) {
  return (await readGivenKeys(SECRETS_KEYS, path.join(DATA_DIR, FILE))).map(keyId)
}

async function readGivenKeys(given: readonly Buffer[], file: string): Promise<Buffer[]> {
  const ofFile = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  return [...given, ...(ofFile === null ? [] : [readKey(ofFile, `The file ${FILE}`)])]
}

/** @throws Error naming where it came from, not what it was */
function readKey(text: string, from: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${from} does not hold the base64 of ${KEY_BYTES} bytes.`)
  return key
}

/** Two processes that start together end up with one key: a link is made whole or not at all. */
async function makeKey(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(own, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    await link(own, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  } finally {
    await rm(own, { force: true })
  }
}
