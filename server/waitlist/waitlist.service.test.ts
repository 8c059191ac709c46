import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { newId } from '#server/platform/ids.ts'
import { signToken } from '#server/platform/signed-token.ts'
import { createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { exportWaitlist, listWaitlist } from './list-waitlist.ts'
import { joinInput, waitlistQuery } from './waitlist.schema.ts'
import { confirmWaitlist, countWaitlist, joinWaitlist, unsubscribeWaitlist, waitlistKey } from './waitlist.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'

const here = useTestDatabase()
const EXISTS = { code: 'conflict', field: 'email', message: 'Email already exists in waitlist' }
const SENT_AGAIN = {
  ...EXISTS,
  message: `${EXISTS.message}. Your email address is not confirmed yet. We have sent you the confirmation email again.`,
}
const SENT_BEFORE = {
  ...EXISTS,
  message: `${EXISTS.message}. Your email address is not confirmed yet. Open the email we sent, or check your spam folder. You can request another one later.`,
}
let count = 0
const newAddress = () => `somebody${++count}@mail.example`
const join = (given: object, visit = createVisit()) => joinWaitlist({ db: here.db, visit }, joinInput.parse(given))
const mailsTo = (toAddress: string) => here.db.mail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } })
const linkIn = async (email: string, purpose: string) =>
  new RegExp(`/waitlist/${purpose}\\?token=([\\w-]+)`).exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
const entryOf = (email: string) => here.db.waitlistEntry.findUniqueOrThrow({ where: { email } })

beforeAll(() => configureAuth({ limits: 'off' }))

describe('joining the waitlist', () => {
  test('stores the fields of docs/data-model.md, and emails a link', async () => {
    const email = newAddress()
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0'
    const { reference } = await join(
      { email: ` ${email.toUpperCase()} `, source: 'newsletter', timeSpent: '12.9', timeZone: 'Europe/Lisbon' },
      createVisit({ userAgent, country: 'US' }),
    )
    expect(reference).toMatch(/^WTF-[0-9A-F]{10}$/)
    expect(await entryOf(email)).toMatchObject({
      email,
      reference,
      source: 'newsletter',
      browser: 'Edge',
      location: 'Portugal',
      timeSpentSeconds: 12,
      userAgent,
      confirmedAt: null,
      unsubscribedAt: null,
    })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'waitlist_confirm', state: 'queued' })
    expect(mail?.text).toContain(reference)
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/127\.0\.0\.1:3000\/waitlist\/unsubscribe\?token=[\w-]{56}$/)
    expect(mail?.text).toContain(mail?.unsubscribeUrl)
  })
  test.each([
    [{ timeSpent: '-5' }, 0],
    [{ timeSpent: 'junk' }, 0],
    [{ timeSpent: '1e99' }, 86_400],
    [{ timeSpent: 'Infinity' }, 0],
    [{}, 0],
    [{ timeSpent: '<b>' }, 0],
  ])('clamps the time spent: %j', (given, seconds) =>
    expect(joinInput.parse({ email: 'a@b.example', ...given }).timeSpent).toBe(seconds),
  )
  test.each([
    '',
    'x',
    'a@b',
    '<script>alert(1)</script>@x.example',
    'a b@c.example',
    `${'a'.repeat(250)}@b.example`,
    'a@b.example\r\nBcc: c@d.example',
    '\u0000@b.example',
  ])('refuses %j as an address', (email) =>
    expect(joinInput.safeParse({ email }).error?.issues[0]?.path).toEqual(['email']),
  )
  test('accepts anything else that a browser might send', async () => {
    const email = newAddress()
    await join(
      { email, source: '<b>', timeZone: 'x'.repeat(500), timeSpent: {} },
      createVisit({ userAgent: `<script>\u0000\ud800${'a'.repeat(5_000)}`, country: 'Unknown' }),
    )
    expect(await entryOf(email)).toMatchObject({ source: 'landing', browser: 'Unknown', location: 'Unknown' })
  })
  test('refuses an address that is already on the list, confirmed or not', async () => {
    const email = newAddress()
    await join({ email })
    await expect(join({ email: email.toUpperCase() })).rejects.toMatchObject(SENT_BEFORE)
    await confirmWaitlist(here.db, await linkIn(email, 'confirm'))
    await expect(join({ email })).rejects.toMatchObject(EXISTS)
    expect(await mailsTo(email)).toHaveLength(1)
  })
  test('emails an unconfirmed address again, at most every 10 minutes, and says whether it did', async () => {
    const email = newAddress()
    await join({ email })
    await here.db.mail.updateMany({
      where: { toAddress: email },
      data: { createdAt: new Date(Date.now() - 11 * 60_000) },
    })
    for (const told of [SENT_AGAIN, SENT_BEFORE, SENT_BEFORE]) await expect(join({ email })).rejects.toMatchObject(told)
    expect(await mailsTo(email)).toHaveLength(2)
    await confirmWaitlist(here.db, await linkIn(email, 'confirm'))
    expect((await entryOf(email)).confirmedAt).not.toBeNull()
  })
  test('emails an address at most 3 times a day, even if it unsubscribes in between', async () => {
    const email = newAddress()
    for (let time = 0; time < 6; time++) {
      await join({ email }).catch(() => undefined)
      await here.db.mail.updateMany({
        where: { toAddress: email },
        data: { createdAt: new Date(Date.now() - 11 * 60_000) },
      })
      if (time % 2) await unsubscribeWaitlist(here.db, await linkIn(email, 'unsubscribe'))
    }
    expect(await mailsTo(email)).toHaveLength(3)
    await here.db.mail.updateMany({
      where: { toAddress: email },
      data: { createdAt: new Date(Date.now() - 25 * 3600_000) },
    })
    await join({ email })
    expect(await mailsTo(email)).toHaveLength(4)
  })
  test('creates one entry and one email from many simultaneous requests', async () => {
    const email = newAddress()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => join({ email })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })
  test('adds an unsubscribed address again after a new confirmation', async () => {
    const email = newAddress()
    const { reference } = await join({ email })
    await confirmWaitlist(here.db, await linkIn(email, 'confirm'))
    await unsubscribeWaitlist(here.db, await linkIn(email, 'unsubscribe'))
    expect(await join({ email, source: 'early_access' })).toEqual({ reference })
    expect(await entryOf(email)).toMatchObject({ confirmedAt: null, unsubscribedAt: null, source: 'early_access' })
    expect(await mailsTo(email)).toHaveLength(2)
  })
})

