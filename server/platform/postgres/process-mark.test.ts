import { expect, test } from 'vitest'
import { isMarkAlive, markOf } from './process-mark.ts'

test('a mark counts as alive only in its own namespace', async () => {
  expect(await isMarkAlive(await markOf(process.pid))).toBe(true)
  expect(await isMarkAlive(await markOf(process.pid, 'another'))).toBe(false)
})
test('a mark of an earlier version, without a namespace, belongs to this namespace', async () => {
  const [pid, birth] = (await markOf(process.pid)).split(' ')
  expect(await isMarkAlive(`${pid} ${birth}`)).toBe(true)
  expect(await isMarkAlive(`${pid} 1`)).toBe(false)
})
