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

test('reads what the page before tells of a business', () => expect(readKnownBusiness(business)).toEqual(business))

test('never reads a password, nor anything else', () =>
  expect(
    readKnownBusiness({ ...business, password: 'Analytical1', confirmPassword: 'Analytical1', agreedToTerms: true }),
  ).toEqual(business))

test('leaves out what is no text, empty or longer than its field', () =>
  expect(
    readKnownBusiness({ ...business, businessName: 7, email: ['a@b.co'], phone: ' ', contactPerson: 'x'.repeat(201) }),
  ).toEqual({
    businessType: 'manufacturer',
    businessAddress: '14 Cutler Yard, London',
    websiteUrl: 'https://oxide.example',
  }))

test('reads nothing from anything else', () => {
  for (const state of [null, undefined, 'businessName', 7, [], () => business])
    expect(readKnownBusiness(state)).toEqual({})
  fc.assert(
    fc.property(fc.anything(), (state) => {
      readKnownBusiness(state)
    }),
  )
})
