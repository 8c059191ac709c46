import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { configureMail } from '#server/mail/mail-config.ts'
import { createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { answerTicket, closeTicket, listTickets, getTicket, reopenTicket } from './answer-tickets.service.ts'
import { openTicketInput, sendMessageInput, ticketsInput } from './support.schema.ts'
import type { TicketPriority } from './ticket-values.schema.ts'
import { forgetOldTickets, listOwnTickets, openTicket, sendMessage } from './support.service.ts'

const here = useTestDatabase()
const visit = createVisit({ siteUrl: 'https://wtf.example' })
const EVIL = '<script>alert(1)</script> Win a prize at https://evil.example'
const ticket = (given: object = {}) =>
  openTicketInput.parse({
    name: 'Ada',
    email: 'Ada@Mail.Example ',
    subject: 'Late',
    category: 'shipping',
    description: 'Where is\r\nmy coat?',
    ...given,
  })
const mailsTo = (toAddress: string) =>
  here.db.mail.findMany({ where: { toAddress }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

beforeEach(async () => {
  configureAuth({ limits: USUAL_LIMITS })
  await here.db.supportTicket.deleteMany()
  await here.db.mail.deleteMany()
})
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('a message to support', () => {
  test('creates a ticket and an email with its reference, and returns the reference', async () => {
    const { reference, email } = await openTicket({ db: here.db, visit, viewer: null }, ticket({ priority: 'high' }))
    expect([reference, email]).toEqual([expect.stringMatching(/^WTF-[0-9A-F]{10}$/), 'ada@mail.example'])
    expect(await here.db.supportTicket.findUnique({ where: { reference } })).toMatchObject({
      channel: 'support',
      userId: null,
      name: 'Ada',
      email,
      subject: 'Late',
      category: 'shipping',
      priority: 'high',
      description: 'Where is\nmy coat?',
      state: 'open',
    })
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: 'support_received',
      subject: `We received your message: ${reference}`,
      state: 'queued',
    })
  })

  test('is not quoted to an unverified address, because strangers could send their own text to it', async () => {
    const { email } = await openTicket(
      { db: here.db, visit, viewer: null },
      ticket({ name: EVIL.slice(0, 90), subject: EVIL, description: EVIL }),
    )
    const unproven = await createViewer(here.db, { emailVerifiedAt: null, fullName: 'evil.example' })
    await sendMessage(
      { db: here.db, visit, viewer: unproven },
      sendMessageInput.parse({ name: EVIL.slice(0, 90), subject: EVIL, message: EVIL }),
    )
    for (const [mail] of [await mailsTo(email), await mailsTo(unproven.email)])
      expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/evil|prize|script>/)
  })

  test('is quoted to a verified address, as text and shortened', async () => {
    const viewer = await createViewer(here.db, { fullName: 'Ada' })
    await openTicket(
      { db: here.db, visit, viewer },
      ticket({ email: 'victim@example.test', subject: EVIL, description: `${EVIL}\n\n${'long '.repeat(900)}` }),
    )
    expect(await mailsTo('victim@example.test')).toEqual([])
    const [mail] = await mailsTo(viewer.email)
    expect(mail?.text).toContain(`> ${EVIL}`)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)')
    expect(mail?.html).not.toContain('<script')
    expect(mail?.text.length).toBeLessThan(3_000)
  })

  test('requires an email address from a signed-out visitor', async () => {
    await expect(openTicket({ db: here.db, visit, viewer: null }, ticket({ email: undefined }))).rejects.toMatchObject({
      code: 'bad_input',
      field: 'email',
    })
  })

  test('is rate limited by IP address, network and email address, and is not stored if refused', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        openTicket({ db: here.db, visit, viewer: null }, ticket({ email: `a${index}@example.test` })),
      ),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    expect(attempts.at(-1)).toMatchObject({
      reason: { code: 'too_many', message: expect.stringContaining('Please try again in 60 minutes.') },
    })
    expect(await here.db.supportTicket.count()).toBe(8)
    const same = await Promise.allSettled(
      Array.from({ length: 7 }, (_, index) =>
        sendMessage(
          { db: here.db, visit: createVisit({ address: `198.51.${index}.1` }), viewer: null },
          sendMessageInput.parse({ name: 'B', email: 'b@example.test', subject: 'S', message: 'M' }),
        ),
      ),
    )
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    configureAuth({ limits: 'off' })
    await openTicket({ db: here.db, visit, viewer: null }, ticket())
  })

  test("is not blocked by strangers who enter the writer's address", async () => {
    const viewer = await createViewer(here.db)
    for (let n = 0; n < 6; n++)
      await openTicket(
        { db: here.db, visit: createVisit({ address: `198.51.${n}.1` }), viewer: null },
        ticket({ email: viewer.email }),
      ).catch(() => undefined)
    expect(await here.db.supportTicket.count()).toBe(5)
    expect(await openTicket({ db: here.db, visit, viewer }, ticket())).toMatchObject({ email: viewer.email })
  })

  test.each([
    ['description', { description: 'x'.repeat(1024 * 1024) }, 'Please use at most 5,000 characters'],
    ['subject', { subject: 'x'.repeat(151) }, 'Please use at most 150 characters'],
    ['subject', { subject: ' \u0000 ' }, 'Subject is required'],
    ['email', { email: 'nobody' }, 'Please enter a valid email address'],
    ['email', { email: '' }, 'Email is required'],
    ['category', { category: 'constructor' }, 'Please choose a topic'],
    ['priority', { priority: 'now' }, 'Please choose a priority'],
    ['name', { name: undefined }, 'Name is required'],
  ])('is refused at its field: %s', (field, given, message) => {
    const refused = openTicketInput.safeParse({
      name: 'Ada',
      email: 'a@example.test',
      subject: 'Late',
      category: 'orders',
      description: 'Where?',
      ...given,
    })
    expect(refused.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]])
  })

  test('accepts characters that PostgreSQL would refuse', async () => {
    const { reference } = await openTicket(
      { db: here.db, visit, viewer: null },
      ticket({ description: 'a\u0000b\ud800', subject: 'one\ntwo' }),
    )
    expect(await here.db.supportTicket.findUnique({ where: { reference } })).toMatchObject({
      description: 'a b\ufffd',
      subject: 'one two',
    })
  })
})

