import { beforeAll, describe, expect, test } from 'vitest'
import { createPartner, createUser, createViewer } from '#tests/factories.ts'
import { kindsTo, lastMail, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { judgePartner } from './judge-partner.service.ts'
import { judgePartnerInput } from './partner-queue.schema.ts'
import { updateStoreProfile } from './settings/store-settings.service.ts'
import { nameWebsite } from './website.service.ts'
import { NEXT_STATUSES, PARTNER_STATUSES, type PartnerStatus } from './partner-status.schema.ts'

const here = useTestDatabase()
const REASON = 'The photos are not yours.'
let admins: Array<Parameters<typeof judgePartner>[0]>
beforeAll(async () => {
  admins = await Promise.all(
    [1, 2].map(async () => ({
      db: here.db,
      visit: createVisit(),
      viewer: await createViewer(here.db, { role: 'admin' }),
    })),
  )
})

async function partnerOf(verificationStatus: PartnerStatus) {
  const owner = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, {
    ownerId: owner.id,
    verificationStatus,
    contactPerson: 'Ann',
    statusReason: verificationStatus === 'rejected' || verificationStatus === 'suspended' ? 'An older reason' : '',
  })
  return { ...partner, ownerEmail: owner.email }
}
const judge = async (
  partnerId: string,
  from: PartnerStatus,
  to: PartnerStatus,
  reason = REASON,
  admin = admins[0]!,
  shown?: { businessName: string; websiteUrl: string },
) =>
  judgePartner(
    admin,
    judgePartnerInput.parse({
      partnerId,
      from,
      to,
      ...(to === 'approved' ? (shown ?? (await shownOf(partnerId))) : { reason }),
    }),
  )
/** Returns what the administrator's page shows about a partner. */
async function shownOf(id: string) {
  const partner = await here.db.partner.findUnique({ where: { id } })
  return { businessName: partner?.businessName ?? '', websiteUrl: partner?.websiteUrl ?? '' }
}
const read = (id: string) => here.db.partner.findUniqueOrThrow({ where: { id } })
const notesOf = (subjectId: string) =>
  here.db.auditEntry.findMany({ where: { subjectId }, select: { actorId: true, action: true, data: true } })

const pairs = PARTNER_STATUSES.flatMap((from) =>
  PARTNER_STATUSES.filter((to) => to !== 'pending').map((to) => ({ from, to })),
)
const isAllowed = ({ from, to }: (typeof pairs)[number]) => NEXT_STATUSES[from].includes(to)

describe('judging a partner', () => {
  test.each(pairs.filter(isAllowed))('from $from to $to is saved, emailed and audited', async ({ from, to }) => {
    const { id, businessName, ownerEmail, email } = await partnerOf(from)
    const before = Date.now()
    expect(await judge(id, from, to)).toEqual({ businessName, status: to })
    const judged = await read(id)
    expect(judged).toMatchObject({ verificationStatus: to, statusReason: to === 'approved' ? '' : REASON })
    expect(judged.statusChangedAt!.getTime()).toBeGreaterThanOrEqual(before)
    expect(await kindsTo(here.db, ownerEmail)).toEqual([`partner_${to}`])
    expect(await kindsTo(here.db, email)).toEqual([])
    const mail = await lastMail(here.db, ownerEmail)
    for (const said of [businessName, 'Hello Ann,', 'http://127.0.0.1:3000/brand/dashboard'])
      expect(mail.text).toContain(said)
    expect(mail.text.includes(REASON)).toBe(to !== 'approved')
    expect(mail.text.includes('Welcome back')).toBe(to === 'approved' && from !== 'pending')
    expect(await notesOf(id)).toEqual([
      {
        actorId: admins[0]!.viewer.userId,
        action: `partner_${to}`,
        data: {
          from,
          before: { standing: from },
          after: { standing: to },
          ...(to !== 'approved' && { reason: REASON }),
        },
      },
    ])
  })
  test.each(pairs.filter((pair) => !isAllowed(pair)))('from $from to $to is refused', async ({ from, to }) => {
    const { id, ownerEmail } = await partnerOf(from)
    const before = await read(id)
    await expect(judge(id, from, to)).rejects.toMatchObject({ code: 'conflict' })
    expect(await read(id)).toEqual(before)
    expect([await kindsTo(here.db, ownerEmail), await notesOf(id)]).toEqual([[], []])
  })
  test.each(pairs.filter(isAllowed))(
    'from $from to $to is refused if the page showed another status',
    async ({ from, to }) => {
      for (const shown of PARTNER_STATUSES.filter((each) => each !== from)) {
        const { id, businessName, ownerEmail } = await partnerOf(from)
        await expect(judge(id, shown, to)).rejects.toMatchObject({
          code: 'conflict',
          message: `${businessName} is now ${from}. Nothing was changed.`,
        })
        expect(await read(id)).toMatchObject({ verificationStatus: from })
        expect([await kindsTo(here.db, ownerEmail), await notesOf(id)]).toEqual([[], []])
      }
    },
  )
  test('by two administrators at once succeeds only once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, ownerEmail } = await partnerOf('pending')
      const answers = await Promise.allSettled([
        judge(id, 'pending', 'approved', REASON, admins[0]),
        judge(id, 'pending', 'rejected', REASON, admins[1]),
        judge(id, 'pending', 'approved', REASON, admins[1]),
      ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await kindsTo(here.db, ownerEmail)).toEqual([`partner_${(await read(id)).verificationStatus}`])
      expect(await notesOf(id)).toHaveLength(1)
    }
  })
  test('without an owner is emailed to the address of the brand', async () => {
    const { id, email } = await createPartner(here.db, { verificationStatus: 'pending' })
    await judge(id, 'pending', 'approved')
    expect(await kindsTo(here.db, email)).toEqual(['partner_approved'])
  })
  test('is refused if the partner does not exist', () =>
    expect(judge(crypto.randomUUID(), 'pending', 'approved')).rejects.toMatchObject({ code: 'not_found' }))
  test('escapes markup in every email', async () => {
    const { id, ownerEmail } = await partnerOf('pending')
    await judge(id, 'pending', 'rejected', '<img src=x onerror=alert(1)>\r\n\r\nTwo\u0000lines')
    const { html, text } = await lastMail(here.db, ownerEmail)
    expect(html).not.toContain('<img')
    expect(text).toContain('<img src=x onerror=alert(1)>\n\nTwo lines')
  })
})

