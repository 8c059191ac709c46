import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startQueues } from '#server/platform/queue.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { Smtp } from './deliver.ts'
import { MAIL_PACE, mailQueue, type MailPace } from './mail-queue.ts'
import { queueMail } from './mail.service.ts'
import { sendMail, type Attempt } from './send-mail.ts'
import { magicLink, passwordChanged } from './templates.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const FROM = 'WTF <hello@wtf.example>'
/** The real delays, shortened. */
const FAST = {
  retryAfterSeconds: [0, 0, 0],
  timeoutMs: 5_000,
  expireSeconds: 20,
  lookEverySeconds: 1,
  pollSeconds: 0.5,
}
const PATIENCE = { timeout: 15_000, interval: 25 }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await database.db.mail.deleteMany()
})

async function smtp(options?: Parameters<typeof startSmtp>[0]): Promise<TestSmtp> {
  const server = await startSmtp(options)
  ends.push(server.stop)
  return server
}
async function jobs(
  url: string,
  { pace = FAST, replyTo }: { pace?: MailPace } & Pick<Smtp, 'replyTo'> = {},
): Promise<{ stop: () => Promise<void> }> {
  const smtp = { url, from: FROM, replyTo }
  const running = startQueues({
    databaseUrl: database.url,
    queues: [mailQueue({ db: database.db, databaseUrl: database.url, smtp, pace })],
    superviseSeconds: 1,
  })
  ends.push(running.stop)
  await running.ready
  return running
}
const queue = (to = 'ada@example.com') => queueMail(database.db, { to, ...passwordChanged({ siteUrl: SITE }) })
const read = (id: string) => database.db.mail.findUniqueOrThrow({ where: { id } })
const untilState = (id: string, state: string) =>
  vi.waitFor(async () => {
    const mail = await read(id)
    expect(mail.state).toBe(state)
    return mail
  }, PATIENCE)

