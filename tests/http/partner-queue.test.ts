import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, lastMail } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const QUEUE = '/admin/partners'
const STATES = 'nav[aria-label=Status]'
const ROWS = 'main tbody tr'
const newName = () => `Brand ${randomBytes(6).toString('hex')}`
/** Creates an old partner, which lists of new partners do not show. */
const partnerOf = (businessName: string, given: Partial<Prisma.PartnerUncheckedCreateInput> = {}) =>
  createPartner(shop.db, {
    businessName,
    verificationStatus: 'pending',
    createdAt: new Date('2020-01-01'),
    domain: null,
    ...given,
  })
const admin = async () => {
  const { id, email } = await createAccount(shop.db, { role: 'admin' })
  return { email, visitor: await shop.visitorAs(id) }
}
const owned = async (businessName: string, given: Partial<Prisma.PartnerUncheckedCreateInput> = {}) => {
  const owner = await createAccount(shop.db, { role: 'partner' })
  return { owner, partner: await partnerOf(businessName, { ownerId: owner.id, ...given }) }
}

test('only administrators see the queue and the details of a partner', async () => {
  const { owner, partner } = await owned(newName())
  for (const path of [QUEUE, `${QUEUE}/${partner.id}`]) {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    for (const userId of [owner.id, (await createAccount(shop.db)).id]) {
      const page = await (await shop.visitorAs(userId)).open(path)
      expect([page.status, page.heading]).toEqual([403, 'Access Denied'])
      expect(page.text()).not.toContain(partner.email)
    }
  }
})

test('pending partners come first, oldest first, and can be searched, filtered and paged', async () => {
  const name = newName()
  for (let n = 0; n < 27; n++) await partnerOf(`${name} ${n}`, { createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, n)) })
  await partnerOf(`${name} approved`, { verificationStatus: 'approved' })
  const { visitor } = await admin()
  const list = await visitor.open(`${QUEUE}?q=${encodeURIComponent(name)}`)
  expect(list.texts(`${STATES} a`)).toEqual(['Pending 27', 'Approved 1', 'Rejected 0', 'Suspended 0', 'All 28'])
  expect(list.texts(`${STATES} [aria-current=page]`)).toEqual(['Pending 27'])
  expect([list.all(ROWS).length, list.text(ROWS)]).toEqual([25, expect.stringContaining(`${name} 0`)])
  const next = await list.follow('Next page')
  expect([next.url.searchParams.get('status'), next.all(ROWS).length]).toEqual(['pending', 2])
  expect((await next.follow(/^Approved/, STATES)).texts(ROWS)).toEqual([expect.stringContaining(`${name} approved`)])
  const none = await next.follow(/^Suspended/, STATES)
  expect(none.text()).toContain('No matching partners')
  expect((await none.follow('Search all statuses')).all(ROWS)).toHaveLength(25)
  expect((await visitor.open(`${QUEUE}?status=nonsense&page=-4&q=%00%25_`)).text()).toContain('No matching partners')
})

test('the start page shows the number of pending partners', async () => {
  await partnerOf(newName())
  const { visitor } = await admin()
  const start = await visitor.open('/admin')
  expect(start.text('main a[href="/admin/partners"]')).toMatch(/^[1-9]\d*\+? ?Partners to approve/)
  expect(start.text('nav a[href="/admin/partners"]')).toMatch(/^Partners ?[1-9]\d* waiting/)
  expect((await start.follow(/Partners to approve/)).text(`${STATES} [aria-current=page]`)).toMatch(/^Pending [1-9]/)
  expect((await start.follow('Invite partners', 'nav')).heading).toBe('Partner Invitation System')
})