describe('approving a partner that changed after the page was opened', () => {
  const waiting = async () => {
    const owner = await createUser(here.db, { role: 'partner' })
    const partner = await createPartner(here.db, {
      ownerId: owner.id,
      verificationStatus: 'pending',
      domain: null,
      websiteUrl: null,
    })
    const ask = { db: here.db, partner, ...(await signedIn(here.db, owner.id)) }
    const rename = (businessName: string) =>
      updateStoreProfile(
        { ...ask, partner: { ...partner, role: 'owner' } } as never,
        {
          businessName,
          email: partner.email,
          phone: '',
          timeZone: 'UTC',
        } as never,
      )
    return { ...partner, ask, rename, shown: await shownOf(partner.id) }
  }
  const approve = (id: string, shown: { businessName: string; websiteUrl: string }) =>
    judge(id, 'pending', 'approved', REASON, admins[0], shown)
  const SINCE = 'since you opened this page. Check it and approve again.'

  test('is refused if the website changed, and verifies no host', async () => {
    const { id, ask, shown } = await waiting()
    await nameWebsite(ask as never, { websiteUrl: 'https://victim.example' })
    await expect(approve(id, shown)).rejects.toMatchObject({
      code: 'conflict',
      message: `The partner has changed its website to https://victim.example ${SINCE}`,
    })
    expect(await read(id)).toMatchObject({ verificationStatus: 'pending' })
    expect(await here.db.partnerDomain.count({ where: { partnerId: id } })).toBe(0)
    expect(await notesOf(id)).toEqual([])
    await approve(id, await shownOf(id))
    expect(await here.db.partnerDomain.findMany({ where: { partnerId: id } })).toMatchObject([
      { host: 'victim.example' },
    ])
  })
  test('is refused if the name changed, which would give the partner other brands', async () => {
    const { id, rename, shown } = await waiting()
    await rename('Moss and Sons')
    await expect(approve(id, shown)).rejects.toMatchObject({
      message: `The partner has changed its name to Moss and Sons ${SINCE}`,
    })
    expect(await read(id)).toMatchObject({ verificationStatus: 'pending', approvedName: null })
    await approve(id, await shownOf(id))
    expect(await read(id)).toMatchObject({ approvedName: 'Moss and Sons' })
  })
  test('is refused with both changes if the name and website changed', async () => {
    const { id, ask, rename, shown } = await waiting()
    await rename('Fern and Sons')
    await nameWebsite(ask as never, { websiteUrl: 'https://fern.example/a' })
    await expect(approve(id, shown)).rejects.toMatchObject({
      message: `The partner has changed its name to Fern and Sons and its website to https://fern.example/a ${SINCE}`,
    })
  })
  test('verifies no website that is changed at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, ask, shown } = await waiting()
      const [approved] = await Promise.allSettled([
        approve(id, shown),
        nameWebsite(ask as never, { websiteUrl: `https://race-${round}.example` }),
      ])
      // A website added after the approval is a claim that the partner still has to prove.
      expect(await here.db.partnerDomain.count({ where: { partnerId: id } }), approved.status).toBe(0)
    }
  })
  test('ignores characters that a form cannot send', async () => {
    const { id } = await waiting()
    await here.db.partner.update({ where: { id }, data: { businessName: `A\u200Bb ${id}` } })
    await approve(id, { businessName: `Ab ${id}`, websiteUrl: '' })
    expect(await read(id)).toMatchObject({ verificationStatus: 'approved' })
  })
})

describe('the form to judge a partner', () => {
  const id = crypto.randomUUID()
  test.each([
    [{ partnerId: id, from: 'approved', to: 'pending' }],
    [{ partnerId: id, from: 'gone', to: 'approved' }],
    [{ partnerId: 'x', from: 'pending', to: 'approved' }],
    [{ partnerId: id, from: 'pending', to: 'approved' }],
    [{ partnerId: id, from: 'pending', to: 'approved', businessName: 'Moss' }],
    [{ partnerId: id, from: 'pending', to: 'rejected' }],
    [{ partnerId: id, from: 'pending', to: 'rejected', reason: ' \n\u0000' }],
    [{ partnerId: id, from: 'approved', to: 'suspended', reason: 'x'.repeat(1_001) }],
  ])('refuses %j', (input) => expect(judgePartnerInput.safeParse(input).success).toBe(false))
  test('requires a reason for a rejection', () => {
    for (const reason of [undefined, ''])
      expect(
        judgePartnerInput.safeParse({ partnerId: id, from: 'pending', to: 'rejected', reason }).error?.issues[0]
          ?.message,
      ).toBe('Enter a reason. The partner will see it')
  })
})