describe('10 submissions in a second', () => {
  beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
  afterEach(() => configureAuth({ limits: 'off' }))

  test('exceed the limit of one IP address', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => join({ email: newAddress() }, createVisit({ address: '198.51.100.7' }))),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({
      code: 'too_many',
      message: 'Too many attempts. Please try again in 10 minutes.',
    })
    await join({ email: newAddress() }, createVisit({ address: '203.0.113.9' }))
  })
  test('exceed the limit of one email address, from any IP addresses', async () => {
    const email = newAddress()
    const tries = Array.from({ length: 6 }, (_, at) => () => join({ email }, createVisit({ address: `10.${at}.0.1` })))
    const codes = []
    for (const attempt of tries)
      codes.push(
        await attempt().then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
      )
    expect(codes).toEqual(['ok', 'conflict', 'conflict', 'conflict', 'conflict', 'too_many'])
  })
})

describe('the links in the email', () => {
  test('confirm the entry, and can be used again', async () => {
    const email = newAddress()
    await join({ email })
    const token = await linkIn(email, 'confirm')
    expect(await confirmWaitlist(here.db, token)).toEqual({ email })
    const { confirmedAt } = await entryOf(email)
    await confirmWaitlist(here.db, token)
    expect((await entryOf(email)).confirmedAt).toEqual(confirmedAt)
  })
  test('do not confirm the entry after 30 days, but always unsubscribe', async () => {
    const email = newAddress()
    await join({ email })
    const { id } = await entryOf(email)
    const [key, longAgo] = [await waitlistKey(here.db), new Date(Date.now() - 31 * 86_400_000)]
    await expect(confirmWaitlist(here.db, signToken(key, 'confirm', id, longAgo))).rejects.toMatchObject({
      code: 'bad_input',
      field: 'token',
      message: expect.stringContaining('expired') as string,
    })
    for (let time = 0; time < 2; time++)
      expect(await unsubscribeWaitlist(here.db, signToken(key, 'unsubscribe', id, longAgo))).toEqual({ email })
    expect((await entryOf(email)).unsubscribedAt).not.toBeNull()
  })
  test('delete all data except the email address when someone unsubscribes', async () => {
    const email = newAddress()
    await join({ email, timeSpent: '12', timeZone: 'Europe/Lisbon' })
    await unsubscribeWaitlist(here.db, await linkIn(email, 'unsubscribe'))
    expect(await entryOf(email)).toMatchObject({
      browser: 'Unknown',
      location: 'Unknown',
      userAgent: '',
      timeSpentSeconds: 0,
    })
  })
  test('do not confirm an unsubscribed entry', async () => {
    const email = newAddress()
    await join({ email })
    await unsubscribeWaitlist(here.db, await linkIn(email, 'unsubscribe'))
    await expect(confirmWaitlist(here.db, await linkIn(email, 'confirm'))).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('left') as string,
    })
    expect(await entryOf(email)).toMatchObject({ confirmedAt: null })
  })
  test('fail if they are altered, for another purpose, or if the entry is deleted', async () => {
    const email = newAddress()
    await join({ email })
    const [confirm, unsubscribe] = [await linkIn(email, 'confirm'), await linkIn(email, 'unsubscribe')]
    const key = await waitlistKey(here.db)
    const gone = signToken(key, 'confirm', newId())
    for (const token of ['', 'junk', unsubscribe, gone, `${confirm}x`, 'A'.repeat(56)])
      await expect(confirmWaitlist(here.db, token)).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    const longGone = signToken(key, 'confirm', newId(), new Date(Date.now() - 31 * 86_400_000))
    await expect(confirmWaitlist(here.db, longGone)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('expired') as string,
    })
    for (const token of ['', 'junk', confirm, 'A'.repeat(56)])
      await expect(unsubscribeWaitlist(here.db, token)).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
  })
})

