import { expect, test } from 'vitest'
import { isMarkAlive, markOf } from './process-mark.ts'

test('a mark is alive in its own namespace only, even if its process number exists in another', async () => {
  expect(await isMarkAlive(await markOf(process.pid))).toBe(true)
  expect(await isMarkAlive(await markOf(process.pid, 'another'))).toBe(false)
})
test('a mark of an earlier version, which names no namespace, is of this one', async () => {
  const [pid, birth] = (await markOf(process.pid)).split(' ')
  expect(await isMarkAlive(`${pid} ${birth}`)).toBe(true)
  expect(await isMarkAlive(`${pid} 1`)).toBe(false)
})
