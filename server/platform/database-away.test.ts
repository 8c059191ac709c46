import { describe, expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import {
  AWAY,
  BUSY,
  isDatabaseAway,
  isInterrupted,
  isTransactionOver,
  NoFreeConnection,
  NotConnected,
  troubleOf,
} from './database-away.ts'

const ofAdapter = (cause: object) =>
  new Prisma.PrismaClientKnownRequestError('x', {
    code: 'P2010',
    clientVersion: '7',
    meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause }) },
  })

const ofPrisma = (code: string, message = 'x') =>
  new Prisma.PrismaClientKnownRequestError(message, { code, clientVersion: '7' })

describe('isDatabaseAway', () => {
  test.each<[string, unknown]>([
    ['reports refused connections', ofAdapter({ kind: 'DatabaseNotReachable' })],
    ['reports a shutdown', ofAdapter({ kind: 'postgres', originalCode: '57P01' })],
    ['reports a start', ofAdapter({ kind: 'postgres', originalCode: '57P03' })],
    ['reports a standby after a failover', ofAdapter({ kind: 'postgres', originalCode: '25006' })],
    ['reports a full disk', ofAdapter({ kind: 'postgres', originalCode: '53100' })],
    ['reports a terminated connection', new Error('Connection terminated unexpectedly')],
    ['reports that no connection is free', new Error('timeout exceeded when trying to connect')],
    ['Prisma throws for an unreachable database', ofPrisma('P1001')],
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

describe('isInterrupted', () => {
  test.each<[string, unknown]>([
    ['a deadlock', ofAdapter({ kind: 'postgres', originalCode: '40P01' })],
    ['a cancelled statement', new Error('outer', { cause: ofAdapter({ kind: 'postgres', originalCode: '57014' }) })],
    ['a write conflict', ofPrisma('P2034')],
  ])('recognises %s', (_, error) => expect(isInterrupted(error)).toBe(true))
  test.each<[string, unknown]>([
    ['a shutdown', ofAdapter({ kind: 'postgres', originalCode: '57P01' })],
    ['a duplicate value', ofAdapter({ kind: 'UniqueConstraintViolation', originalCode: '23505' })],
    ['null', null],
  ])('does not recognise %s', (_, error) => expect(isInterrupted(error)).toBe(false))
})

describe('isTransactionOver', () => {
  test.each<[boolean, string, unknown]>([
    [true, 'expired', ofPrisma('P2028', 'A query cannot be executed on an expired transaction.')],
    [true, 'was lost', ofPrisma('P2028', 'Transaction not found.')],
    [false, 'could not start', ofPrisma('P2028', 'Unable to start a transaction in the given time.')],
  ])('is %s if the transaction %s', (isOver, _, error) => expect(isTransactionOver(error)).toBe(isOver))
})

describe('troubleOf', () => {
  test.each<[string, unknown]>([
    ['no connection was free', new NotConnected('x', { cause: new NoFreeConnection('x') })],
    ['PostgreSQL has too many', ofAdapter({ kind: 'TooManyConnections', originalCode: '53300' })],
    ['no transaction could start', ofPrisma('P2028', 'Unable to start a transaction in the given time.')],
  ])('is busy if %s', (_, error) => expect(troubleOf(error)).toBe(BUSY))
  test.each<[string, unknown]>([
    ['the connection was refused', ofAdapter({ kind: 'DatabaseNotReachable' })],
    ['the disk is full', ofAdapter({ kind: 'postgres', originalCode: '53100' })],
    ['a transaction was lost', ofPrisma('P2028', 'Transaction not found.')],
  ])('is away if %s', (_, error) => expect(troubleOf(error)).toBe(AWAY))
  test('is none for other errors', () => expect(troubleOf(new Error('x'))).toBeNull())
})
