import { beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { sendNewIn } from './send-new-in.ts'
import { leaveAllPath, leaveMails, leaveSearchPath, findLeaving } from './unsubscribe.service.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const NOON = new Date('2026-11-02T12:00:00Z')
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3600_000)
const send = (now = NOON) => sendNewIn(here.db, SITE, now)
const mailsTo = (toAddress: string) => here.db.mail.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } })

beforeEach(() => here.db.searchFind.deleteMany())

interface Given {
  mails?: string
  user?: Partial<Prisma.UserCreateInput>
  settings?: Prisma.WishlistSettingsCreateWithoutUserInput
}

async function searcher({ mails = 'daily', user, settings }: Given = {}) {
  const owner = await createUser(here.db, { ...(settings && { wishlistSettings: { create: settings } }), ...user })
  const search = (name: string, more: Partial<Prisma.SavedSearchUncheckedCreateInput> = {}) =>
    here.db.savedSearch.create({
      data: {
        userId: owner.id,
        list: `/discover?q=${name}`,
        name,
        mails,
        feedToken: newId(),
        createdAt: inHours(-24 * 30),
        ...more,
      },
    })
  return { owner, search }
}

interface Made {
  owner: { id: string; email: string }
  search: { id: string }
  productId: string
  partnerId: string
}

async function createFinds(search: { id: string; userId: string }, names: string[], foundAt = inHours(-1)) {
  const { id: partnerId } = await createPartner(here.db)
  const ids = []
  for (const name of names) {
    const { id: productId } = await createProduct(here.db, { partnerId, name, brandName: 'Toteme' })
    await here.db.searchFind.create({ data: { searchId: search.id, userId: search.userId, productId, foundAt } })
    ids.push(productId)
  }
  return ids
}

