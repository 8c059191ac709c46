import { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { expect, test } from 'vitest'
import { Meter, TooMuchAsked, type Payer } from '#server/platform/meter.ts'
import type { Asker } from './asker.ts'
import { StreamedFiles } from './streamed-files.ts'

const free: Asker['inTurn'] = (work) => work()

/** Creates a server of endless files, which records each chunk. */
function makeServer(limits = { ofAsker: 2, together: 3 }) {
  const clock = { now: 0 }
  const files = new StreamedFiles(limits, () => clock.now)
  const made = { pieces: 0, closed: 0 }
  const inTurn = { of: free }
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/:asker', (c) => {
    const asker = {
      key: () => Promise.resolve(c.req.param('asker')),
      inTurn: ((work) => inTurn.of(work)) as Asker['inTurn'],
    }
    return files.send(c, asker, endless, { 'content-type': 'text/plain' })
  })
  app.onError((error, c) => c.text(error.message, error instanceof TooMuchAsked ? 429 : 500))
  async function* endless() {
    try {
      for (;;) {
        made.pieces++
        await Promise.resolve()
        yield 'x'.repeat(1_000)
      }
    } finally {
      made.closed++
    }
  }
  return { made, inTurn, clock, ask: async (asker: string, method = 'GET') => app.request(`/${asker}`, { method }) }
}

test('limits simultaneous files per user and in total, and frees a slot on disconnect', async () => {
  const { made, ask } = makeServer()
  const [first, second, third] = [await ask('a'), await ask('a'), await ask('a')]
  expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
  expect((await ask('b')).status).toBe(200)
  const busy = await ask('c')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await busy.text()).toContain('try again')
  await first.body?.cancel()
  expect(made.closed).toBe(1)
  expect((await ask('c')).status).toBe(200)
})

test('disconnects idle readers if others wait, the longest idle first', async () => {
  const { made, clock, ask } = makeServer({ ofAsker: 2, together: 2 })
  const busy = (await ask('a')).body!.getReader()
  const idle = (await ask('b')).body!.getReader()
  clock.now = 19_000
  await busy.read()
  expect((await ask('c')).status).toBe(503)
  clock.now = 20_000
  expect((await ask('c')).status).toBe(200)
  await expect(idle.read()).rejects.toThrow('others were waiting')
  expect((await busy.read()).done).toBe(false)
  expect((await ask('d')).status).toBe(503)
  expect(made.closed).toBe(1)
})

test('produces a chunk only when the reader requests it', async () => {
  const { made, ask } = makeServer()
  const reader = (await ask('a')).body!.getReader()
  for (let read = 0; read < 5; read++) await reader.read()
  expect(made.pieces).toBeLessThanOrEqual(6)
  await reader.cancel()
  expect(made.closed).toBe(1)
})

test('closes the file after a HEAD request', async () => {
  const { made, ask } = makeServer()
  for (let asked = 0; asked < 5; asked++) expect((await ask('a', 'HEAD')).status).toBe(200)
  expect(made.closed).toBe(5)
})

test('charges chunks to the reader, rejects a reader without budget, and waits if it runs out mid-file', async () => {
  const { made, inTurn, ask } = makeServer()
  const clock = { worked: 0, now: 0 }
  const meter = new Meter({ worked: () => clock.worked, now: () => clock.now })
  const payer: Payer = { key: 'a', allowance: { msPerMinute: 60, atOnce: 5, waiting: 5 } }
  inTurn.of = (work) =>
    meter.run(payer, async () => {
      clock.worked += 20
      return work()
    })
  const reader = (await ask('a')).body!.getReader()
  for (let read = 0; read < 3; read++) await reader.read()
  const fourth = reader.read()
  expect((await ask('a')).status).toBe(429)
  expect(made.pieces).toBe(3)
  clock.now += 60_000
  expect((await fourth).done).toBe(false)
  expect(made.pieces).toBe(4)
  await reader.cancel()
})

test('returns an error and frees the slot if the first chunk fails', async () => {
  const { inTurn, ask } = makeServer()
  inTurn.of = () => Promise.reject(new TooMuchAsked(1))
  for (let asked = 0; asked < 5; asked++) expect((await ask('a')).status).toBe(429)
  inTurn.of = free
  expect((await ask('a')).status).toBe(200)
})
