import { expect, test } from 'vitest'
import { RefusalLog } from './refusal-log.ts'
import type { Refusal } from './request-context.ts'

const REFUSAL: Refusal = { kind: 'forbidden', what: 'admin.users.list', userId: 'u1', address: '192.0.2.7' }

function kept() {
  const lines: Array<Record<string, unknown>> = []
  const clock = { now: 1_000_000 }
  const refusals = new RefusalLog({
    now: () => clock.now,
    write: (line: object, message?: string) => void lines.push({ ...line, message }),
  })
  return { lines, clock, refusals }
}

test('logs the first refusal per kind, account and procedure, and the number of further ones once a minute', () => {
  const { lines, clock, refusals } = kept()
  for (let n = 0; n < 1_000; n++) refusals.record(REFUSAL)
  refusals.record({ ...REFUSAL, what: 'admin.site' })
  refusals.record({ ...REFUSAL, kind: 'too_many' })
  refusals.record({ ...REFUSAL, userId: 'u2' })
  const first = { kind: 'forbidden', who: 'user u1', what: 'admin.users.list' }
  expect(lines).toEqual([
    { ...first, message: 'refused' },
    { ...first, what: 'admin.site', message: 'refused' },
    { ...first, kind: 'too_many', message: 'refused' },
    { ...first, who: 'user u2', message: 'refused' },
  ])
  clock.now += 60_000
  refusals.record(REFUSAL)
  expect(lines.slice(4)).toEqual([
    { ...first, count: 1_000, message: 'refused again' },
    { ...first, message: 'refused' },
  ])
})

test('is not flooded by many accounts or addresses', () => {
  const { lines, refusals } = kept()
  for (let n = 0; n < 100_000; n++)
    refusals.record({ ...REFUSAL, userId: null, address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` })
  refusals.stop()
  expect(lines).toHaveLength(201)
  expect(lines.at(-1)).toMatchObject({ count: 99_800 })
})

test('identifies an IP address without logging it', () => {
  const { lines, refusals } = kept()
  refusals.record({ ...REFUSAL, userId: null })
  refusals.record({ ...REFUSAL, userId: null, address: '192.0.2.8' })
  expect(JSON.stringify(lines)).not.toContain('192.0.2')
  expect(new Set(lines.map(({ who }) => who)).size).toBe(2)
})
