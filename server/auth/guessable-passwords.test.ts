import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { assertNotGuessable, listPersonalWords } from './guessable-passwords.ts'

const database = useTestDatabase()
const ADA = {
  email: 'ada.lovelace1815@quaxlotl.example',
  names: ['Ada Lovelace', 'Velvet Hänger', null],
  siteUrl: 'https://www.shop.example',
}
const check = (password: string) =>
  assertNotGuessable(password, ADA).then(
    () => 'accepted',
    ({ code, field, message }: { code: string; field: string; message: string }) =>
      code === 'bad_input' && field === 'password' && /too common/.test(message) ? 'leaked' : message,
  )

describe('a leaked password', () => {
  test('is refused, for all 3,000+ common passwords that meet the policy', async () => {
    const fit = dictionary['passwords-common'].filter(
      (each) => each.length >= 8 && /\d/.test(each) && /[a-z]/.test(each),
    )
    expect(fit.length).toBeGreaterThan(3_000)
    for (const each of fit)
      expect([each, await check(each.replace(/[a-z]/, (first) => first.toUpperCase()))]).toEqual([each, 'leaked'])
  })
  test.each(['Password1', 'Trustno1', 'Charlotte2024!', '!!Monkey99', 'P@ssw0rd1', 'Dr4g0n123', 'IL0veYou!!7'])(
    'is refused with digits and symbols around or inside it: %s',
    async (password) => expect(await check(password)).toBe('leaked'),
  )
})

describe("a password based on the owner's details", () => {
  test.each([
    ['Ada.Lovelace1815', 'lovelace1815'],
    ['1815AdaLovelace', 'adalovelace'],
    ['1815-Quaxlotl', 'quaxlotl'],
    ['Qu4xl0tl-2024', 'quaxlotl'],
    ['VelvetHanger7', 'velvethanger'],
    ['Hänger-99-x', 'hanger'],
    ['Quaxlotl-1815', 'quaxlotl'],
    ['WTF-wtf-2024', 'wtf'],
    ['Shop-2024-Aa', 'shop'],
  ])('is refused: %s', async (password, word) => expect(await check(password)).toContain(`mostly “${word}”`))
  test.each([
    'Correct-Horse-7',
    'Ada-likes-9-turbines',
    'xK4!mq0Zp',
    'Pass\u0000word-31x',
    '7391-8264-Cat',
    'Zürich-öffnet-um-9',
  ])('is accepted with enough other characters: %j', async (password) => expect(await check(password)).toBe('accepted'))
})

test('the names of the owner and their store are personal words', async () => {
  const user = await createUser(database.db, { role: 'partner', fullName: 'Grace Hopper' })
  await createPartner(database.db, { ownerId: user.id, businessName: 'Cobol Couture' })
  expect(await listPersonalWords(database.db, user.id)).toEqual(['Grace Hopper', 'Cobol Couture', ''])
})
