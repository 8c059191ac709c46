import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKnownBusiness } from './known-business.ts'

const business = {
  businessName: 'House of Oxide',
  businessType: 'manufacturer',
  email: 'studio@oxide.example',
  businessAddress: '14 Cutler Yard, London',
  contactPerson: 'Imogen Oswick',
  phone: '+44 20 7946 0127',
  websiteUrl: 'https://oxide.example',
}

test('reads the business details that the previous page passed on', () =>
  expect(readKnownBusiness(business)).toEqual(business))

test('ignores passwords and unknown fields', () =>
  expect(
    readKnownBusiness({ ...business, password: 'Analytical1', confirmPassword: 'Analytical1', agreedToTerms: true }),
  ).toEqual(business))

test('leaves out values that are not text, are empty or are longer than their field', () =>
  expect(
    readKnownBusiness({ ...business, businessName: 7, email: ['a@b.co'], phone: ' ', contactPerson: 'x'.repeat(201) }),
  ).toEqual({
    businessType: 'manufacturer',
    businessAddress: '14 Cutler Yard, London',
    websiteUrl: 'https://oxide.example',
  }))

test('reads nothing from other kinds of state', () => {
  for (const state of [null, undefined, 'businessName', 7, [], () => business])
    expect(readKnownBusiness(state)).toEqual({})
  fc.assert(
    fc.property(fc.anything(), (state) => {
      readKnownBusiness(state)
    }),
  )
})
