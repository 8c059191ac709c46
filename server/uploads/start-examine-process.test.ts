import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExaminingProcess } from './start-examine-process.ts'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-turns-'))
})
afterAll(() => fs.rm(folder, { recursive: true }))

async function picture(name: string) {
  const file = path.join(folder, name)
  const drawing = sharp({ create: { width: 20, height: 20, channels: 3, background: '#446644' } })
  await fs.writeFile(file, await drawing.png().toBuffer())
  return { file, slot: 'logo' } as const
}

test('a store with many files does not delay another one', async () => {
  const examining = new ExaminingProcess()
  const many = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map(picture))
  const one = await picture('b1')
  const done: string[] = []
  const note = (answer: Promise<unknown>, owner: string) => answer.then(() => done.push(owner))
  await Promise.all([
    ...many.map((order) => note(examining.examine(order, 'a'), 'a')),
    note(examining.examine(one, 'b'), 'b'),
  ])
  expect(done.indexOf('b')).toBeLessThanOrEqual(2)
  expect(done).toHaveLength(6)
})

test('limits the queued files of each store separately', async () => {
  const examining = new ExaminingProcess({ maxWaitingOfOwner: 2 })
  const orders = await Promise.all(['c1', 'c2', 'c3', 'c4', 'd1'].map(picture))
  const [, , , refused, other] = await Promise.allSettled(
    orders.map((order) => examining.examine(order, path.basename(order.file).slice(0, 1))),
  )
  expect(refused).toMatchObject({
    reason: { code: 'unavailable', message: expect.stringContaining('Please try again in a minute.') },
  })
  expect(other).toMatchObject({ status: 'fulfilled', value: { picture: { width: 20 } } })
})
