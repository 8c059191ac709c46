import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { writeOriginal } from './media.service.ts'
import { checkStorage, pairAfterRestore } from './storage-pair.ts'

const database = useTestDatabase()
const db = () => database.db
let ours: string
let other: string
beforeEach(async () => {
  ;[ours, other] = [await fs.mkdtemp('/tmp/wtf-pair-'), await fs.mkdtemp('/tmp/wtf-pair-')]
})
afterEach(async () => {
  await db().mediaFile.deleteMany()
  await db().appSecret.deleteMany()
  for (const folder of [ours, other]) await fs.rm(folder, { recursive: true })
})

const addFile = (sha256 = randomBytes(32).toString('hex')) =>
  db().mediaFile.create({
    data: { sha256, mimeType: 'image/png', byteSize: 1, width: 7, height: 9, colour: '#aabbcc' },
  })
const check = (folder: string) => checkStorage(db(), folder)
const idIn = (folder: string) => fs.readFile(path.join(folder, 'media/shop-id'), 'utf8')

test('gives a new database and storage one shared ID, even if several processes start at once', async () => {
  await Promise.all([check(ours), check(ours), check(ours)])
  await check(ours)
  expect(await idIn(ours)).toMatch(/^[0-9a-f-]{36}$/)
})

test('rejects an empty storage and the storage of another shop', async () => {
  await check(ours)
  await expect(check(other)).rejects.toThrow('Mount the storage')
  await fs.mkdir(path.join(other, 'media'))
  await fs.writeFile(path.join(other, 'media/shop-id'), 'of another shop')
  await expect(check(other)).rejects.toThrow('belong to another database')
})

test('adopts a database and storage without IDs once all files exist', async () => {
  await addFile()
  await expect(check(ours)).rejects.toThrow('1 of 1 pictures of this database have no file')
  await expect(idIn(ours)).rejects.toThrow('ENOENT')
  await db().mediaFile.deleteMany()
  await addFile(await writeOriginal(ours, Buffer.from('a picture')))
  await check(ours)
  await check(ours)
})

test('rejects a new database with the files of another shop', async () => {
  await check(ours)
  await writeOriginal(ours, Buffer.from('a picture'))
  await db().appSecret.deleteMany()
  await expect(check(ours)).rejects.toThrow('this one has no pictures')
})

test('a restore pairs the database with the storage, on a new machine and over another shop', async () => {
  await check(ours)
  await pairAfterRestore(db(), other)
  await check(other)
  expect(await idIn(other)).toBe(await idIn(ours))
  await fs.writeFile(path.join(other, 'media/shop-id'), 'of the shop that was here')
  await pairAfterRestore(db(), other)
  await check(other)
  expect(await idIn(other)).toBe('of the shop that was here')
})
