import { expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { NotConnected } from '#server/platform/database-away.ts'
import { failureOf, outcomeOf } from './work-end.ts'

const ofPrisma = (code: string, message: string) =>
  new Prisma.PrismaClientKnownRequestError(message, { code, clientVersion: '7' })

test.each<[string, string, unknown]>([
  ['away', 'no connection', new NotConnected('x')],
  ['away', 'a transaction that could not start', ofPrisma('P2028', 'Unable to start a transaction in the given time.')],
  ['killed', 'a slow transaction', ofPrisma('P2028', 'A query cannot be executed on an expired transaction.')],
  ['killed', 'a lost transaction', ofPrisma('P2028', 'Transaction not found.')],
  ['killed', 'a deadlock', Object.assign(new Error('x'), { code: '40P01', severity: 'ERROR' })],
])('is %s after %s', (outcome, _, error) => expect(outcomeOf(failureOf(error))).toBe(outcome))

test('throws other errors', () => {
  expect(() => outcomeOf(failureOf(new Error('no such column')))).toThrow('no such column')
})