test('sets Reply-To if there is a reply address', async () => {
  const server = await smtp()
  const { stop } = await jobs(server.url, { replyTo: 'help@wtf.example' })
  await untilState(await queue(), 'sent')
  await stop()
  await jobs(server.url)
  await untilState(await queue(), 'sent')
  expect(server.mails.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual(['help@wtf.example', undefined])
})

test('sets the headers for one-click unsubscribe', async () => {
  const server = await smtp()
  await jobs(server.url)
  const unsubscribeUrl = `${SITE}/waitlist/unsubscribe?token=${'x'.repeat(56)}`
  const { unsubscribeUrl: kept } = await untilState(
    await queueMail(database.db, { to: 'ada@example.com', ...passwordChanged({ siteUrl: SITE }), unsubscribeUrl }),
    'sent',
  )
  expect(kept).toBeNull()
  await untilState(await queue(), 'sent')
  const headersOf = (at: number) =>
    ['list-unsubscribe', 'list-unsubscribe-post'].map(
      (name) => server.mails[at]?.headers.find(({ key }) => key === name)?.value,
    )
  expect(headersOf(0)).toEqual([`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'])
  expect(headersOf(1)).toEqual([undefined, undefined])
})

test('sends a queued email immediately, with both parts and the expected headers', async () => {
  const server = await smtp()
  await jobs(server.url, { pace: { ...FAST, lookEverySeconds: 3600, pollSeconds: 60 } })
  // Once an earlier email is sent, the listener is running.
  await untilState(await queue('first@example.com'), 'sent')
  const token = 'q7Zt3yXw9LmN4pRs8VbK2dFg'
  const id = await queueMail(database.db, {
    to: 'ada@example.com',
    ...magicLink({ siteUrl: SITE, name: 'Ada', link: `/auth/callback?token=${token}`, code: '123456', minutes: 15 }),
  })
  const row = await untilState(id, 'sent')
  const mail = server.mails.at(-1)!
  expect(mail.envelope).toEqual({ from: 'hello@wtf.example', to: ['ada@example.com'] })
  expect(mail.from).toMatchObject({ name: 'WTF', address: 'hello@wtf.example' })
  expect(mail.to).toMatchObject([{ address: 'ada@example.com' }])
  expect(mail.subject).toBe('Your sign-in link')
  expect(mail.messageId).toBe(`<${id}@wtf.example>`)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(mail.text).toContain(`${SITE}/auth/callback?token=${token}`)
  expect(mail.text).toContain('123456')
  expect(mail.html).toContain(`href="${SITE}/auth/callback?token=${token}"`)
  expect(row).toMatchObject({ attempts: 1, lastError: null })
  expect(row.sentAt).toBeInstanceOf(Date)
  // The stored copy has no working links or codes.
  expect(row.text + row.html).not.toMatch(new RegExp(`${token}|123456`))
})

test('does not send an email queued in a rolled-back transaction', async () => {
  const server = await smtp()
  await jobs(server.url)
  await expect(
    database.db.$transaction(async (tx) => {
      await queueMail(tx, { to: 'ghost@example.com', ...passwordChanged({ siteUrl: SITE }) })
      throw new Error('never mind')
    }),
  ).rejects.toThrow('never mind')
  const kept = await database.db.$transaction((tx) =>
    queueMail(tx, { to: 'ada@example.com', ...passwordChanged({ siteUrl: SITE }) }),
  )
  await untilState(kept, 'sent')
  expect(server.mails.map(({ envelope }) => envelope.to[0])).toEqual(['ada@example.com'])
  expect(await database.db.mail.count()).toBe(1)
})

test('sends to one address only, whatever the address contains', async () => {
  const server = await smtp()
  await jobs(server.url)
  const ids = [
    await queue('a@example.com, b@example.com'),
    await queue('a@example.com\r\nBcc: b@example.com'),
    await queue('"b@example.com,c"@example.com'),
  ]
  await vi.waitFor(async () => expect(await database.db.mail.count({ where: { state: 'queued' } })).toBe(0), PATIENCE)
  for (const { envelope } of server.mails) {
    expect(envelope.to).toHaveLength(1)
    expect(envelope.to).not.toContain('b@example.com')
  }
  expect((await Promise.all(ids.map(read))).map(({ state }) => state)).not.toContain('queued')
})

test('waits for a mail server that is down, and records the reason', async () => {
  const server = await smtp()
  await server.stop()
  await jobs(server.url, { pace: { ...FAST, retryAfterSeconds: Array<number>(100).fill(1) } })
  const id = await queue()
  const waiting = await vi.waitFor(async () => {
    const mail = await read(id)
    expect(mail.attempts).toBeGreaterThan(0)
    expect(mail.lastError).toMatch(/ECONNREFUSED/)
    return mail
  }, PATIENCE)
  expect(waiting.state).toBe('queued')
  const again = await smtp({ port: server.port })
  await untilState(id, 'sent')
  expect(again.mails).toHaveLength(1)
})

test.each([
  ['refuses the recipient temporarily', (server: TestSmtp) => server.refuse(451), /451 not this address/],
  ['refuses the email temporarily', (server: TestSmtp) => server.refuse(452, 'mail'), /452 not this mail/],
  ['never sends a greeting', (server: TestSmtp) => server.hang('greeting'), /./],
  ['never answers', (server: TestSmtp) => server.hang('mail'), /./],
  ['closes the connection', (server: TestSmtp) => server.drop(), /./],
])('retries if the server %s, up to the limit, then gives up until a manual retry', async (_, misbehave, reason) => {
  const server = await smtp()
  misbehave(server)
  await jobs(server.url, { pace: { ...FAST, timeoutMs: 500 } })
  const id = await queue()
  expect(await untilState(id, 'failed')).toMatchObject({
    attempts: 4,
    lastError: expect.stringMatching(reason),
    sentAt: null,
  })
  expect(server.connections()).toBe(4)
})

test.each(['recipient', 'mail'] as const)('gives up immediately if the %s is permanently refused', async (at) => {
  const server = await smtp()
  server.refuse(550, at)
  await jobs(server.url)
  expect(await untilState(await queue(), 'failed')).toMatchObject({
    attempts: 1,
    lastError: expect.stringContaining('550'),
  })
})

test('keeps trying when the server rejects our login, and does not store the password that it echoes', async () => {
  const server = await smtp({ password: 'right' })
  const url = new URL(server.url)
  url.username = 'shop@wtf.example'
  url.password = 'hunter2 & more'
  await jobs(url.href)
  const { lastError, attempts } = await untilState(await queue(), 'failed')
  expect(attempts).toBe(4)
  expect(lastError).toContain('535')
  expect(lastError).not.toMatch(/hunter2|shop@wtf/)
})

test('makes each delivery attempt once, however many jobs run', async () => {
  const { id } = await database.db.mail.create({
    data: { kind: 'welcome', toAddress: 'ada@example.com', subject: 's', text: 't', html: 'h' },
  })
  let sent = 0
  const deliver = async () => {
    sent++
    return { outcome: 'deferred', reason: 'later' } as const
  }
  const attempt = { mailId: id, before: 0 }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendMail(database.db, deliver, attempt, [60, 300], new AbortController().signal)),
  )
  expect(sent).toBe(1)
  expect(answers.filter(Boolean)).toEqual([{ piece: { mailId: id, before: 1 }, inSeconds: 60 }])
})

test('waits longer after each attempt, and gives up after nearly nine hours', async () => {
  const { id } = await database.db.mail.create({
    data: { kind: 'welcome', toAddress: 'ada@example.com', subject: 's', text: 't', html: 'h' },
  })
  const waits: number[] = []
  for (let next: Attempt | undefined = { mailId: id, before: 0 }; next;) {
    const answer = await sendMail(
      database.db,
      async () => ({ outcome: 'deferred', reason: 'later' }),
      next,
      MAIL_PACE.retryAfterSeconds,
      new AbortController().signal,
    )
    if (answer) waits.push(answer.inSeconds)
    next = answer?.piece
  }
  expect(waits).toEqual([60, 300, 1800, 7200, 21_600])
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: 6, lastError: 'later' })
})

test('gives up after an interrupted last attempt', async () => {
  const { id } = await database.db.mail.create({
    data: { kind: 'welcome', toAddress: 'ada@example.com', subject: 's', text: 't', html: 'h', attempts: 4 },
  })
  const server = await smtp()
  await jobs(server.url)
  expect((await untilState(id, 'failed')).lastError).toContain('interrupted')
  expect(server.mails).toEqual([])
})

test('sends each of many emails only once, even with three processes', async () => {
  const server = await smtp()
  for (let process = 0; process < 3; process++) await jobs(server.url)
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => queue(`n${n}@example.com`)))
  await vi.waitFor(
    async () => expect(await database.db.mail.count({ where: { state: 'sent' } })).toBe(ids.length),
    PATIENCE,
  )
  expect(server.mails.map(({ envelope }) => envelope.to[0]).sort()).toEqual(
    ids.map((_, n) => `n${n}@example.com`).sort(),
  )
  expect(await database.db.mail.count({ where: { attempts: { not: 1 } } })).toBe(0)
})

test('finds unsent emails without a job', async () => {
  const server = await smtp()
  await jobs(server.url)
  await untilState(await queue(), 'sent')
  const { id } = await database.db.mail.create({
    data: { kind: 'welcome', toAddress: 'lost@example.com', subject: 's', text: 't', html: 'h' },
  })
  await untilState(id, 'sent')
})

test('does not send an email that has been queued for two days', async () => {
  const server = await smtp()
  const { id } = await database.db.mail.create({
    data: {
      kind: 'magic_link',
      toAddress: 'late@example.com',
      subject: 's',
      text: 't',
      html: 'h',
      createdAt: new Date(Date.now() - 49 * 3600_000),
    },
  })
  await jobs(server.url)
  expect(await untilState(id, 'failed')).toMatchObject({ attempts: 0, lastError: expect.stringContaining('two days') })
  expect(server.mails).toEqual([])
})

test('loses no email when the sending process is killed', async () => {
  const server = await smtp()
  server.hang('mail')
  const child = spawnSender(server.url)
  await once(child.stdout!, 'data')
  const id = await queue()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), PATIENCE)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1 })
  server.accept()
  await jobs(server.url)
  expect(await untilState(id, 'sent')).toMatchObject({ attempts: 2 })
  // The server already had the email. Such a duplicate cannot be avoided, and the same Message-ID reveals it.
  expect(server.mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${id}@wtf.example>`))
})

test('stops within seconds even if a server hangs, and sends the email later', async () => {
  const server = await smtp()
  server.hang('greeting')
  const running = await jobs(server.url, { pace: { ...FAST, timeoutMs: 60_000, expireSeconds: 200 } })
  const id = await queue()
  await vi.waitFor(() => expect(server.connections()).toBe(1), PATIENCE)
  const started = Date.now()
  await running.stop()
  expect(Date.now() - started).toBeLessThan(9_000)
  expect((await read(id)).state).toBe('queued')
  server.accept()
  await jobs(server.url)
  await untilState(id, 'sent')
})

function spawnSender(url: string): ChildProcess {
  const options = {
    databaseUrl: database.url,
    smtp: { url, from: FROM },
    pace: { ...FAST, timeoutMs: 60_000, expireSeconds: 3 },
  }
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../tests/setup/sender-process.ts'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  ends.push(async () => {
    child.kill('SIGKILL')
  })
  return child
}
