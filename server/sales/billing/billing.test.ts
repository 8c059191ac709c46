import { describe, expect, test } from 'vitest'
import { approve } from '#server/admin/approve.service.ts'
import { rejectApproval } from '#server/two-people/approvals.service.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { actionsOf, kindsTo } from '#tests/setup/auth.ts'
import { createAdminAsk } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { billingProfileInput, sellerProfileInput } from './billing.schema.ts'
import { findBillingProfile, saveBillingProfile } from './billing-profile.service.ts'
import { parseBank, parseVatNumber } from './check-numbers.ts'
import { listSellerProfiles, getSeller, saveSellerProfile } from './seller-profile.service.ts'

const here = useTestDatabase()
const NOW = new Date('2026-11-27T10:00:00Z')
const seller = (given: object = {}) =>
  sellerProfileInput.parse({
    legalName: 'WTF Ltd',
    address: '1 Market Street\nLondon',
    country: 'GB',
    companyNumber: '01234567',
    vatNumber: 'GB 980 7806 84',
    validFrom: '2026-11-27',
    paymentDays: '14',
    iban: '',
    bic: '',
    sortCode: '20-00-00',
    accountNumber: '1234 5678',
    ...given,
  })

describe('VAT and bank numbers', () => {
  test.each([
    ['DE', 'de 136 695 976', 'DE136695976'],
    ['DE', '136695976', 'DE136695976'],
    ['GB', 'GB980780684', 'GB980780684'],
    ['FR', 'FR40303265045', 'FR40303265045'],
    ['NL', 'NL004495445B01', 'NL004495445B01'],
    ['AT', 'ATU13585627', 'ATU13585627'],
    ['GR', 'EL094259216', 'EL094259216'],
    ['US', '12-3456789', '123456789'],
    ['DE', '', ''],
  ])('of %s are normalised: %s becomes %s', async (country, typed, kept) => {
    expect(await parseVatNumber(typed, country)).toBe(kept)
  })

  test.each([
    ['DE', 'DE136695978'],
    ['GB', 'GB980780685'],
    ['FR', 'DE136695976'],
    ['IT', '1'],
  ])('of %s are checked: %s is refused', async (country, typed) => {
    await expect(parseVatNumber(typed, country)).rejects.toMatchObject({ code: 'bad_input', field: 'vatNumber' })
  })

  test('of bank accounts must be complete, with valid check digits', async () => {
    const typed = (given: object) => ({ iban: '', bic: '', sortCode: '', accountNumber: '', ...given })
    expect(await parseBank(typed({ iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeffxxx' }))).toEqual(
      typed({ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }),
    )
    for (const [given, field] of [
      [{ iban: 'DE89370400440532013001' }, 'iban'],
      [{ iban: 'DE89370400440532013000', bic: 'COBA' }, 'bic'],
      [{ bic: 'COBADEFFXXX' }, 'iban'],
      [{ sortCode: '200000' }, 'accountNumber'],
      [{ accountNumber: '12345678' }, 'sortCode'],
      [{ sortCode: '2000', accountNumber: '12345678' }, 'sortCode'],
      [{}, 'iban'],
    ] as const)
      await expect(parseBank(typed(given))).rejects.toMatchObject({ code: 'bad_input', field })
  })
})

const openApproval = async () => {
  const { id } = await here.db.approval.findFirstOrThrow({ where: { action: 'seller_bank', status: 'open' } })
  return { approvalId: id }
}

test('a new bank account needs two administrators, other details need one', async () => {
  const { db } = here
  const [one, other] = [await createAdminAsk(db), await createAdminAsk(db)]
  expect(await saveSellerProfile(one, seller(), NOW)).toEqual({ isWaiting: true })
  expect(await getSeller(db, NOW)).toBeNull()
  await approve(other, await openApproval(), NOW)
  expect(await getSeller(db, NOW)).toMatchObject({ vatNumber: 'GB980780684', sortCode: '200000', paymentDays: 14 })
  const { email } = await db.user.findUniqueOrThrow({ where: { id: one.viewer.userId } })
  expect(await kindsTo(db, email)).toEqual(['seller_changed'])

  // A day in the past means today, and the earlier version stays.
  expect(await saveSellerProfile(one, seller({ address: '2 Market Street', validFrom: '2026-01-01' }), NOW)).toEqual({
    isWaiting: false,
  })
  expect(await getSeller(db, NOW)).toMatchObject({ address: '2 Market Street' })
  expect(await getSeller(db, new Date('2026-11-26'))).toBeNull()
  expect(await saveSellerProfile(one, seller({ sortCode: '300000', validFrom: '2027-01-01' }), NOW)).toEqual({
    isWaiting: true,
  })
  await rejectApproval(other, await openApproval(), NOW)
  const { versions, current } = await listSellerProfiles(db, NOW)
  expect(versions).toHaveLength(2)
  expect(current).toMatchObject({ address: '2 Market Street' })
  expect(await actionsOf(db, current?.id ?? '')).toEqual(['seller_profile_changed'])
})

test('a version of the seller details applies from its date', async () => {
  const { db } = here
  const [one, other] = [await createAdminAsk(db), await createAdminAsk(db)]
  const later = seller({ iban: 'GB33BUKB20201555555555', legalName: 'WTF Group', validFrom: '2027-02-01' })
  for (const ask of [one, other]) await saveSellerProfile(ask, later, NOW)
  expect(await getSeller(db, new Date('2027-01-31'))).not.toMatchObject({ legalName: 'WTF Group' })
  expect(await getSeller(db, new Date('2027-02-01'))).toMatchObject({ legalName: 'WTF Group' })
})

test('a VAT number needs a country whose VAT rates are known', async () => {
  const ask = await createAdminAsk(here.db)
  await expect(saveSellerProfile(ask, seller({ country: 'US', vatNumber: '1' }), NOW)).rejects.toMatchObject({
    field: 'vatNumber',
  })
})

test('a partner can save its billing details, and cannot see those of others', async () => {
  const [ask, stranger] = [await createPartnerAsk(here.db), await createPartnerAsk(here.db)]
  const details = billingProfileInput.parse({
    legalName: 'Marke GmbH',
    address: 'Weg 1\nBerlin',
    country: 'DE',
    vatNumber: 'DE136695976',
    purchaseOrder: 'PO 7',
  })
  expect(await findBillingProfile(ask)).toBeNull()
  const owner = { ...ask, visit: createVisit() }
  await saveBillingProfile(owner, details)
  await saveBillingProfile(owner, { ...details, purchaseOrder: 'PO 8' })
  expect(await findBillingProfile(ask)).toEqual({ ...details, purchaseOrder: 'PO 8' })
  expect(await findBillingProfile(stranger)).toBeNull()
  expect(
    await here.db.auditEntry.findMany({ where: { subjectId: ask.partner.id }, orderBy: { at: 'asc' } }),
  ).toMatchObject([
    { action: 'billing_profile_changed', data: { before: {}, after: { vatNumber: 'DE136695976' } } },
    { data: { before: { purchaseOrder: 'PO 7' }, after: { purchaseOrder: 'PO 8' } } },
  ])
})