describe('an email about new products', () => {
  test('lists the matches of all searches, once each, with unsubscribe links', async () => {
    const { owner, search } = await searcher()
    const [hats, linen] = [await search('Hats'), await search('Linen')]
    const [both] = await createFinds(hats, ['Straw Hat', 'Linen Hat'])
    await here.db.searchFind.create({
      data: { searchId: linen.id, userId: owner.id, productId: both!, foundAt: inHours(-1) },
    })
    await createFinds(linen, ['Linen Coat'])
    expect(await send()).toBe(1)
    const [mail] = await mailsTo(owner.email)
    expect(mail).toMatchObject({ kind: 'new_in_digest', subject: '3 new items for you' })
    expect(mail!.text.match(/\/product\//g)).toHaveLength(3)
    expect(mail!.text).toContain('Straw Hat\nToteme\n$50.00, in Hats')
    expect(mail!.text).toContain('$50.00, in Linen')
    expect(mail!.unsubscribeUrl).toMatch(/^https:\/\/wtf\.example\/new-in\/unsubscribe\?token=[\w-]{56}$/)
    const links = mail!.text.match(/https:\S*unsubscribe\S*/g) ?? []
    expect(links).toHaveLength(3)
    expect(mail!.html).toContain('href="https://wtf.example/new-in"')
  })

  test('about one search contains its name and a link to it', async () => {
    const { owner, search } = await searcher()
    const hats = await search('Hats')
    await createFinds(hats, ['Straw Hat'])
    await send()
    const [mail] = await mailsTo(owner.email)
    expect(mail!.subject).toBe('One new item in Hats')
    expect(mail!.text).toContain(`${SITE}/new-in/${hats.id}`)
    expect(mail!.text).toContain('Straw Hat\nToteme\n$50.00\n')
  })

  test('is sent once a day, outside quiet hours, and never repeats a match', async () => {
    const { owner, search } = await searcher({ settings: { timeZone: 'Asia/Tokyo', quietFrom: 21, quietUntil: 8 } })
    const hats = await search('Hats')
    await createFinds(hats, ['First'])
    // 21:00 in Tokyo.
    expect(await send()).toBe(0)
    expect(await send(inHours(11))).toBe(1)
    await createFinds(hats, ['Second'], inHours(12))
    expect(await send(inHours(13))).toBe(0)
    expect(await send(inHours(36))).toBe(1)
    expect(await send(inHours(60))).toBe(0)
    const texts = (await mailsTo(owner.email)).map(({ text }) => [text.includes('First'), text.includes('Second')])
    expect(texts).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('about a weekly search comes a week after the last one, without matches from other emails', async () => {
    const { owner, search } = await searcher()
    const [daily, weekly] = [await search('Daily'), await search('Weekly', { mails: 'weekly', mailedAt: inHours(-72) })]
    const [shared] = await createFinds(daily, ['Shared'])
    const ofWeek = { searchId: weekly.id, userId: owner.id, foundAt: inHours(-1) }
    await here.db.searchFind.create({ data: { ...ofWeek, productId: shared! } })
    await createFinds(weekly, ['Of the week'])
    expect(await send()).toBe(1)
    expect(await send(inHours(24))).toBe(0)
    expect(await send(inHours(24 * 4))).toBe(1)
    const [, mail] = await mailsTo(owner.email)
    expect([mail!.text.includes('Shared'), mail!.text.includes('Of the week')]).toEqual([false, true])
  })

  test.each<[string, (made: Made) => Promise<unknown>]>([
    [
      'of a paused search',
      ({ search }) => here.db.savedSearch.update({ where: { id: search.id }, data: { isPaused: true } }),
    ],
    [
      'of a removed search',
      ({ search }) => here.db.savedSearch.update({ where: { id: search.id }, data: { removedAt: NOON } }),
    ],
    [
      'of a search without emails',
      ({ search }) => here.db.savedSearch.update({ where: { id: search.id }, data: { mails: 'off' } }),
    ],
    ['that were seen', () => here.db.searchFind.updateMany({ data: { seenAt: NOON } })],
    ['that are too old', () => here.db.searchFind.updateMany({ data: { foundAt: inHours(-24 * 11) } })],
    [
      'of a product that was taken down',
      ({ productId }) => here.db.product.update({ where: { id: productId }, data: { takenDownAt: NOON } }),
    ],
    [
      'of a paused store',
      ({ partnerId }) => here.db.partner.update({ where: { id: partnerId }, data: { isPaused: true } }),
    ],
    [
      'of an account that is being closed',
      ({ owner }) => here.db.user.update({ where: { id: owner.id }, data: { deletionRequestedAt: NOON } }),
    ],
    [
      'of an account with an unconfirmed email address',
      ({ owner }) => here.db.user.update({ where: { id: owner.id }, data: { emailVerifiedAt: null } }),
    ],
  ])('leaves out matches %s', async (_, change) => {
    const all = await made()
    await change(all)
    expect(await send()).toBe(0)
  })

  async function made(): Promise<Made> {
    const { owner, search: make } = await searcher()
    const search = await make('Hats')
    const [productId = ''] = await createFinds(search, ['Hat'])
    const { partnerId } = await here.db.product.findUniqueOrThrow({ where: { id: productId } })
    return { owner, search, productId, partnerId }
  }

  test('waits while the site is closed', async () => {
    await made()
    const by = { db: here.db, visit: null, viewer: null }
    await setSiteState(by, { state: 'maintenance' })
    expect(await send()).toBe(0)
    await setSiteState(by, { state: 'live' })
    expect(await send()).toBe(1)
  })

  test('is sent once, with any number of simultaneous processes', async () => {
    const owners = []
    for (let n = 0; n < 5; n++) owners.push((await made()).owner)
    const others = [connect(here.url, { poolSize: 2 }), connect(here.url, { poolSize: 2 })]
    const counts = await Promise.all([here.db, ...others].map((db) => sendNewIn(db, SITE, NOON)))
    await Promise.all(others.map((db) => db.$disconnect()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
    for (const { email } of owners) expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('an unsubscribe link', () => {
  const tokenOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('token') ?? ''

  test('ends emails for one search or for all, can be used again, and affects nobody else', async () => {
    const [{ owner, search }, other] = [await searcher(), await searcher()]
    const [hats, linen, theirs] = [await search('Hats'), await search('Linen'), await other.search('Theirs')]
    const mailsOf = async () => {
      const rows = await here.db.savedSearch.findMany({ where: { id: { in: [hats.id, linen.id, theirs.id] } } })
      return Object.fromEntries(rows.map(({ name, mails }) => [name, mails]))
    }
    const one = tokenOf(await leaveSearchPath(here.db, hats.id))
    expect(await findLeaving(here.db, one)).toEqual({ name: 'Hats', isOfOne: true })
    for (let n = 0; n < 2; n++)
      expect(await leaveMails(here.db, one)).toEqual({ name: 'Hats', isOfOne: true, isOff: true })
    expect(await mailsOf()).toEqual({ Hats: 'off', Linen: 'daily', Theirs: 'daily' })
    const all = tokenOf(await leaveAllPath(here.db, owner.id))
    expect(await leaveMails(here.db, all)).toEqual({ name: null, isOfOne: false, isOff: true })
    expect(await mailsOf()).toEqual({ Hats: 'off', Linen: 'off', Theirs: 'daily' })
  })

  test('is accepted after the search or account was deleted, but an invalid link is rejected', async () => {
    expect(await leaveMails(here.db, tokenOf(await leaveSearchPath(here.db, newId())))).toMatchObject({ name: null })
    expect(await leaveMails(here.db, tokenOf(await leaveAllPath(here.db, newId())))).toMatchObject({ isOff: true })
    await expect(leaveMails(here.db, 'x'.repeat(56))).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
    expect(await findLeaving(here.db, '')).toBeNull()
  })
})
