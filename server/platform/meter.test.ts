import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anonymousPayer, Meter, signedInPayer, TooMuchAsked, type Payer } from './meter.ts'

/** Creates a meter with clocks that the test controls. */
function wound() {
  let worked = 0
  let now = 0
  const meter = new Meter({ worked: () => worked, now: () => now })
  return {
    meter,
    /** Simulates CPU work without letting time pass. */
    work: (ms: number) => {
      worked += ms
    },
    /** Lets time pass. */
    wait: (ms: number) => {
      now += ms
    },
    /**
     * Requests something that costs `ms`.
     * @returns the seconds to wait if it is refused
     */
    ask: (payer: Payer, ms: number) =>
      meter
        .run(payer, async () => {
          worked += ms
        })
        .then(
          () => 0,
          (error: unknown) => secondsOf(error),
        ),
  }
}

function secondsOf(error: unknown): number {
  if (!(error instanceof TooMuchAsked)) throw error
  return error.retryAfterSeconds
}

/** Creates a request that runs until `end` is called. */
function open() {
  let end!: () => void
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = false
  return {
    work: async () => {
      begun = true
      await ended
    },
    end,
    hasBegun: () => begun,
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const office = anonymousPayer('192.0.2.1')
const other = anonymousPayer('192.0.2.2')
const [ann, ben] = [signedInPayer('ann', '203.0.113.1'), signedInPayer('ben', '203.0.113.2')]

describe('the meter', () => {
  test('serves requests until the account is empty, and returns the correct waiting time', async () => {
    const { ask, wait } = wound()
    for (let asked = 0; asked < 20; asked++) expect(await ask(office, 1_000)).toBe(0)
    expect(await ask(office, 1_000)).toBe(1)
    wait(1_000)
    // One more request is served, whatever it costs, and charged afterwards.
    expect(await ask(office, 5_000)).toBe(0)
    const seconds = await ask(office, 1)
    wait((seconds - 1) * 1_000)
    expect(await ask(office, 1)).toBe(1)
    wait(1_000)
    expect(await ask(office, 1)).toBe(0)
  })
  test('limits debt to a minute', async () => {
    const { ask } = wound()
    expect(await ask(office, 10_000_000)).toBe(0)
    expect(await ask(office, 1)).toBe(61)
  })
  test('also charges failed requests', async () => {
    const { meter, ask, work } = wound()
    await expect(
      meter.run(office, async () => {
        work(30_000)
        throw new Error('no page')
      }),
    ).rejects.toThrow('no page')
    expect(await ask(office, 1)).toBeGreaterThan(0)
  })
  test('charges addresses, and each of their signed-in users, separately', async () => {
    const { ask } = wound()
    await ask(office, 100_000)
    await ask(ann, 100_000)
    expect(await Promise.all([ask(office, 1), ask(ann, 1)])).toEqual([61, 61])
    expect(await Promise.all([ask(other, 1), ask(ben, 1)])).toEqual([0, 0])
  })
  test('limits all signed-in users of one address to half of the capacity', async () => {
    const { ask } = wound()
    const crowd = Array.from({ length: 12 }, (_, n) => signedInPayer(`crowd ${n}`, '203.0.113.9'))
    const refusals: number[] = []
    for (const person of crowd) refusals.push(await ask(person, 5_000))
    expect(refusals.filter((seconds) => seconds === 0)).toHaveLength(6)
    expect(await ask(ben, 1)).toBe(0)
  })
  test('treats an IPv6 /64 as one address, and accepts any spelling of IPv4', async () => {
    expect(anonymousPayer('2001:db8:1:2::3').key).toBe(anonymousPayer('2001:0db8:1:2:ffff::9').key)
    expect(anonymousPayer('2001:db8:1:2::3').key).not.toBe(anonymousPayer('2001:db8:1:3::3').key)
    expect(anonymousPayer('::ffff:192.0.2.1').key).toBe(office.key)
  })
  test('does not charge time spent waiting for the database or for a busy server', async () => {
    const { meter, ask, wait } = wound()
    await meter.run(ann, async () => wait(1_000_000))
    for (let asked = 0; asked < 6; asked++) expect(await ask(ann, 1_000)).toBe(0)
    expect(await ask(ann, 1_000)).toBe(1)
  })
  test('splits the charge equally among simultaneous requests', async () => {
    const { meter, work } = wound()
    const [a, b] = [open(), open()]
    const asked = [meter.measure(a.work), meter.measure(b.work)]
    work(100)
    a.end()
    await asked[0]
    work(100)
    b.end()
    expect((await Promise.all(asked)).map(({ ms }) => ms)).toEqual([50, 150])
  })
  test('never charges more than the work done, with any overlap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 500 })), { maxLength: 40 }),
        async (steps) => {
          const { meter, work } = wound()
          const underWay = new Map<number, { end: () => void; asked: Promise<{ ms: number }> }>()
          let worked = 0
          let charged = 0
          const finish = async (place: number) => {
            const { end, asked } = underWay.get(place)!
            underWay.delete(place)
            end()
            charged += (await asked).ms
          }
          for (const [place, ms] of steps) {
            if (underWay.has(place)) await finish(place)
            else {
              const { work: wait, end } = open()
              underWay.set(place, { end, asked: meter.measure(wait) })
            }
            work(ms)
            worked += ms
          }
          for (const place of [...underWay.keys()]) await finish(place)
          expect(charged).toBeLessThanOrEqual(worked + 1e-6)
        },
      ),
      { numRuns: 30 },
    )
  })
  test('limits simultaneous requests of one account, queues the rest in order, and refuses them if the queue is full', async () => {
    const { meter } = wound()
    const works = Array.from({ length: 8 + 100 + 1 }, open)
    const asked = works.map(({ work }) => meter.run(office, work).then(() => 0, secondsOf))
    await turn()
    expect(works.map(({ hasBegun }) => hasBegun()).lastIndexOf(true)).toBe(7)
    expect(await asked.at(-1)).toBe(1)
    // Other visitors do not wait.
    expect(await meter.run(other, async () => 'served')).toBe('served')
    works[3]!.end()
    await turn()
    expect(works.map(({ hasBegun }) => hasBegun()).lastIndexOf(true)).toBe(8)
    for (const { end } of works) end()
    expect(new Set(await Promise.all(asked.slice(0, -1)))).toEqual(new Set([0]))
  })
  test('refuses queued requests when the account runs empty', async () => {
    const { meter, work } = wound()
    const works = Array.from({ length: 10 }, open)
    const asked = works.map(({ work: wait }) => meter.run(office, wait).then(() => 0, secondsOf))
    await turn()
    work(400_000)
    for (const { end } of works) end()
    expect((await Promise.all(asked)).map((seconds) => seconds > 0)).toEqual([
      ...Array<boolean>(8).fill(false),
      true,
      true,
    ])
  })
  test('keeps at most 50,000 accounts', async () => {
    const { meter, ask } = wound()
    for (let number = 0; number < 200_000; number++) meter.charge({ ...office, key: `payer ${number}` }, 1)
    expect(meter.size).toBe(50_000)
    expect(await ask(office, 1)).toBe(0)
  })
})
