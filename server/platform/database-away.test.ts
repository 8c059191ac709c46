import { describe, expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { isDatabaseAway } from './database-away.ts'

const ofAdapter = (cause: object) =>
  new Prisma.PrismaClientKnownRequestError('x', {
    code: 'P2010',
    clientVersion: '7',
    meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause }) },
  })

describe('isDatabaseAway', () => {
  test.each<[string, unknown]>([
    ['reports refused connections', ofAdapter({ kind: 'DatabaseNotReachable' })],
    ['reports a shutdown', ofAdapter({ kind: 'postgres', originalCode: '57P01' })],
    ['reports a start', ofAdapter({ kind: 'postgres', originalCode: '57P03' })],
    ['reports a standby after a failover', ofAdapter({ kind: 'postgres', originalCode: '25006' })],
    ['reports a full disk', ofAdapter({ kind: 'postgres', originalCode: '53100' })],
    ['reports a terminated connection', new Error('Connection terminated unexpectedly')],
    ['reports that no connection is free', new Error('timeout exceeded when trying to connect')],
    [
      'Prisma throws for an unreachable database',
      new Prisma.PrismaClientKnownRequestError('x', { code: 'P1001', clientVersion: '7' }),
    ],
    [
      'is nested in other errors',
      new Error('outer', { cause: new Error('inner', { cause: ofAdapter({ kind: 'ConnectionClosed' }) }) }),
    ],
  ])('recognises an error that %s', (_, error) => expect(isDatabaseAway(error)).toBe(true))
  test.each<[string, unknown]>([
    ['a cancelled query', ofAdapter({ kind: 'postgres', originalCode: '57014' })],
    ['a duplicate value', ofAdapter({ kind: 'UniqueConstraintViolation', originalCode: '23505' })],
    ['a missing table', ofAdapter({ kind: 'TableDoesNotExist', originalCode: '42P01' })],
    [
      'another server that refuses connections',
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    ],
    ["a mail server's answer", Object.assign(new Error('no'), { code: '53' })],
    ['null', null],
    ['a string', 'Connection terminated'],
  ])('does not recognise %s', (_, error) => expect(isDatabaseAway(error)).toBe(false))
})