test('shows a website as verified by approval, or as unverified if another partner owns it', async () => {
  const host = `${randomBytes(6).toString('hex')}.example`
  const { partner: free } = await owned(newName(), { websiteUrl: `https://www.${host}/shop` })
  const { visitor } = await admin()
  const said = `Approving also lets shoppers visit ${host}.`
  const before = await visitor.open(`${QUEUE}/${free.id}`)
  for (const text of [said, 'Not verified, so links to it do not work.']) expect(before.text()).toContain(text)
  const holder = newName()
  const { id } = await partnerOf(holder, { verificationStatus: 'approved', websiteUrl: `https://${host}` })
  await shop.db.partnerDomain.create({ data: { host, partnerId: id } })
  const squatted = await visitor.open(`${QUEUE}/${free.id}`)
  expect(squatted.text()).toContain(`Not verified, so links to it do not work. ${host} is verified by ${holder}.`)
  expect(squatted.text()).not.toContain('Approving also')
  const held = await squatted.follow(holder)
  expect([held.heading, held.text().includes('Not verified')]).toEqual([holder, false])
})

test('a partner is approved once its details are read, and gets an email', async () => {
  const name = newName()
  const { owner, partner } = await owned(name, {
    contactPerson: 'Ada Laurent',
    businessAddress: '14 Redchurch Street, London',
    phone: '+44 20 7946 0123',
    websiteUrl: 'https://maison.example/',
    productKinds: ['apparel', 'home'],
    targetMonthlyMinor: 5_000_000,
    agreedToMarketing: true,
  })
  await createProduct(shop.db, { partnerId: partner.id, createdAt: new Date('2020-01-01') })
  const plan = await shop.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
  await shop.db.partnerAgreement.create({
    data: { partnerId: partner.id, planId: plan.id, termsVersion: '2026-11-21', acceptedById: owner.id },
  })
  await shop.db.invitation.create({
    data: {
      email: owner.email,
      businessName: `${name} Ltd`,
      contactPerson: 'Ada',
      status: 'accepted',
      tokenHash: randomBytes(32),
      expiresAt: new Date(),
      partnerId: partner.id,
    },
  })
  const { email, visitor } = await admin()
  const list = await visitor.open(`${QUEUE}?q=${encodeURIComponent(name)}`)
  const page = await list.follow(name)
  expect(page.heading).toBe(name)
  const facts = page.all('main dl > div').map(({ children: [term, fact] }) => [term?.textContent, fact?.textContent])
  expect(Object.fromEntries(facts)).toMatchObject({
    'Contact person': 'Ada Laurent',
    Email: partner.email,
    Phone: '+44 20 7946 0123',
    'Business address': '14 Redchurch Street, London',
    Products: '1',
    Account: expect.stringContaining(owner.email) as string,
    Sells: 'Apparel, Home',
    'Expected sales': '£50,000.00 a month',
    Marketing: 'Opted in',
    'Commission plan': expect.stringMatching(
      /^Standard, version 1Accepted on .* UTC under the terms dated 21 November 2026\./,
    ) as string,
    Invitation: expect.stringContaining(`${name} Ltd, ${owner.email}`) as string,
  })
  const website = page.links('https://maison.example/')[0]
  expect([website?.getAttribute('href'), website?.getAttribute('rel')]).toEqual([
    'https://maison.example/',
    'noopener nofollow',
  ])
  expect((await page.follow(`${name} Ltd, ${owner.email}`)).all(ROWS)).toHaveLength(1)
  expect(page.text()).toContain(
    `${name}’s store goes live, and its 1 product will appear in the shop immediately if published. We email the partner at ${owner.email}.`,
  )
  expect((await shop.visitor().open(`/brand/${partner.id}`)).status).toBe(404)
  const approved = await page.press('Approve')
  expect(approved.text('body')).toContain('Approved. The partner has been emailed.')
  expect(approved.address).toBe(`${QUEUE}/${partner.id}`)
  expect(approved.texts('main ol li')).toEqual([expect.stringContaining(`by ${email}`)])
  expect([approved.hasButton('Approve'), approved.hasButton(`Suspend ${name}`)]).toEqual([false, true])
  expect((await lastMail(shop.db, owner.email)).subject).toBe(`${name} is approved`)
  expect((await shop.visitor().open(`/brand/${partner.id}?page=1`)).status).toBe(200)
})

