import { describe, expect, test } from 'vitest'
import type { ViewersPartner } from '#server/platform/viewer.ts'
import { sendInventoryMails } from '#server/products/send-inventory-mails.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { actionsOf, createAccount, kindsTo, lastMail, signedIn } from '#tests/setup/auth.ts'
import { createPushDevice, noticesOf } from '#tests/setup/push-device.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getOwnPartner } from '../own-partner.service.ts'
import { keepPauses, pauseStore, resumeStore } from './pause.service.ts'
import {
  foldSidebar,
  hideColumn,
  getStoreNotices,
  stopStoreMail,
  updateDisplay,
  updateStoreNotices,
} from './preferences.service.ts'
import { displayForm, storeNoticesForm } from './preferences.schema.ts'
import { STORE_NOTICES } from './preferences-values.schema.ts'
import { pauseForm, trackingForm, updateStoreProfileInput } from './store-settings.schema.ts'
import { updatePolicies, updateStoreProfile } from './store-settings.service.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'

async function openStore() {
  const { id } = await createAccount(here.db, { role: 'partner' })
  const store = await createPartner(here.db, { ownerId: id })
  const { visit, viewer } = await signedIn(here.db, id)
  return { db: here.db, visit, viewer, partner: viewer.partner as ViewersPartner, store }
}
const read = (id: string) => here.db.partner.findUniqueOrThrow({ where: { id } })

describe('the store profile', () => {
  const profile = (given: object) =>
    updateStoreProfileInput.parse({
      businessName: 'Any',
      email: 'any@example.test',
      phone: '0123456789',
      country: 'DE',
      timeZone: 'UTC',
      ...given,
    })

  test('is saved and audited, and a new name is indexed by search', async () => {
    const owner = await openStore()
    const { id: productId } = await createProduct(here.db, { partnerId: owner.store.id })
    await updateStoreProfile(owner, profile({ businessName: 'Wide & Narrow', email: 'Hello@Narrow.example' }))
    expect(await read(owner.store.id)).toMatchObject({
      businessName: 'Wide & Narrow',
      email: owner.store.email,
      contactEmail: 'hello@narrow.example',
    })
    expect(await getOwnPartner(owner)).toMatchObject({ email: 'hello@narrow.example' })
    expect(await here.db.product.findUniqueOrThrow({ where: { id: productId } })).toMatchObject({ searchVersion: 0 })
    expect(await actionsOf(here.db, owner.store.id)).toEqual(['store_profile_changed'])
    // A different letter case is still the same name.
    await updateStoreProfile(owner, profile({ businessName: 'WIDE & narrow', email: owner.store.email }))
    expect(await read(owner.store.id)).toMatchObject({ contactEmail: null })
  })

  test('saves a valid time zone for this store only, and audits the previous one', async () => {
    const [owner, stranger] = [await openStore(), await openStore()]
    const { businessName, email } = owner.store
    await updateStoreProfile(owner, profile({ businessName, email, timeZone: 'europe/berlin' }))
    expect(await getOwnPartner(owner)).toMatchObject({ businessName, timeZone: 'Europe/Berlin' })
    expect(await read(stranger.store.id)).toMatchObject({ timeZone: 'UTC' })
    expect(await here.db.auditEntry.findFirstOrThrow({ where: { subjectId: owner.store.id } })).toMatchObject({
      action: 'store_profile_changed',
      data: { hasNewEmail: false, timeZone: { from: 'UTC', to: 'Europe/Berlin' } },
    })
    for (const timeZone of ['Atlantis/Capital', '+01:00', '', undefined, 'x'.repeat(100)])
      expect(
        updateStoreProfileInput.safeParse({ ...profile({}), timeZone }).error?.issues.map(({ path }) => path),
      ).toEqual([['timeZone']])
  })

  test('refuses the name of another brand, in any letter case', async () => {
    const owner = await openStore()
    const other = await createPartner(here.db)
    await expect(
      updateStoreProfile(owner, profile({ businessName: other.businessName.toUpperCase() })),
    ).rejects.toMatchObject({ code: 'conflict', field: 'businessName' })
  })
})

