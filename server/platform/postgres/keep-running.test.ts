import { describe, expect, test } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** Creates a server that a test kills, with a clock that jumps from pause to pause. */
function server() {
  const events: string[] = []
  let now = 0
  let isRunning = true
  let refusals = 0
  let looks = 0
  const planned = new Map<number, () => void>()
  return {
    events,
    /** Runs a function at the n-th check. */
    at: (look: number, act: () => void) => void planned.set(look, act),
    die: (startsRefused = 0) => {
      isRunning = false
      refusals = startsRefused
    },
    isRunning: async () => {
      planned.get(++looks)?.()
      return isRunning
    },
    startAgain: async () => {
      if (refusals-- > 0) {
        events.push(`refused at ${now}`)
        throw new Error('no room')
      }
      events.push(`started at ${now}`)
      isRunning = true
    },
    clock: {
      now: () => now,
      pause: async (ms: number) => {
        now += ms
        await new Promise((resolve) => setImmediate(resolve))
      },
    },
  }
}

describe('keepRunning', () => {
  test('restarts a stopped server immediately, and waits longer after each failed start', async () => {
    const fake = server()
    const done = new Promise<void>((resolve) => {
      fake.at(20, () => fake.die())
      fake.at(40, () => fake.die(3))
      fake.at(60, resolve)
    })
    const kept = keepRunning(fake, fake.clock)
    await done
    await kept.stop()
    expect(fake.events).toEqual([
      'started at 5000',
      'refused at 10000',
      'refused at 10250',
      'refused at 10750',
      'started at 11750',
    ])
  })
  test('gives up after twelve attempts, with the error of the last one', async () => {
    const fake = server()
    fake.at(1, () => fake.die(100))
    expect((await keepRunning(fake, fake.clock).gaveUp).message).toBe('no room')
    expect(fake.events).toHaveLength(12)
  })
  test('counts a server that dies right after its start as a failed start', async () => {
    const fake = server()
    for (let look = 1; look < 200; look++) fake.at(look, () => fake.die())
    const kept = keepRunning(
      {
        ...fake,
        startAgain: async () => {
          await fake.startAgain()
          if (fake.events.length === 12) throw new Error('again')
        },
      },
      fake.clock,
    )
    expect((await kept.gaveUp).message).toBe('again')
  })
  test('gives up on a server that is restarted a hundred times in ten minutes', async () => {
    const fake = server()
    for (let look = 20; look <= 20 * 150; look += 20) fake.at(look, () => fake.die())
    expect((await keepRunning(fake, fake.clock).gaveUp).message).toMatch(/100 times within ten minutes/)
    expect(fake.events).toHaveLength(101)
  })
  test('keeps restarting a server that stops now and then', async () => {
    const fake = server()
    const everyMinute = 240
    const done = new Promise<void>((resolve) => {
      for (let time = 1; time <= 150; time++) fake.at(time * everyMinute, () => fake.die())
      fake.at(151 * everyMinute, resolve)
    })
    const kept = keepRunning(fake, fake.clock)
    await done
    await kept.stop()
    expect(fake.events).toHaveLength(150)
  })
  test('does nothing after it is stopped', async () => {
    const fake = server()
    const kept = keepRunning(fake, fake.clock)
    await kept.stop()
    fake.die()
    expect(fake.events).toEqual([])
  })
})
