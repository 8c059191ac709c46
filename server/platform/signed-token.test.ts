import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'
import { parseToken, signToken } from './signed-token.ts'

const KEY = randomBytes(32)

test('a token returns its content after signing', () => {
  const [id, at] = [newId(), new Date('2026-11-21T03:00:00.123Z')]
  expect(parseToken(KEY, 'confirm', signToken(KEY, 'confirm', id, at))).toEqual({ id, at })
})
test('a token is valid for one purpose and one shop only', () => {
  const token = signToken(KEY, 'confirm', newId())
  expect(parseToken(KEY, 'unsubscribe', token)).toBeNull()
  expect(parseToken(randomBytes(32), 'confirm', token)).toBeNull()
})
test('tokens never change their format, because links in old emails must keep working', () => {
  const [id, at] = ['019aa5b8-1c00-7000-8000-0123456789ab', new Date('2026-11-21T03:00:00.123Z')]
  expect(signToken(Buffer.alloc(32, 7), 'unsubscribe', id, at)).toBe(
    'AZqluBwAcACAAAEjRWeJqwGh_Avj-6XKb6NKfpdTelGH46umeJVvO0ar',
  )
})
test('a token is rejected if any byte is changed', () => {
  const token = signToken(KEY, 'confirm', newId())
  const bytes = Buffer.from(token, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at]! ^ 1
    expect(parseToken(KEY, 'confirm', changed.toString('base64url'))).toBeNull()
  }
  for (const other of ['', ' ', token.slice(1), `${token}A`, `${token} `, `${token}\n`, token.replace(/^./, '/')])
    expect(parseToken(KEY, 'confirm', other)).toBeNull()
  fc.assert(
    fc.property(fc.base64String(), (text) => {
      expect(parseToken(KEY, 'confirm', text)).toBeNull()
    }),
  )
})
