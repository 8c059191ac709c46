import { describe, expect, test } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from './hash-password.ts'

describe('hashPassword', () => {
  test('uses argon2id at the cost recommended by OWASP, with a new salt every time', async () => {
    const [one, two] = await Promise.all([hashPassword('Correct-Horse-7'), hashPassword('Correct-Horse-7')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(needsRehash(one)).toBe(false)
    expect(await verifyPassword(one, 'Correct-Horse-7')).toBe(true)
    expect(await verifyPassword(one, 'correct-horse-7')).toBe(false)
  })
  test('treats equivalent Unicode forms as the same password', async () => {
    expect(await verifyPassword(await hashPassword('\u00c9cole-1234'), 'E\u0301cole-1234')).toBe(true)
  })
  test('hashes passwords in parallel without mixing them up', async () => {
    const passwords = Array.from({ length: 12 }, (_, number) => `Parallel-Horse-${number}`)
    const hashes = await Promise.all(passwords.map(hashPassword))
    expect(await Promise.all(hashes.map((hash, index) => verifyPassword(hash, passwords[index]!)))).toEqual(
      passwords.map(() => true),
    )
  })
  test('works again after a failure', async () => {
    const broken = await Promise.allSettled(Array.from({ length: 6 }, () => verifyPassword('no hash', 'x')))
    expect(broken.every(({ status }) => status === 'rejected')).toBe(true)
    expect(await verifyPassword(await hashPassword('x'), 'x')).toBe(true)
  })
})

test('rejects every password if the account is missing', async () => {
  expect(await verifyPassword(null, '')).toBe(false)
  expect(await verifyPassword(null, 'Correct-Horse-7')).toBe(false)
})
