import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createClick, createMail, createPartner, createProduct, createViewer } from '#tests/factories.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchEverything } from './search-everything.service.ts'
import { searchEverythingInput } from './search.schema.ts'

const database = useTestDatabase()
const search = (q: string, isWide = false) => searchEverything(database.db, searchEverythingInput.parse({ q, isWide }))
/** Returns 'kind: title' of each hit. */
const found = async (q: string, isWide = false) =>
  (await search(q, isWide)).hits.map(({ kind, title }) => `${kind}: ${title}`)

test('finds partners by part of their name, address or website, and by domain', async () => {
  const partner = await createPartner(database.db, {
    businessName: 'Quixotic Loom',
    email: 'desk@zebrafinch.example',
    websiteUrl: 'https://www.quaggashop.example/start',
  })
  await database.db.partnerDomain.create({ data: { host: 'okapiwear.example', partnerId: partner.id } })
  for (const q of ['xotic loo', 'ZEBRAFINCH', 'quaggashop', 'okapiwear.exa', partner.id])
    expect([q, await found(q)]).toEqual([q, expect.arrayContaining(['partners: Quixotic Loom'])])
})

test('finds accounts by part of the address or name, with the exact match first', async () => {
  const { db } = database
  for (const email of ['wombat@x.example', 'a.wombat@x.example', 'wombat@x.example.org'])
    await db.user.create({ data: { email, profile: { create: { fullName: 'Ngozi Adéwálé' } } } })
  expect(await found('Wombat@x.example')).toEqual([
    'users: wombat@x.example',
    'users: wombat@x.example.org',
    'users: a.wombat@x.example',
  ])
  expect(await found('adéwálé')).toHaveLength(3)
})

test('finds products in any state by the start of their name, by SKU, GTIN and id', async () => {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const variants = [{ sku: 'OCE-77', gtin: '4006381333931' }]
  const listed = await createProduct(db, { partnerId, name: 'Océlot Coat', nameKey: 'ocelot coat', variants })
  const draft = await createProduct(db, { partnerId, name: 'Ocelot Cape', nameKey: 'ocelot cape', status: 'draft' })
  expect((await search('ocelot c')).hits).toEqual([
    expect.objectContaining({ id: draft.id, place: partnerId }),
    expect.objectContaining({ id: listed.id, place: '' }),
  ])
  for (const q of ['oce-77', '4006381333931', 'OCÉLOT COAT', listed.id])
    expect([q, await found(q)]).toEqual([q, ['products: Océlot Coat']])
})

test('finds sales, clicks, invoices, tickets, emails and invitations by their references', async () => {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const product = await createProduct(db, { partnerId })
  const click = await createClick(db, product)
  await createSaleAndInvoice(db, partnerId)
  await db.conversion.update({ where: { id: partnerId }, data: { clickId: click.id, orderName: '#MARMOT-1' } })
  await db.saleLookup.upsert({
    where: { conversionId: partnerId },
    create: { conversionId: partnerId, partnerId, text: '#MARMOT-1\n1' },
    update: { text: '#MARMOT-1\n1' },
  })
  const ticket = await db.supportTicket.create({
    data: { channel: 'support', email: 'tapir@x.example', subject: 'Where?', description: 'Where is it?' },
  })
  await createMail(db, { toAddress: 'Tapir@x.example', subject: 'A word' })
  await db.invitation.create({
    data: {
      email: 'tapir@x.example',
      businessName: 'Tapir Tailors',
      contactPerson: 'T',
      invitedById: null,
      expiresAt: new Date(),
      tokenHash: Buffer.from(newId()),
    },
  })
  expect(await found(click.id.toLowerCase())).toEqual(['sales: #MARMOT-1', `clicks: ${click.id}`])
  expect(await found('marmot')).toEqual(['sales: #MARMOT-1'])
  const due = new Date('2026-09-01')
  await db.invoice.create({
    data: {
      partnerId,
      kind: 'invoice',
      number: 'WTF-2026-909090',
      month: due,
      currency: 'EUR',
      issuedAt: due,
      dueOn: due,
      totalMinor: 5,
      payableMinor: 5,
      status: 'open',
      billedTo: {},
    },
  })
  expect(await found('wtf-2026-909090')).toEqual(['invoices: WTF-2026-909090'])
  expect(await found(ticket.reference.toLowerCase())).toEqual([`tickets: ${ticket.reference}`])
  expect(await found('tapir@x.example')).toEqual([
    `tickets: ${ticket.reference}`,
    'mails: A word',
    'invitations: Tapir Tailors',
  ])
})

test('treats LIKE wildcards as text, and finds nothing without a letter or digit', async () => {
  await createPartner(database.db, { businessName: 'Fifty 50%_off' })
  expect(await found('50%_of')).toEqual(['partners: Fifty 50%_off'])
  for (const q of ['%', '_', '%%%', '\\', "'", '50_off', '', '   ', '\0'])
    expect([q, (await search(q)).hits.filter(({ kind }) => kind === 'partners')]).toEqual([q, []])
})

test('recognises an ID without a matching record', async () => {
  expect(await search(newId())).toEqual({ hits: [], more: [], isId: true })
  expect(await search('wc_01ARZ3NDEKTSV4RRFFQ69G5FAV')).toEqual({ hits: [], more: [], isId: true })
  expect(await search('nobodyiscalledthis')).toEqual({ hits: [], more: [], isId: false })
})

test('shows 5 results of each kind, or 20 on request, and whether there are more', async () => {
  const { db } = database
  await db.user.createMany({ data: Array.from({ length: 30 }, (_, at) => ({ email: `numbat${at}@x.example` })) })
  const few = await search('numbat')
  expect([few.hits.length, few.more]).toEqual([5, ['users']])
  expect((await search('numbat', true)).hits).toHaveLength(20)
  // The search uses the shortened text.
  expect(searchEverythingInput.parse({ q: 'n'.repeat(5_000) }).q).toHaveLength(100)
})

test('matches a single letter at the start of a word', async () => {
  const viewer = await createViewer(database.db, { email: 'yak@x.example' })
  expect((await search('y')).hits).toContainEqual(expect.objectContaining({ kind: 'users', id: viewer.userId }))
})