describe('an administrator', () => {
  const idOf = async (reference: string) => (await here.db.supportTicket.findUniqueOrThrow({ where: { reference } })).id

  test('answers by email, and only the writer sees the answer among their own tickets', async () => {
    const [admin, writer, other] = await Promise.all([
      createViewer(here.db, { role: 'admin' }),
      createViewer(here.db, { fullName: 'Ada' }),
      createViewer(here.db),
    ])
    const { reference } = await openTicket({ db: here.db, visit, viewer: writer }, ticket())
    const ticketId = await idOf(reference)
    await answerTicket({ db: here.db, visit, viewer: admin }, { ticketId, text: 'It left today.\n<b>Really</b>.' })
    const mail = (await mailsTo(writer.email)).at(-1)
    expect(mail).toMatchObject({ kind: 'support_answered', subject: `Our reply to ${reference}` })
    expect(mail?.text).toMatch(/It left today\.[^]*> Where is/)
    expect(mail?.html).toContain('&lt;b&gt;Really')
    expect(await listOwnTickets({ db: here.db, viewer: writer })).toMatchObject([
      { reference, state: 'answered', replies: [{ text: 'It left today.\n<b>Really</b>.' }] },
    ])
    expect(await listOwnTickets({ db: here.db, viewer: other })).toEqual([])
    expect(await getTicket(here.db, ticketId)).toMatchObject({ writer: 'proven', replies: [{ mailState: 'queued' }] })
    expect(
      await here.db.auditEntry.count({
        where: { actorId: admin.userId, action: 'ticket_answered', subjectId: ticketId },
      }),
    ).toBe(1)
  })

  test('sends only the answer to an unverified address, and says where to reply', async () => {
    const admin = await createViewer(here.db, { role: 'admin' })
    const { reference, email } = await openTicket(
      { db: here.db, visit, viewer: null },
      ticket({ subject: EVIL, description: EVIL }),
    )
    const ticketId = await idOf(reference)
    await answerTicket({ db: here.db, visit, viewer: admin }, { ticketId, text: 'No.' })
    configureMail({ contactEmail: 'hello@wtf.example' })
    await answerTicket({ db: here.db, visit, viewer: admin }, { ticketId, text: 'Still no.' })
    configureMail({ contactEmail: undefined })
    const [, without, reply] = await mailsTo(email)
    expect(without?.text).toContain('https://wtf.example/contact')
    expect(reply?.text).toContain('To add something, reply to this email.')
    expect(`${without?.text}${reply?.html}`).not.toMatch(/evil|prize/)
  })

  test('closes and reopens tickets, cannot answer closed tickets, and does not find unknown IDs', async () => {
    const admin = await createViewer(here.db, { role: 'admin' })
    const ticketId = await idOf((await openTicket({ db: here.db, visit, viewer: null }, ticket())).reference)
    await closeTicket({ db: here.db, visit, viewer: admin }, ticketId)
    await expect(closeTicket({ db: here.db, visit, viewer: admin }, ticketId)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      answerTicket({ db: here.db, visit, viewer: admin }, { ticketId, text: 'Hello' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'This ticket is closed. Reopen it to reply.',
    })
    expect(await here.db.mail.count({ where: { kind: 'support_answered' } })).toBe(0)
    await reopenTicket({ db: here.db, visit, viewer: admin }, ticketId)
    await expect(reopenTicket({ db: here.db, visit, viewer: admin }, ticketId)).rejects.toMatchObject({
      code: 'conflict',
    })
    for (const unknown of ['junk', '0192d3a0-0000-7000-8000-000000000000']) {
      await expect(getTicket(here.db, unknown)).rejects.toMatchObject({ code: 'not_found' })
      for (const act of [closeTicket, reopenTicket])
        await expect(act({ db: here.db, visit, viewer: admin }, unknown)).rejects.toMatchObject({ code: 'not_found' })
      await expect(
        answerTicket({ db: here.db, visit, viewer: admin }, { ticketId: unknown, text: 'Hello' }),
      ).rejects.toMatchObject({
        code: 'not_found',
      })
    }
  })

  test('sees open, then urgent, then oldest tickets first, and can filter and search by reference and address', async () => {
    configureAuth({ limits: 'off' })
    const made: string[] = []
    for (const priority of ['low', 'urgent', 'normal', 'urgent'] as TicketPriority[])
      made.push((await openTicket({ db: here.db, visit, viewer: null }, ticket({ priority }))).reference)
    const [low, firstUrgent, normal, secondUrgent] = made as [string, string, string, string]
    const { reference: message } = await sendMessage(
      { db: here.db, visit, viewer: null },
      sendMessageInput.parse({ name: 'B', email: 'very_sure@example.test', subject: 'S', message: 'M' }),
    )
    const admin = await createViewer(here.db, { role: 'admin' })
    await closeTicket({ db: here.db, visit, viewer: admin }, await idOf(firstUrgent))
    const found = async (query: object) =>
      (await listTickets(here.db, ticketsInput.parse(query))).tickets.map(({ reference }) => reference)
    expect(await found({})).toEqual([secondUrgent, normal, message, low])
    expect(await found({ state: 'all' })).toEqual([secondUrgent, normal, message, low, firstUrgent])
    expect(await found({ state: 'closed' })).toEqual([firstUrgent])
    expect(await found({ channel: 'contact' })).toEqual([message])
    expect(await found({ priority: 'low', category: 'shipping' })).toEqual([low])
    expect(await found({ q: normal.toLowerCase() })).toEqual([normal])
    expect(await found({ q: 'Y_SURE@' })).toEqual([message])
    expect(await found({ channel: 'nonsense', page: '99' })).toHaveLength(4)
    expect((await listTickets(here.db, ticketsInput.parse({}))).counts).toEqual({ open: 4, answered: 0, closed: 1 })
  })
})

test('deletes tickets after two years without activity', async () => {
  const { reference } = await openTicket({ db: here.db, visit, viewer: null }, ticket())
  const yearsOn = (years: number, days = 0) => new Date(Date.now() + (years * 365.25 + days) * 86_400_000)
  expect(await forgetOldTickets(here.db, yearsOn(2, -5))).toBe(0)
  expect(await forgetOldTickets(here.db, yearsOn(2, 5))).toBe(1)
  expect(await here.db.supportTicket.count({ where: { reference } })).toBe(0)
})
