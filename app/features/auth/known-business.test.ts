import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseKnownBusiness } from './known-business.ts'

const business = {
  businessName: 'House of Oxide',
  businessType: 'manufacturer',
  email: 'studio@oxide.example',
  businessAddress: '14 Cutler Yard, London',
  contactPerson: 'Imogen Oswick',
  phone: '+44 20 7946 0127',
  websiteUrl: 'https://oxide.example',
}

test('reads the business details passed on by the previous page', () =>
  expect(parseKnownBusiness(business)).toEqual(business))

test('ignores passwords and unknown fields', () =>
  expect(
    parseKnownBusiness({ ...business, password: 'Analytical1', confirmPassword: 'Analytical1', agreedToTerms: true }),
  ).toEqual(business))

test("omits values that are not text, are empty or exceed their field's limit", () =>
  expect(
    parseKnownBusiness({ ...business, businessName: 7, email: ['a@b.co'], phone: ' ', contactPerson: 'x'.repeat(201) }),
  ).toEqual({
    businessType: 'manufacturer',
    businessAddress: '14 Cutler Yard, London',
    websiteUrl: 'https://oxide.example',
  }))

test('ignores any other navigation state', () => {
  for (const state of [null, undefined, 'businessName', 7, [], () => business])
    expect(parseKnownBusiness(state)).toEqual({})
  fc.assert(
    fc.property(fc.anything(), (state) => {
      parseKnownBusiness(state)
    }),
  )
})
