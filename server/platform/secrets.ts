import { randomBytes } from 'node:crypto'
import type { Db } from './db.ts'

const BYTES = 32
const known = new WeakMap<Db, Map<string, Promise<Buffer>>>()

/** Returns the shop's random key of that name: 32 bytes, created on first use and then the same in every process. */
export function appSecret(db: Db, name: string): Promise<Buffer> {
  const secrets = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, secrets)
  const secret = secrets.get(name) ?? getOrMake(db, name)
  secrets.set(name, secret)
  secret.catch(() => secrets.delete(name))
  return secret
}

async function getOrMake(db: Db, name: string): Promise<Buffer> {
  await db.appSecret.createMany({ data: [{ name, secret: randomBytes(BYTES) }], skipDuplicates: true })
  const { secret } = await db.appSecret.findUniqueOrThrow({ where: { name } })
  return Buffer.from(secret)
}
