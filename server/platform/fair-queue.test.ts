import { describe, expect, test } from 'vitest'
import { FairQueue, QueueFullError, type FairQueueLimits } from './fair-queue.ts'

/** Creates a queue with tasks that end on request; `started` lists them in the order of their start. */
function queueOf(limits: Partial<FairQueueLimits> = {}) {
  const queue = new FairQueue<string>({ atOnce: 1, maxWaiting: 1_000, maxWaitingOfGroup: 1_000, ...limits })
  const started: string[] = []
  const ends = new Map<string, { resolve: (result: string) => void; reject: (error: Error) => void }>()
  const never = new AbortController().signal
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    started,
    ask: (
      group: string,
      key: string,
      { topic = key, signal = never }: { topic?: string; signal?: AbortSignal } = {},
    ) => {
      const answer = queue.ask({ key, group, topic, signal }, () => {
        started.push(key)
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        ends.set(key, { resolve, reject })
        return promise
      })
      answer.catch(() => undefined)
      return answer
    },
    end: async (key: string, error?: Error) => {
      if (error) ends.get(key)?.reject(error)
      else ends.get(key)?.resolve(`${key} is done`)
      await settled()
    },
    /** Completes running tasks until nothing is left. */
    drain: async () => {
      for (let at = 0; at < started.length; at++) {
        ends.get(started[at]!)?.resolve('')
        await settled()
      }
    },
  }
}

describe('FairQueue', () => {
  test('gives other groups their turn immediately, however many tasks one group adds', async () => {
    const queue = queueOf()
    for (let n = 0; n < 500; n++) void queue.ask('flood', `f${n}`)
    for (const key of ['a', 'b', 'c']) void queue.ask('shopper', key)
    void queue.ask('other', 'x')
    await queue.drain()
    expect(queue.started.slice(0, 9)).toEqual(['f0', 'f1', 'a', 'x', 'f2', 'b', 'f3', 'c', 'f4'])
    expect(queue.started).toHaveLength(504)
  })
  test('alternates between the topics of one group', async () => {
    const queue = queueOf()
    for (let n = 0; n < 5; n++) void queue.ask('office', `heavy${n}`, { topic: 'heavy' })
    void queue.ask('office', 'light', { topic: 'light' })
    await queue.drain()
    expect(queue.started).toEqual(['heavy0', 'heavy1', 'light', 'heavy2', 'heavy3', 'heavy4'])
  })
  test('runs a shared task once, at the earliest turn of any group that asked for it', async () => {
    const queue = queueOf()
    for (let n = 0; n < 5; n++) void queue.ask('flood', `f${n}`)
    const answers = [queue.ask('flood', 'wanted'), queue.ask('shopper', 'wanted')]
    await queue.end('f0')
    await queue.end('f1')
    expect(queue.started).toEqual(['f0', 'f1', 'wanted'])
    answers.push(queue.ask('late', 'wanted'))
    await queue.end('wanted')
    expect(await Promise.all(answers)).toEqual(Array(3).fill('wanted is done'))
    await queue.drain()
    expect(queue.started).toEqual(['f0', 'f1', 'wanted', 'f2', 'f3', 'f4'])
  })
  test('drops a task when everyone who asked for it has left', async () => {
    const queue = queueOf()
    const leaving = new AbortController()
    void queue.ask('a', 'running')
    const abandoned = queue.ask('a', 'abandoned', { signal: leaving.signal })
    const shared = [queue.ask('a', 'shared', { signal: leaving.signal }), queue.ask('b', 'shared')]
    leaving.abort(new Error('gone'))
    await expect(abandoned).rejects.toThrow('gone')
    await expect(shared[0]).rejects.toThrow('gone')
    await expect(queue.ask('a', 'too late', { signal: leaving.signal })).rejects.toThrow('gone')
    await queue.drain()
    expect(queue.started).toEqual(['running', 'shared'])
    await expect(shared[1]).resolves.toBe('')
  })
  test('refuses a group beyond its share, until one of its tasks is done or abandoned', async () => {
    const queue = queueOf({ maxWaitingOfGroup: 2 })
    const leaving = new AbortController()
    for (const key of ['runs', 'one']) void queue.ask('a', key)
    void queue.ask('a', 'two', { signal: leaving.signal })
    await expect(queue.ask('a', 'three')).rejects.toThrow(QueueFullError)
    void queue.ask('b', 'of another')
    leaving.abort()
    void queue.ask('a', 'four')
    await queue.drain()
    expect(queue.started).toEqual(['runs', 'one', 'of another', 'four'])
  })
  test('when full, drops a task of the largest group, not of the newest', async () => {
    const queue = queueOf({ maxWaiting: 4 })
    void queue.ask('flood', 'runs')
    const flood = [1, 2, 3, 4].map((n) => queue.ask('flood', `f${n}`))
    const shopper = queue.ask('shopper', 'wanted')
    await expect(flood[3]).rejects.toThrow(QueueFullError)
    await expect(queue.ask('flood', 'more')).rejects.toThrow(QueueFullError)
    await queue.drain()
    await shopper
    expect(queue.started).toEqual(['runs', 'f1', 'wanted', 'f2', 'f3'])
  })
  test('continues after a failure, and passes it to everyone who asked for the task', async () => {
    const queue = queueOf()
    const answers = [queue.ask('a', 'broken'), queue.ask('b', 'broken')]
    void queue.ask('a', 'next')
    await queue.end('broken', new Error('no picture'))
    for (const answer of answers) await expect(answer).rejects.toThrow('no picture')
    const again = queue.ask('a', 'broken')
    await queue.end('next')
    await queue.end('broken')
    expect(await again).toBe('broken is done')
  })
})
