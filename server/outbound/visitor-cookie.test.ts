import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newVisitorId, parseVisitor, signVisitor, visitorSecret } from './visitor-cookie.ts'

const database = useTestDatabase()
const newSecret = () => createSecretKey(randomBytes(32))
const secret = newSecret()
const NOW = new Date('2026-11-20T12:00:00Z')
const DAY_S = 86_400
const visitorId = newVisitorId()
const cookieOf = (secondsOld: number) => signVisitor(secret, visitorId, new Date(NOW.getTime() - secondsOld * 1_000))
const read = (value: string) => parseVisitor(secret, value, NOW)

describe('newVisitorId', () => {
  test('is random', () => {
    const ids = Array.from({ length: 1_000 }, newVisitorId)
    expect(new Set(ids).size).toBe(1_000)
    expect(ids.every((id) => /^[\w-]{22}$/.test(id))).toBe(true)
  })
})

describe('the visitor cookie', () => {
  test.each([
    [0, true],
    [599, true],
    [600, false],
    [30 * DAY_S - 1, false],
  ])('marks a visitor as new after %i s: %s', (seconds, isYoung) => {
    expect(read(cookieOf(seconds))).toEqual({ visitorId, isYoung })
  })
  test('expires after 30 days, and marks a visitor as new if its time is in the future', () => {
    expect([read(cookieOf(30 * DAY_S)), read(cookieOf(-60))]).toEqual([null, { visitorId, isYoung: true }])
  })
  test('needs no escaping in a header', () => expect(cookieOf(0)).toMatch(/^[\w.-]{50,60}$/))
  test('is rejected if a character is changed, added or removed', () => {
    const value = cookieOf(3_600)
    for (let at = 0; at < value.length; at++) {
      for (const other of ['A', 'B', '.', '0'])
        if (value[at] !== other) expect(read(value.slice(0, at) + other + value.slice(at + 1))).toBeNull()
      expect(read(value.slice(0, at) + value.slice(at + 1))).toBeNull()
    }
    for (const odd of [`${value}A`, `A${value}`, `${value}\n`, ` ${value}`]) expect(read(odd)).toBeNull()
  })
  test('is rejected if it is in an old format, forged or signed with another secret', () => {
    const [, issued, mac] = cookieOf(3_600).split('.')
    const odds = [
      '',
      newVisitorId(),
      `${newVisitorId()}.${issued}.${mac}`,
      `${visitorId}.0.${mac}`,
      `${visitorId}.${issued}.${newVisitorId()}`,
      `${visitorId}.${issued}.`,
      `${visitorId}..${mac}`,
      signVisitor(newSecret(), visitorId, NOW),
      '.'.repeat(4_000),
    ]
    for (const odd of odds) expect(read(odd)).toBeNull()
    fc.assert(fc.property(fc.string(), (odd) => read(odd) === null))
  })
  test('is read by every process, and after a restart', async () => {
    const value = signVisitor(await visitorSecret(database.db), visitorId, NOW)
    const other = connect(database.url, { poolSize: 1 })
    expect(parseVisitor(await visitorSecret(other), value, NOW)).toEqual({ visitorId, isYoung: true })
    await other.$disconnect()
  })
})
