import { expect, test } from 'vitest'
import { createPartner, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { holdHost } from './hosts/hold-host.ts'
import { nameWebsite } from './website.service.ts'

const database = useTestDatabase()
const hostsOf = async (partnerId: string) =>
  (await database.db.partnerDomain.findMany({ where: { partnerId } })).map(({ host }) => host)
const withoutSite = () => createPartner(database.db, { websiteUrl: null, domain: null })
const approve = (partnerId: string, typed: string) =>
  database.db.$transaction((tx) => holdHost(tx, { partnerId, typed, proof: 'admin' }))

test('saves and changes a website, and sends no shopper there before it is verified or approved', async () => {
  const { db } = database
  const ask = { ...(await createPartnerAsk(db, { websiteUrl: null, domain: null })), visit: createVisit() }
  const partnerId = ask.partner.id
  const claims = async () => (await db.hostClaim.findMany({ where: { partnerId } })).map(({ host }) => host)
  await nameWebsite(ask, { websiteUrl: 'https://www.named.example/shop' })
  expect(await claims()).toEqual(['named.example'])
  await nameWebsite(ask, { websiteUrl: 'https://other.example' })
  expect(await claims()).toEqual(['other.example'])
  expect(await db.partner.findUnique({ where: { id: partnerId } })).toMatchObject({
    websiteUrl: 'https://other.example',
  })
  expect(
    await db.auditEntry.findMany({ where: { subjectId: partnerId }, select: { action: true, data: true } }),
  ).toEqual([
    {
      action: 'partner_website_changed',
      data: { from: 'https://www.named.example/shop', to: 'https://other.example' },
    },
  ])
  expect(await hostsOf(partnerId)).toEqual([])
})

test('keeps the claim of a website with what its checks found if only the path changes', async () => {
  const { db } = database
  const ask = { ...(await createPartnerAsk(db, { websiteUrl: null, domain: null })), visit: createVisit() }
  const partnerId = ask.partner.id
  await nameWebsite(ask, { websiteUrl: 'https://named.example/shop' })
  await db.hostClaim.updateMany({ where: { partnerId }, data: { checkedAt: new Date(), problem: 'No DNS record.' } })
  const claims = () => db.hostClaim.findMany({ where: { partnerId } })
  const before = await claims()
  await nameWebsite(ask, { websiteUrl: 'https://www.named.example/en' })
  expect(await claims()).toEqual(before)
  expect(before).toMatchObject([{ host: 'named.example', problem: 'No DNS record.' }])
})

test.each(['', 'https://127.0.0.1/', 'https://localhost', 'nonsense'])(
  'verifies no host for the website %j',
  async (typed) => {
    const partner = await withoutSite()
    expect(await approve(partner.id, typed)).toMatchObject({ outcome: 'invalid' })
    expect(await hostsOf(partner.id)).toEqual([])
  },
)

test.each([
  'https://co.uk/mine',
  'https://www.com.au',
  'https://myshopify.com/mine',
  'https://www.etsy.com/shop/mine',
  'https://www.instagram.com/mine',
  'https://m.instagram.com/mine',
  'https://sites.google.com/view/mine',
  'https://www.amazon.co.uk/stores/mine',
  'https://gmail.com',
])('verifies no host for %s, which other people use too', async (websiteUrl) => {
  const partner = await withoutSite()
  await approve(partner.id, websiteUrl)
  expect(await hostsOf(partner.id)).toEqual([])
})

test.each([
  ['https://mine.myshopify.com/', 'mine.myshopify.com'],
  ['https://mine.etsy.com', 'mine.etsy.com'],
  ['https://www.mine.co.uk/shop', 'mine.co.uk'],
  ['https://instagram.com.mine.example', 'instagram.com.mine.example'],
  ['https://notinstagram.com', 'notinstagram.com'],
])("verifies the shop's own website %s as %s", async (websiteUrl, host) => {
  const partner = await withoutSite()
  await approve(partner.id, websiteUrl)
  expect(await hostsOf(partner.id)).toEqual([host])
})
