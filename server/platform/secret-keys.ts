import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Prisma } from '#prisma/generated/client.ts'
import type { Env } from './env.ts'
import type { Db } from './db.ts'
import { keyId } from './sealed-secrets.ts'

const FILE = 'store-secrets.key'
const KEY_BYTES = 32

/** The row of app_secrets that names the sealing key by its id (see SecretKey). The key itself is not in it. */
const KEY_IN_USE = 'secrets-key-id'

/**
 * Returns the keys for partners' secrets, 32 bytes each, the sealing one first. Uses those of SECRETS_KEYS, or else one
 * in a file of DATA_DIR, which is created at the first start and which only its owner may read. An existing file still
 * opens secrets if SECRETS_KEYS is set, so that a shop can switch from one to the other. The database records which key
 * seals.
 * @throws Error if the file has no key, or the recorded key is missing
 */
export async function openSecretKeys(db: Db, { SECRETS_KEYS, DATA_DIR }: Pick<Env, 'SECRETS_KEYS' | 'DATA_DIR'>) {
  const file = path.join(DATA_DIR, FILE)
  // The database before the file: a process that starts at the same moment records its key after it has created the file.
  const used = await keyInUse(db)
  const usable = used === null ? await sealedWith(db) : used === '' ? [] : [used]
  const here = await loadGivenKeys(SECRETS_KEYS, file)
  if (usable.length && !here.some((key) => usable.includes(keyId(key))))
    throw new Error(
      `The secrets in this database were encrypted with the key ${usable.join(' or ')}, which is not on this machine. Copy ${FILE} from DATA_DIR of the machine that has it into ${DATA_DIR}, or set SECRETS_KEYS to that key. If it is lost, run "npm run secrets:rotate -- --key-is-lost": stores then have to be connected again.`,
    )
  if (here.length) {
    await noteKey(db, here)
    return here
  }
  await makeKey(file)
  const made = await loadGivenKeys([], file)
  const noted = await noteKey(db, made)
  // Another machine has started for the first time at the same moment, and its key is used.
  if (!made.some((key) => keyId(key) === noted)) {
    await rm(file, { force: true })
    return openSecretKeys(db, { SECRETS_KEYS, DATA_DIR })
  }
  return made
}

/** Removes the record of the sealing key, so that the next start uses the existing key or creates one. */
export async function forgetLostKey(db: Db): Promise<void> {
  await db.appSecret.deleteMany({ where: { name: KEY_IN_USE } })
  await db.appSecret.create({ data: { name: KEY_IN_USE, secret: Buffer.alloc(0) } })
}

/** Returns the id of the sealing key; null if none is recorded yet, '' if it was lost. */
async function keyInUse(db: Db): Promise<string | null> {
  const row = await db.appSecret.findUnique({ where: { name: KEY_IN_USE } })
  return row && Buffer.from(row.secret).toString('utf8')
}

/** Records the first key as the sealing key, unless another machine was first. @returns the id that is recorded now */
async function noteKey(db: Db, here: readonly Buffer[]): Promise<string> {
  const [sealing] = here.map(keyId)
  const secret = Buffer.from(sealing ?? '')
  await db.appSecret.createMany({ data: [{ name: KEY_IN_USE, secret }], skipDuplicates: true })
  // A process that has the recorded key may record another one. This is how keys are rotated.
  await db.appSecret.updateMany({
    where: { name: KEY_IN_USE, secret: { in: [Buffer.alloc(0), ...here.map((key) => Buffer.from(keyId(key)))] } },
    data: { secret },
  })
  return (await keyInUse(db)) ?? ''
}

/** Returns the ids of the keys that sealed secrets in the database, for a shop without a recorded key. */
async function sealedWith(db: Db): Promise<string[]> {
  const tables = await db.$queryRaw<Array<{ name: string }>>`
    SELECT table_name::text AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'key_id' ORDER BY 1`
  const ids = new Set<string>()
  for (const { name } of tables)
    for (const { id } of await db.$queryRaw<Array<{ id: string }>>`
      SELECT DISTINCT key_id::text AS id FROM ${Prisma.raw(`"${name}"`)} WHERE key_id IS NOT NULL`)
      ids.add(id)
  return [...ids]
}

/** Returns the ids (see SecretKey) of the existing keys, without creating any. @throws Error if the file has no key */
export async function configuredKeyIds({ SECRETS_KEYS, DATA_DIR }: Pick<Env, 'SECRETS_KEYS' | 'DATA_DIR'>) {
  return (await loadGivenKeys(SECRETS_KEYS, path.join(DATA_DIR, FILE))).map(keyId)
}

async function loadGivenKeys(given: readonly Buffer[], file: string): Promise<Buffer[]> {
  const ofFile = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  return [...given, ...(ofFile === null ? [] : [parseKey(ofFile, `The file ${FILE}`)])]
}

/**
 * @throws Error that names its source, not its value
 */
function parseKey(text: string, from: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${from} must contain ${KEY_BYTES} bytes in base64.`)
  return key
}

/** Creates the key's file. Two processes that start together get the same key, because creating a link is atomic. */
async function makeKey(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(temporary, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    await link(temporary, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporary, { force: true })
  }
}