test('changes to a partner must be shown before it can be approved', async () => {
  const host = `${randomBytes(6).toString('hex')}.example`
  const { partner } = await owned(newName(), { websiteUrl: null })
  const { visitor } = await admin()
  const opened = await visitor.open(`${QUEUE}/${partner.id}`)
  await shop.db.partner.update({ where: { id: partner.id }, data: { websiteUrl: `https://${host}` } })
  const refused = await opened.press('Approve')
  expect(refused.status).toBe(409)
  for (const text of [
    `The partner has changed its website to https://${host} since you opened this page. Check it and approve again.`,
    `Approving also lets shoppers visit ${host}.`,
  ])
    expect(refused.text()).toContain(text)
  expect(await shop.db.partnerDomain.count({ where: { host } })).toBe(0)
  expect((await refused.press('Approve')).text('body')).toContain('Approved. The partner has been emailed.')
  expect(await shop.db.partnerDomain.count({ where: { host } })).toBe(1)
})

test('a rejection needs a reason, which is emailed to the partner, who can still be approved', async () => {
  const name = newName()
  const { owner, partner } = await owned(name)
  const { visitor } = await admin()
  let page = await visitor.open(`${QUEUE}/${partner.id}`)
  expect(page.text()).toContain(
    'The brand does not appear in the shop. The partner can still sign in and read your reason.',
  )
  page = await page.press(`Reject ${name}`)
  expect([page.status, page.descriptionOf('Reason')]).toEqual([400, 'Enter a reason. The partner will see it'])
  page = await page.press(`Reject ${name}`, { Reason: 'x'.repeat(1_001) })
  expect(page.descriptionOf('Reason')).toBe('Please use at most 1,000 characters')
  expect(page.valueOf('Reason')).toHaveLength(1_001)
  page = await page.press(`Reject ${name}`, { Reason: 'Your store does not answer.\nWrite to us.' })
  expect(page.text()).toContain('Reason: Your store does not answer. Write to us.')
  const mail = await lastMail(shop.db, owner.email)
  expect([mail.kind, mail.text]).toEqual(['partner_rejected', expect.stringContaining('Your store does not answer.')])
  expect(page.hasButton(`Reject ${name}`)).toBe(false)
  page = await page.press('Approve again')
  expect((await lastMail(shop.db, owner.email)).subject).toBe(`${name} is listed again`)
  expect(page.texts('main ol li span.font-medium')).toEqual(['Approved', 'Rejected'])
})

test("a suspended partner's products disappear from the shop", async () => {
  const name = newName()
  const { owner, partner } = await owned(name, { verificationStatus: 'approved' })
  for (let n = 0; n < 2; n++) await createProduct(shop.db, { partnerId: partner.id, createdAt: new Date('2020-01-01') })
  const { visitor } = await admin()
  const page = await visitor.open(`${QUEUE}/${partner.id}`)
  expect(page.text()).toContain(
    `Its 2 products disappear from the shop within half a minute, and so does its store. Nothing is deleted. We email the reason to the partner at ${owner.email}.`,
  )
  const suspended = await page.press(`Suspend ${name}`, { Reason: 'Two customers got nothing.' })
  expect(suspended.text('body')).toContain('Suspended. The partner has been emailed your reason.')
  expect((await shop.visitor().open(`/brand/${partner.id}`)).status).toBe(404)
  const mail = await lastMail(shop.db, owner.email)
  expect([mail.kind, mail.text]).toEqual(['partner_suspended', expect.stringContaining('Two customers got nothing.')])
})

test("the second of two administrators sees the first one's decision", async () => {
  const name = newName()
  const { partner } = await owned(name)
  const { visitor } = await admin()
  const page = await visitor.open(`${QUEUE}/${partner.id}`)
  await shop.db.partner.update({ where: { id: partner.id }, data: { verificationStatus: 'rejected' } })
  const refused = await page.press('Approve')
  expect([refused.status, refused.text('main [role=alert]')]).toEqual([
    409,
    `${name} is now rejected. Nothing was changed.`,
  ])
  expect(refused.hasButton('Approve again')).toBe(true)
})

test('an unknown partner returns 404', async () => {
  const { visitor } = await admin()
  const page = await visitor.open(`${QUEUE}/019b76da-0000-7000-8000-000000000000`)
  expect([page.status, page.heading]).toEqual([404, 'Page not found'])
  expect((await visitor.open(`${QUEUE}/junk`)).status).toBe(404)
})
