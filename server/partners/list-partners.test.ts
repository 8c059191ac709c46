import { beforeEach, describe, expect, test } from 'vitest'
import { writeAudit } from '#server/platform/audit.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listPartners, getPartnerDetails } from './list-partners.ts'
import { partnersQuery } from './partner-queue.schema.ts'
import { PARTNER_STATUSES } from './partner-status.schema.ts'

const here = useTestDatabase()
const list = (query: object = {}) => listPartners(here.db, partnersQuery.parse(query))
const on = (day: number) => new Date(Date.UTC(2026, 0, day))

describe('the list of partners', () => {
  beforeEach(async () => {
    await here.db.partnerAgreement.deleteMany()
    await here.db.product.deleteMany()
    await here.db.partner.deleteMany()
  })
  test('shows each status with its count, with pending partners oldest first and all others newest first', async () => {
    for (const verificationStatus of PARTNER_STATUSES)
      for (const day of [2, 1, 3]) await createPartner(here.db, { verificationStatus, createdAt: on(day) })
    expect(await list()).toMatchObject({
      counts: { pending: 3, approved: 3, rejected: 3, suspended: 3 },
      total: 12,
      page: 1,
      totalPages: 1,
    })
    for (const status of PARTNER_STATUSES) {
      const { partners, total } = await list({ status })
      expect(new Set(partners.map(({ verificationStatus }) => verificationStatus))).toEqual(new Set([status]))
      expect([total, partners.map(({ createdAt }) => createdAt.getUTCDate())]).toEqual([
        3,
        status === 'pending' ? [1, 2, 3] : [3, 2, 1],
      ])
    }
  })
  test('finds by name, address, person and owner, and treats wildcards as text', async () => {
    const owner = await createUser(here.db, { email: 'own_er@brand.test' })
    const { id } = await createPartner(here.db, {
      ownerId: owner.id,
      businessName: '100% Wool',
      email: 'sales@wool.test',
      contactPerson: 'Ann Lee',
    })
    await createPartner(here.db, { businessName: '100 Wools' })
    for (const q of ['100%', '% WOOL', 'sales@', 'ann l', 'own_er'])
      expect((await list({ q })).partners.map((partner) => partner.id)).toEqual([id])
    expect(await list({ q: 'own%er' })).toMatchObject({ total: 0, totalPages: 1, page: 1 })
    for (const q of ['\u0000', ['x'], undefined]) expect((await list({ q })).total).toBe(2)
  })
  test('shows 25 a page, the last page for a higher page number, and the number of results', async () => {
    await here.db.partner.createMany({
      data: Array.from({ length: 30 }, (_, n) => ({
        businessName: `Silk ${n}`,
        email: `silk${n}@brand.test`,
        createdAt: on(n + 1),
      })),
    })
    await createPartner(here.db)
    const pages = await Promise.all([1, 2, 9].map((page) => list({ q: 'silk', page })))
    expect(pages.map(({ page, partners }) => [page, partners.length])).toEqual([
      [1, 25],
      [2, 5],
      [2, 5],
    ])
    expect(pages[0]).toMatchObject({ total: 30, counts: { pending: 30, approved: 0 } })
    expect(new Set(pages.slice(0, 2).flatMap(({ partners }) => partners.map(({ id }) => id))).size).toBe(30)
  })
})

describe('a partner', () => {
  test('is shown with its details and agreements, its source and its history', async () => {
    const { invitation, user, join } = await readyToJoin(here.db)
    const { partnerId } = await join()
    await createProduct(here.db, { partnerId, status: 'draft' })
    await writeAudit(here.db, null, { actorId: null, action: 'partner_suspended', subjectId: partnerId })
    await writeAudit(here.db, null, { actorId: null, action: 'sign_in', subjectId: partnerId })
    expect(await getPartnerDetails(here.db, partnerId)).toMatchObject({
      businessName: invitation.businessName,
      productKinds: ['apparel', 'shoes'],
      targetMonthlyMinor: 5_000_000,
      owner: { email: user.email },
      agreements: [{ termsVersion: expect.any(String), plan: { name: 'Standard', version: 1 } }],
      invitations: [{ id: invitation.id, email: invitation.email }],
      _count: { products: 1 },
      history: [{ action: 'partner_suspended' }, { action: 'partner_joined' }],
    })
    expect(JSON.stringify(await getPartnerDetails(here.db, partnerId))).not.toMatch(/token|hash|password/i)
  })
  test('is shown with its verified hosts, and the owner of its website', async () => {
    const partnerOf = async (websiteUrl: string | null, domain: string | null, businessName?: string) => {
      const { id } = await createPartner(here.db, { websiteUrl, domain, ...(businessName && { businessName }) })
      const { domains, websiteTrust } = await getPartnerDetails(here.db, id)
      return { id, hosts: domains.map(({ host }) => host), ...websiteTrust }
    }
    const first = await partnerOf('https://www.squatted.example/shop', 'squatted.example', 'First')
    expect(first).toMatchObject({ hosts: ['squatted.example'], isVerified: true, holder: null })
    expect(await partnerOf('https://squatted.example', null)).toMatchObject({
      hosts: [],
      host: 'squatted.example',
      isVerified: false,
      holder: { id: first.id, businessName: 'First', isLost: false },
    })
    await here.db.partnerDomain.update({ where: { host: 'squatted.example' }, data: { lostAt: new Date() } })
    expect((await getPartnerDetails(here.db, first.id)).websiteTrust).toMatchObject({ isVerified: false, isLost: true })
    expect(await partnerOf('https://squatted.example', null)).toMatchObject({
      isVerified: false,
      isLost: false,
      holder: { id: first.id, isLost: true },
    })
    for (const [websiteUrl, domain, trust] of [
      ['https://shop.own.example', 'own.example', { host: 'shop.own.example', isVerified: true }],
      ['https://own2.example', 'shop.own2.example', { host: 'own2.example', isVerified: false }],
      ['https://instagram.com/mine', null, { host: null, isVerified: false }],
      [null, 'other.example', { host: null, isVerified: false }],
    ] as const)
      expect(await partnerOf(websiteUrl, domain)).toMatchObject({ ...trust, holder: null })
  })
  test('is not found if it does not exist', () =>
    expect(getPartnerDetails(here.db, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' }))
})