test('saving policies removes them from an older draft, and keeps the rest of the draft', async () => {
  const owner = await openStore()
  await here.db.storefrontDraft.create({
    data: { partnerId: owner.store.id, data: { texts: { heroTitle: 'Autumn', shippingPolicy: 'Old' }, pictures: {} } },
  })
  await updatePolicies(owner, { shippingPolicy: 'New', returnsPolicy: '', returnsDays: null })
  expect(await read(owner.store.id)).toMatchObject({ shippingPolicy: 'New', returnsPolicy: '' })
  expect(await here.db.storefrontDraft.findUniqueOrThrow({ where: { partnerId: owner.store.id } })).toMatchObject({
    revision: 1,
    data: { texts: { heroTitle: 'Autumn' }, pictures: {} },
  })
})

test('accepts only tracking values that need no URL encoding', () => {
  const form = { utmSource: 'WTF', utmMedium: 'affiliate', utmCampaign: 'autumn-26' }
  expect(trackingForm.parse(form)).toEqual({ ...form, sendsRef: false })
  expect(trackingForm.parse({ ...form, sendsRef: 'on' })).toMatchObject({ sendsRef: true })
  for (const utmSource of ['', 'a b', 'a&b', 'a=b', 'x'.repeat(61), 'ä'])
    expect(trackingForm.safeParse({ ...form, utmSource }).success).toBe(false)
})

describe('a pause of the store', () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)

  test("is parsed in the store's time zone", () => {
    const input = { from: '2026-12-24T18:00', until: '', timeZone: 'Europe/Berlin' }
    expect(pauseForm.parse(input)).toEqual({ from: new Date('2026-12-24T17:00:00Z'), until: null })
    for (const wrong of [{ from: 'soon' }, { until: '9999-01-01T00:00' }, { timeZone: 'Nowhere' }])
      expect(pauseForm.safeParse({ ...input, ...wrong }).success).toBe(false)
  })

  test('starts immediately, and ends when the owner resumes the store', async () => {
    const owner = await openStore()
    await pauseStore(owner, { from: null, until: null })
    expect(await getOwnPartner(owner)).toMatchObject({ isPaused: true, pausedUntil: null })
    await keepPauses(here.db, at(1_000))
    expect(await read(owner.store.id)).toMatchObject({ isPaused: true })
    await resumeStore(owner)
    expect(await read(owner.store.id)).toMatchObject({ isPaused: false, pausedFrom: null, pausedUntil: null })
    expect(await actionsOf(here.db, owner.store.id)).toEqual(['store_paused', 'store_resumed'])
  })

  test('starts and ends on schedule when the job runs', async () => {
    const owner = await openStore()
    await pauseStore(owner, { from: at(2), until: at(4) })
    const isPausedAt = async (hours: number) => {
      await keepPauses(here.db, at(hours))
      return (await read(owner.store.id)).isPaused
    }
    expect([await isPausedAt(1), await isPausedAt(3), await isPausedAt(5)]).toEqual([false, true, false])
    expect(await read(owner.store.id)).toMatchObject({ pausedFrom: null, pausedUntil: null })
  })

  test('cannot end before it starts or in the past', async () => {
    const owner = await openStore()
    for (const wrong of [
      { from: at(2), until: at(1) },
      { from: at(-3), until: at(-1) },
      { from: null, until: at(-1) },
    ])
      await expect(pauseStore(owner, wrong)).rejects.toMatchObject({ code: 'bad_input', field: 'until' })
  })
})

