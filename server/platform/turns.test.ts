import { expect, test } from 'vitest'
import { TooMuchAsked } from './meter.ts'
import { Turns } from './turns.ts'

test('runs one task per key at a time, queues a few in order, and refuses more', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 2, retryAfterSeconds: 3 })
  const first = Promise.withResolvers<string>()
  const done: string[] = []
  const noting = (name: string) => () => Promise.resolve(done.push(name))
  const running = turns.run('a', () => first.promise)
  const waiting = [turns.run('a', noting('second')), turns.run('a', noting('third'))]
  const refusal = await turns.run('a', noting('fourth')).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(TooMuchAsked)
  expect(refusal).toMatchObject({ retryAfterSeconds: 3 })
  await turns.run('b', noting('other'))
  expect(done).toEqual(['other'])
  first.resolve('')
  await Promise.all([running, ...waiting])
  expect(done).toEqual(['other', 'second', 'third'])
})

test('a failed task releases its turn', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 0, retryAfterSeconds: 1 })
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(turns.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes')
})
