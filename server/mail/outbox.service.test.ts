import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { newId } from '#server/platform/ids.ts'
import { createCaller } from '#server/router.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { outboxInput } from './outbox.schema.ts'
import { opensMore } from '#server/auth/opens-more.ts'
import { listOutbox, getOutboxMail, retryMail } from './outbox.service.ts'

const database = useTestDatabase()
const visit = createVisit()
const findMail = (ask: Parameters<typeof getOutboxMail>[0], id: string) =>
  getOutboxMail(ask, id, (email) => opensMore(database.db, ask.viewer, email))
let admin: Viewer

beforeEach(async () => {
  admin = await createViewer(database.db, { role: 'admin' })
})
afterEach(async () => {
  configureAuth({ adminEmails: [] })
  await database.db.mail.deleteMany()
})

const START = Date.UTC(2026, 0, 1)
function createMails(count: number, given: (n: number) => object = () => ({})) {
  return database.db.mail.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => ({
      kind: 'welcome',
      toAddress: `n${n}@example.com`,
      subject: `Mail ${n}`,
      text: 't',
      html: 'h',
      createdAt: new Date(START + n * 1000),
      ...given(n),
    })),
  })
}
const list = (query: Partial<Record<string, string>> = {}) => listOutbox(database.db, outboxInput.parse(query))

describe('the list of emails', () => {
  test('shows the newest emails first, in pages, without their contents', async () => {
    await createMails(120)
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page })))
    expect(pages.flatMap(({ mails }) => mails.map(({ subject }) => subject))).toEqual(
      Array.from({ length: 120 }, (_, n) => `Mail ${119 - n}`),
    )
    expect(pages[0]).toMatchObject({ page: 1, totalPages: 3, total: 120, counts: { queued: 120, sent: 0, failed: 0 } })
    expect(Object.keys(pages[0]!.mails[0]!)).not.toContain('html')
    expect(await list({ page: '99' })).toMatchObject({ page: 3 })
  })

  test('filters by state and by part of an address, taken literally', async () => {
    await createMails(4, (n) => ({
      state: n % 2 ? 'failed' : 'queued',
      toAddress: ['ada_l@example.com', 'adaXl@example.com', 'Ada_L@Example.com', 'bob%@example.com'][n],
    }))
    expect((await list({ state: 'failed' })).mails.map(({ subject }) => subject)).toEqual(['Mail 3', 'Mail 1'])
    expect((await list({ to: 'ada_l' })).mails.map(({ subject }) => subject)).toEqual(['Mail 2', 'Mail 0'])
    expect((await list({ to: '%' })).mails.map(({ subject }) => subject)).toEqual(['Mail 3'])
    expect(await list({ to: 'ada', state: 'failed' })).toMatchObject({
      total: 1,
      counts: { queued: 2, failed: 1, sent: 0 },
    })
  })

  test.each([
    { page: '-1' },
    { page: '1e99' },
    { page: 'x' },
    { state: 'lost' },
    { to: '\u0000\\' },
    { to: '\ud800' },
    { to: "'; drop table mails" },
  ])('accepts any query: %j', async (query) => {
    await expect(list(query)).resolves.toMatchObject({ page: 1, mails: [] })
  })
})

describe('an email', () => {
  test('is shown with its contents, and viewing one with a valid secret is audited', async () => {
    const [queued, sent] = await createMails(2, (n) => ({ state: n ? 'sent' : 'queued' }))
    expect(await findMail({ db: database.db, visit, viewer: admin }, queued!.id)).toMatchObject({
      text: 't',
      html: 'h',
      toAddress: 'n0@example.com',
    })
    await findMail({ db: database.db, visit, viewer: admin }, sent!.id)
    expect(await database.db.auditEntry.findMany({ where: { actorId: admin.userId } })).toMatchObject([
      { action: 'mail_read', actorId: admin.userId, subjectId: queued!.id },
    ])
  })

  test('hides its secrets from administrators it was not meant for', async () => {
    const { email } = await createViewer(database.db, { role: 'admin' })
    const owner = await createViewer(database.db, { role: 'partner' })
    configureAuth({ adminEmails: ['listed@example.com', admin.email] })
    const text = `Open https://wtf.example/auth/reset-password?token=${'x'.repeat(43)} or type 481516.`
    const mails = await createMails(7, (n) => ({
      text,
      toAddress: [email, admin.email, `n${n}@example.com`, `n${n}@example.com`, owner.email, 'Listed@example.com'][n],
      ...(n === 3 && { kind: 'account_closed_for_you' }),
      ...(n === 6 && { kind: 'colleague_invitation', toAddress: 'n6@example.com' }),
    }))
    const readable = []
    for (const { id } of mails) {
      const read = await findMail({ db: database.db, visit, viewer: admin }, id)
      readable.push([read.isStruck, read.text === text])
      if (read.isStruck) expect(read.text).not.toMatch(/xxx|481516/)
    }
    expect(readable).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [true, false],
      [true, false],
      [true, false],
      [true, false],
    ])
  })

  test.each([newId(), 'x', '', '\u0000'])('is not found by %j', async (id) => {
    await expect(findMail({ db: database.db, visit, viewer: admin }, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(retryMail({ db: database.db, visit, viewer: admin }, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('queues a failed email again once, and no other email', async () => {
  const [failed, sent] = await createMails(2, (n) => ({
    state: n ? 'sent' : 'failed',
    attempts: 6,
    lastError: '550 no',
  }))
  const retries = await Promise.allSettled(
    [1, 2, 3].map(() => retryMail({ db: database.db, visit, viewer: admin }, failed!.id)),
  )
  expect(retries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await database.db.mail.findUnique({ where: { id: failed!.id } })).toMatchObject({
    state: 'queued',
    attempts: 0,
  })
  expect(await database.db.auditEntry.count({ where: { action: 'mail_retried', subjectId: failed!.id } })).toBe(1)
  await expect(retryMail({ db: database.db, visit, viewer: admin }, sent!.id)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('is visible to administrators only', async () => {
  const [mail] = await createMails(1, () => ({ state: 'failed' }))
  const customer = await createViewer(database.db)
  const partner = await createViewer(database.db, { role: 'partner' })
  const callAs = (viewer: Viewer | null) =>
    createCaller({
      db: database.db,
      engine: new SqlEngine(database.db),
      dataDir: database.dataDir,
      visit,
      viewer,
      isOpen: true,
    }).admin
  for (const [viewer, code] of [
    [null, 'UNAUTHORIZED'],
    [customer, 'FORBIDDEN'],
    [partner, 'FORBIDDEN'],
  ] as const) {
    const api = callAs(viewer)
    for (const call of [
      api.outbox({} as never),
      api.outboxMail({ mailId: mail!.id }),
      api.retryMail({ mailId: mail!.id }),
    ])
      await expect(call).rejects.toMatchObject({ code })
  }
  const api = callAs(admin)
  await api.retryMail({ mailId: mail!.id })
  expect((await api.outbox({ to: 'n0' } as never)).mails[0]).toMatchObject({ id: mail!.id, state: 'queued' })
  expect(await api.outboxMail({ mailId: mail!.id })).toMatchObject({ html: 'h' })
})