test('saves dashboard display settings per account', async () => {
  const owner = await openStore()
  const display = async () => (await getOwnPartner(owner)).display
  expect(await display()).toEqual({
    theme: 'dark',
    showCharts: true,
    autoRefresh: true,
    refreshInterval: 30,
    isFolded: false,
    hiddenColumns: [],
  })
  await updateDisplay(owner, displayForm.parse({ theme: 'light', autoRefresh: 'on', refreshInterval: '300' }))
  await foldSidebar(owner, { isFolded: true })
  for (const [column, isHidden] of [
    ['products.Price', true],
    ['products.Views', true],
    ['products.Views', true],
    ['products.Price', false],
    ['products.Stock', false],
  ] as const)
    await hideColumn(owner, { column, isHidden })
  expect(await display()).toEqual({
    theme: 'light',
    showCharts: false,
    autoRefresh: true,
    refreshInterval: 300,
    isFolded: true,
    hiddenColumns: ['products.Views'],
  })
  expect(displayForm.safeParse({ theme: 'light', refreshInterval: '7' }).success).toBe(false)
  expect(await getStoreNotices(owner)).toEqual({ ...STORE_NOTICES, emailSales: 'daily' })
})

describe('the low-stock email', () => {
  const stocked = (owner: { store: { id: string } }, stock: number, name?: string) =>
    createProduct(here.db, { partnerId: owner.store.id, stock, variants: [{ stock }], ...(name && { name }) })
  const restock = (id: string, stock: number) => here.db.product.update({ where: { id }, data: { stock } })
  const mails = async ({ viewer }: { viewer: { email: string } }) =>
    (await kindsTo(here.db, viewer.email)).filter((kind) => kind === 'inventory_digest').length

  test('reports each low-stock and out-of-stock product once', async () => {
    const owner = await openStore()
    const coat = await stocked(owner, 4, 'Loden coat')
    await stocked(owner, 40, 'Plain scarf')
    const send = () => sendInventoryMails(here.db, SITE)
    await send()
    await send()
    expect(await mails(owner)).toBe(1)
    const { text } = await lastMail(here.db, owner.viewer.email, 'inventory_digest')
    expect(text).toContain('Loden coat')
    expect(text).toContain('4 left')
    expect(text).not.toContain('Plain scarf')
    await restock(coat.id, 0)
    await send()
    await send()
    expect(await mails(owner)).toBe(2)
    await restock(coat.id, 50)
    await send()
    await restock(coat.id, 2)
    await send()
    expect(await mails(owner)).toBe(3)
  })

  test('is also sent as a push notification to people who want it and have a device', async () => {
    const owner = await openStore()
    const { userId } = owner.viewer
    await createPushDevice(here.db, userId)
    await stocked(owner, 4, 'Loden coat')
    await sendInventoryMails(here.db, SITE)
    const title = `${owner.store.businessName}: a product is low or out of stock`
    expect(await noticesOf(here.db, userId)).toMatchObject([{ title, body: 'Loden coat' }])
    await sendInventoryMails(here.db, SITE)
    await updateStoreNotices(owner, storeNoticesForm.parse({}))
    await stocked(owner, 3)
    await sendInventoryMails(here.db, SITE)
    expect(await noticesOf(here.db, userId)).toMatchObject([{ title, body: 'Loden coat' }])
  })

  test('goes to the owner and colleagues who want it, until they unsubscribe', async () => {
    const owner = await openStore()
    const colleague = await createUser(here.db, {
      role: 'partner',
      membership: { create: { partnerId: owner.store.id, role: 'viewer' } },
    })
    await updateStoreNotices(owner, storeNoticesForm.parse({}))
    await stocked(owner, 1)
    await sendInventoryMails(here.db, SITE)
    expect(await mails(owner)).toBe(0)
    const mail = await lastMail(here.db, colleague.email, 'inventory_digest')
    const token = /unsubscribe\?token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
    expect(mail.unsubscribeUrl).toBe(`${SITE}/partners/unsubscribe?token=${token}`)
    await stopStoreMail(here.db, token)
    await stopStoreMail(here.db, token)
    await stocked(owner, 1)
    await sendInventoryMails(here.db, SITE)
    expect((await kindsTo(here.db, colleague.email)).filter((kind) => kind === 'inventory_digest')).toHaveLength(1)
    await expect(stopStoreMail(here.db, 'unknown')).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
  })
})