describe('the number of people waiting', () => {
  test('is shown once there are 100 confirmed entries', async () => {
    await here.db.waitlistEntry.deleteMany()
    const addAll = (data: object, from: number, to: number) =>
      here.db.waitlistEntry.createMany({
        data: Array.from({ length: to - from }, (_, at) => ({ email: `many${from + at}@mail.example`, ...data })),
      })
    await addAll({ confirmedAt: new Date() }, 0, 99)
    await addAll({}, 100, 150)
    await addAll({ confirmedAt: new Date(), unsubscribedAt: new Date() }, 200, 250)
    expect(await countWaitlist(here.db)).toBeNull()
    await addAll({ confirmedAt: new Date() }, 300, 301)
    expect(await countWaitlist(here.db)).toBe(100)
  })
})

describe('the waitlist for administrators', () => {
  const query = (given: object = {}) => waitlistQuery.parse(given)

  test('has pages, counts and filters', async () => {
    await here.db.waitlistEntry.deleteMany()
    await here.db.waitlistEntry.createMany({
      data: Array.from({ length: 60 }, (_, at) => ({
        email: `person${at}@${at % 2 ? 'odd' : 'even'}.example`,
        source: at % 3 ? ('landing' as const) : ('newsletter' as const),
        confirmedAt: at < 40 ? new Date() : null,
        unsubscribedAt: at < 10 ? new Date() : null,
      })),
    })
    const all = await listWaitlist(here.db, query())
    expect(all).toMatchObject({
      page: 1,
      totalPages: 2,
      total: 60,
      byState: { unconfirmed: 20, confirmed: 30, unsubscribed: 10 },
      bySource: { landing: 40, early_access: 0, newsletter: 20 },
    })
    expect(all.entries).toHaveLength(50)
    expect((await listWaitlist(here.db, query({ page: '99' }))).page).toBe(2)
    expect(
      await listWaitlist(here.db, query({ state: 'confirmed', source: 'newsletter', email: 'ODD.' })),
    ).toMatchObject({ total: 5, page: 1 })
    expect((await listWaitlist(here.db, query({ email: 'person%' }))).total).toBe(0)
    expect((await listWaitlist(here.db, query({ state: 'x', source: '<b>', email: ['a'], page: '-1' }))).total).toBe(60)
  })
  test('is exported without spreadsheet formulas and tokens', async () => {
    const admin = await createUser(here.db, { role: 'admin' })
    await here.db.waitlistEntry.deleteMany()
    await here.db.waitlistEntry.create({
      data: { email: '+tag@mail.example', userAgent: '=HYPERLINK("http://evil.example")' },
    })
    const viewer = { userId: admin.id } as Viewer
    const { csv, fileName } = await exportWaitlist({ db: here.db, visit: createVisit(), viewer }, query())
    expect(fileName).toMatch(/^waitlist_\d{4}-\d\d-\d\d\.csv$/)
    expect(csv).toContain(`,'+tag@mail.example,`)
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(csv).not.toMatch(/token|[\w-]{56}/)
    expect(await here.db.auditEntry.findFirst({ where: { actorId: admin.id } })).toMatchObject({
      action: 'waitlist_exported',
      data: { entries: 1 },
    })
  })
})
