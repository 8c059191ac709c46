import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { nameWebsite, trustWebsite } from './website.service.ts'

const database = useTestDatabase()
const hostsOf = async (partnerId: string) =>
  (await database.db.partnerDomain.findMany({ where: { partnerId } })).map(({ host }) => host)
const withoutSite = (verificationStatus: 'approved' | 'pending' = 'approved') =>
  createPartner(database.db, { websiteUrl: null, domain: null, verificationStatus })

test('names a website once, and shoppers may leave for that of an approved partner', async () => {
  const { db } = database
  const partner = await withoutSite()
  await nameWebsite({ db, partner }, { websiteUrl: 'https://www.named.example/shop' })
  expect(await db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({
    websiteUrl: 'https://www.named.example/shop',
  })
  expect(await hostsOf(partner.id)).toEqual(['named.example'])
  await expect(nameWebsite({ db, partner }, { websiteUrl: 'https://other.example' })).rejects.toMatchObject({
    code: 'conflict',
    field: 'websiteUrl',
  })
  expect(await hostsOf(partner.id)).toEqual(['named.example'])
})

test('nobody leaves for the website of a partner that waits, nor for one that another has', async () => {
  const { db } = database
  const waiting = await withoutSite('pending')
  await nameWebsite({ db, partner: waiting }, { websiteUrl: 'https://waiting.example' })
  expect(await hostsOf(waiting.id)).toEqual([])
  const [first, second] = [await withoutSite(), await withoutSite()]
  await nameWebsite({ db, partner: first }, { websiteUrl: 'https://shared.example' })
  await nameWebsite({ db, partner: second }, { websiteUrl: 'https://shared.example' })
  expect([await hostsOf(first.id), await hostsOf(second.id)]).toEqual([['shared.example'], []])
})

test.each([null, 'https://127.0.0.1/', 'https://localhost', 'nonsense'])('trusts no host in %s', async (websiteUrl) => {
  const partner = await withoutSite()
  await database.db.$transaction((tx) => trustWebsite(tx, partner.id, websiteUrl))
  expect(await hostsOf(partner.id)).toEqual([])
})

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
])('trusts nothing of %s, where strangers are too', async (websiteUrl) => {
  const partner = await withoutSite()
  await nameWebsite({ db: database.db, partner }, { websiteUrl })
  expect(await hostsOf(partner.id)).toEqual([])
})

test.each([
  ['https://mine.myshopify.com/', 'mine.myshopify.com'],
  ['https://mine.etsy.com', 'mine.etsy.com'],
  ['https://www.mine.co.uk/shop', 'mine.co.uk'],
  ['https://instagram.com.mine.example', 'instagram.com.mine.example'],
  ['https://notinstagram.com', 'notinstagram.com'],
])("%s is a shop's own", async (websiteUrl, host) => {
  const partner = await withoutSite()
  await nameWebsite({ db: database.db, partner }, { websiteUrl })
  expect(await hostsOf(partner.id)).toEqual([host])
})
