import { beforeAll, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'
import { joinInput } from './waitlist.schema.ts'
import { confirmWaitlist, joinWaitlist, unsubscribeWaitlist } from './waitlist.service.ts'

const here = useTestDatabase()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const join = (name: string) =>
  joinWaitlist({ db: here.db, visit: createVisit() }, joinInput.parse({ email: `${name}@mail.example` }))
const names = async () =>
  (await here.db.waitlistEntry.findMany({ orderBy: { email: 'asc' } })).map(({ email }) => email.split('@')[0])

async function tokenOf(name: string, purpose: 'confirm' | 'unsubscribe'): Promise<string> {
  const { text } = await here.db.mail.findFirstOrThrow({ where: { toAddress: `${name}@mail.example` } })
  return new RegExp(`/waitlist/${purpose}\\?token=([\\w-]+)`).exec(text)?.[1] ?? ''
}

beforeAll(() => configureAuth({ limits: 'off' }))

test('deletes unconfirmed entries 30 days after the last confirmation email, and keeps others', async () => {
  for (const name of ['confirmed', 'left', 'left-unconfirmed', 'mailed-again', 'unconfirmed']) await join(name)
  for (const name of ['confirmed', 'left']) await confirmWaitlist(here.db, await tokenOf(name, 'confirm'))
  for (const name of ['left', 'left-unconfirmed'])
    await unsubscribeWaitlist(here.db, await tokenOf(name, 'unsubscribe'))
  await here.db.mail.updateMany({ where: { toAddress: 'mailed-again@mail.example' }, data: { createdAt: inDays(20) } })
  expect(await forgetUnconfirmed(here.db, inDays(29))).toBe(0)
  expect(await forgetUnconfirmed(here.db, inDays(31))).toBe(2)
  expect(await names()).toEqual(['confirmed', 'left', 'mailed-again'])
  expect(await forgetUnconfirmed(here.db, inDays(51))).toBe(1)
  expect(await names()).toEqual(['confirmed', 'left'])
  // The email may still be opened, and the address may join again.
  expect(await unsubscribeWaitlist(here.db, await tokenOf('unconfirmed', 'unsubscribe'))).toEqual({ email: null })
  await join('unconfirmed')
  expect(await names()).toContain('unconfirmed')
})
