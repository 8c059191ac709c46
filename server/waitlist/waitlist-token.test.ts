import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { readWaitlistToken, signWaitlistToken } from './waitlist-token.ts'
import { strikeSecrets } from '#server/mail/strike-secrets.ts'

const KEY = randomBytes(32)

test('is read as it was signed', () => {
  const [id, at] = [newId(), new Date('2026-11-21T03:00:00.123Z')]
  expect(readWaitlistToken(KEY, 'confirm', signWaitlistToken(KEY, 'confirm', id, at))).toEqual({ entryId: id, at })
})
test('works for one purpose and one shop', () => {
  const token = signWaitlistToken(KEY, 'confirm', newId())
  expect(readWaitlistToken(KEY, 'unsubscribe', token)).toBeNull()
  expect(readWaitlistToken(randomBytes(32), 'confirm', token)).toBeNull()
})
test('fails once any of it is changed', () => {
  const token = signWaitlistToken(KEY, 'confirm', newId())
  const bytes = Buffer.from(token, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at]! ^ 1
    expect(readWaitlistToken(KEY, 'confirm', changed.toString('base64url'))).toBeNull()
  }
  for (const other of ['', ' ', token.slice(1), `${token}A`, `${token} `, `${token}\n`, token.replace(/^./, '/')])
    expect(readWaitlistToken(KEY, 'confirm', other)).toBeNull()
  fc.assert(
    fc.property(fc.base64String(), (text) => {
      expect(readWaitlistToken(KEY, 'confirm', text)).toBeNull()
    }),
  )
})
test('is removed from stored mails completely', () => {
  expect(
    strikeSecrets(`https://wtf.example/waitlist/confirm?token=${signWaitlistToken(KEY, 'confirm', newId())} x`),
  ).toBe('https://wtf.example/waitlist/confirm?token=… x')
})
