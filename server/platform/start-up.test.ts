import { describe, expect, test, vi } from 'vitest'
import { NotConnected } from './database-away.ts'
import { log } from './log.ts'
import { doAtStart, doBeside } from './start-up.ts'

const away = () => Promise.reject(new NotConnected('no connection to the database'))
/** Fails twice, like a restarting database, and then succeeds. */
function restarting() {
  let calls = 0
  return async () => (++calls < 3 ? away() : calls)
}
vi.spyOn(log, 'warn').mockImplementation(() => undefined)

describe('doAtStart', () => {
  test('retries while the database is down', async () => {
    expect(await doAtStart('x', restarting())).toBe(3)
  })
  test('does not retry after other errors', async () => {
    const work = vi.fn(() => Promise.reject(new Error('a fault of ours')))
    await expect(doAtStart('x', work)).rejects.toThrow('a fault of ours')
    expect(work).toHaveBeenCalledOnce()
  })
  test('throws once the database has been down for too long', () =>
    expect(doAtStart('x', away, { forMs: 300 })).rejects.toThrow('no connection'))
})

describe('doBeside', () => {
  test('retries while the database is down', async () => {
    expect(await doBeside('x', restarting(), new AbortController().signal)).toBe(3)
  })
  test('logs an error with its message, and never throws', async () => {
    const told = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    const fault = new Error('a fault of ours')
    expect(await doBeside('x', () => Promise.reject(fault), new AbortController().signal)).toBeNull()
    expect(told.mock.calls).toEqual([[{ err: fault, what: 'x' }, expect.any(String)]])
  })
  test('stops when the process is asked to stop', async () => {
    const stopping = new AbortController()
    const result = doBeside('x', away, stopping.signal)
    stopping.abort()
    expect(await result).toBeNull()
  })
})
