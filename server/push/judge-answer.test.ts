import { describe, expect, test } from 'vitest'
import { judgeAnswer, pauseOf } from './judge-answer.ts'

const NOW = new Date('2026-11-02T12:00:00Z')
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

describe('the response of a push service', () => {
  test.each([200, 201, 202])('%i means that the notification was accepted', (status) =>
    expect(judgeAnswer(status, undefined, 1, NOW)).toEqual({ kind: 'taken' }),
  )
  test.each([404, 410])('%i means that the subscription has ended', (status) =>
    expect(judgeAnswer(status, undefined, 1, NOW)).toEqual({ kind: 'gone' }),
  )
  test.each([301, 400, 413])('%i means a permanent refusal', (status) =>
    expect(judgeAnswer(status, '60', 1, NOW)).toEqual({ kind: 'refused', why: `it responded with status ${status}` }),
  )
  test.each<[number, string | undefined, number]>([
    [429, undefined, 5],
    // Our key, subject or clock is wrong, so no subscription is at fault.
    [401, undefined, 5],
    [403, '600', 10],
    [503, '600', 10],
    [429, 'Mon, 02 Nov 2026 12:30:00 GMT', 30],
    // Waits for at least a minute and at most six hours.
    [429, '0', 1],
    [429, '-5', 1],
    [503, 'Sun, 01 Nov 2026 12:00:00 GMT', 1],
    [503, '99999999999999999999', 360],
    [500, 'soon', 5],
  ])('%i with Retry-After %s means a retry in %i minutes', (status, retryAfter, minutes) =>
    expect(judgeAnswer(status, retryAfter, 1, NOW)).toEqual({ kind: 'later', at: inMinutes(minutes) }),
  )
  test('leads to retries after increasing delays, up to 6 hours', () =>
    expect([1, 2, 4, 7, 60].map((tries) => pauseOf(tries, NOW))).toEqual([5, 10, 40, 320, 360].map(inMinutes)))
})
