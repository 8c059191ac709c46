import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import {
  changePasswordInput,
  codeInput,
  customerSignUpForm,
  partnerSignUpForm,
  resetPasswordInput,
  safePath,
  signInInput,
} from './auth.schema.ts'

const problems = (schema: ZodType, value: unknown): Record<string, string> => {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}
const WEAK = 'Password must be at least 8 characters with 1 uppercase letter and 1 number'
const customer = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '',
  password: 'Analytical1',
  confirmPassword: 'Analytical1',
}
const partner = {
  businessName: 'Engines',
  email: 'ada@example.com',
  phone: '+44 7700 900123',
  country: 'GB',
  currency: 'GBP',
  password: 'Analytical1',
  confirmPassword: 'Analytical1',
}

describe('safePath', () => {
  test.each(['/', '/settings', '/discover?q=a%20b&all=true#top', '/brand/x', '/a//b', '/%2f%2fevil.example'])(
    'keeps %s',
    (path) => expect(safePath(path)).toBe(path),
  )
  test.each([
    '',
    'settings',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/a/../..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '/a\\b',
    '/\u0000',
    '/%09/evil.example',
    '/%00',
    '/%E0%A4%A',
    'data:text/html,x',
    `/${'a'.repeat(3_000)}`,
    null,
    undefined,
    7,
    {},
    ['/x'],
  ])('replaces %j with the home page', (value) => expect(safePath(value)).toBe('/'))
  test('never leaves the site, for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      'evil.example',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '?',
      '#',
      'https:',
      '//',
      'a',
      '\u3002',
      '\uff0f',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (value) => {
          const path = safePath(value)
          expect(path.startsWith('/')).toBe(true)
          expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
          expect(safePath(path)).toBe(path)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('the sign-in form', () => {
  test('requires both fields', () =>
    expect(problems(signInInput, {})).toEqual({ email: 'Email is required', password: 'Password is required' }))
  test('requires a valid address', () =>
    expect(problems(signInInput, { email: 'ada', password: 'x' })).toEqual({
      email: 'Please enter a valid email address',
    }))
  test('normalises addresses', () =>
    expect(signInInput.parse({ email: '  Ada@Example.COM ', password: ' x ' })).toMatchObject({
      email: 'ada@example.com',
      password: ' x ',
      remember: false,
    }))
  test('accepts only paths of our site', () => {
    expect(signInInput.parse({ email: 'a@b.co', password: 'x', redirectTo: 'https://evil.example' }).redirectTo).toBe(
      '/',
    )
    expect(signInInput.parse({ email: 'a@b.co', password: 'x', redirectTo: '/wishlist' }).redirectTo).toBe('/wishlist')
    expect(signInInput.parse({ email: 'a@b.co', password: 'x' }).redirectTo).toBeUndefined()
  })
})

describe('the sign-up forms', () => {
  test('show the messages specified for the dialog', () => {
    expect(problems(customerSignUpForm('dialog'), {})).toEqual({
      fullName: 'Full name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    })
    expect(problems(partnerSignUpForm('dialog'), {})).toEqual({
      businessName: 'Business name is required',
      email: 'Business email is required',
      phone: 'Phone number is required',
      country: 'Please choose your country',
      currency: 'Please choose the currency you sell in',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    })
    expect(problems(customerSignUpForm('dialog'), { ...customer, password: 'Abc1', confirmPassword: 'Abc1' })).toEqual({
      password: 'Password must be at least 8 characters',
    })
    expect(problems(partnerSignUpForm('dialog'), { ...partner, websiteUrl: 'engines.example' })).toEqual({
      websiteUrl: 'Please enter a valid website URL',
    })
  })
  test('show the messages specified for the page', () => {
    expect(problems(customerSignUpForm('page'), {})).toEqual({
      fullName: 'Full name is required',
      email: 'Please enter a valid email address',
      password: WEAK,
      confirmPassword: 'Passwords do not match',
    })
    expect(
      problems(partnerSignUpForm('page'), { ...partner, email: 'x', phone: '123', websiteUrl: 'x', password: 'short' }),
    ).toEqual({
      email: 'Please enter a valid business email',
      phone: 'Please enter a valid phone number',
      websiteUrl: 'Please enter a valid URL',
      password: WEAK,
      confirmPassword: 'Passwords do not match',
    })
  })
  test.each(['analytical1', 'Analytical', 'Analyt1', '', '1ANALYT'])('refuse the password %j', (password) =>
    expect(problems(customerSignUpForm('page'), { ...customer, password, confirmPassword: password })).toHaveProperty(
      'password',
      WEAK,
    ),
  )
  test.each(['Analytical1', 'ÉCOLE des 1000', 'Pass\nword1', 'X1234567'])('accept the password %j', (password) =>
    expect(problems(customerSignUpForm('page'), { ...customer, password, confirmPassword: password })).toEqual({}),
  )
  test('refuse an overlong password', () =>
    expect(problems(customerSignUpForm('page'), { ...customer, password: `A1${'a'.repeat(200)}` })).toHaveProperty(
      'password',
      'Please use at most 200 characters',
    ))
  test('check the password confirmation even if other fields are invalid', () =>
    expect(
      problems(customerSignUpForm('page'), { ...customer, fullName: ' ', confirmPassword: 'Analytical2' }),
    ).toEqual({ fullName: 'Full name is required', confirmPassword: 'Passwords do not match' }))
  test.each(['----------', '123456789', '+44 77', 'call me 0123456789', '0'.repeat(40)])(
    'refuse the phone number %j',
    (phone) =>
      expect(problems(customerSignUpForm('page'), { ...customer, phone })).toEqual({
        phone: 'Please enter a valid phone number',
      }),
  )
  test.each(['', '+44 7700 900123', '0123-456-789', '0431 / 555 01 99', '+49 (0)431.5550199'])(
    'accept the phone number %j',
    (phone) => expect(problems(customerSignUpForm('page'), { ...customer, phone })).toEqual({}),
  )
  test.each([
    'javascript:alert(1)',
    'ftp://x.example',
    'https://',
    'https://a b',
    'https://user:pw@x.example',
    '//x.example',
  ])('refuse the website %j', (websiteUrl) =>
    expect(problems(partnerSignUpForm('page'), { ...partner, websiteUrl })).toHaveProperty('websiteUrl'),
  )
  test('read their hidden fields, and replace invalid values with defaults', () => {
    const read = (given: object) => {
      const { contactPerson, businessAddress, businessType } = partnerSignUpForm('page').parse({ ...partner, ...given })
      return [contactPerson, businessAddress, businessType]
    }
    expect(read({})).toEqual(['', '', 'retail'])
    expect(
      read({ contactPerson: ' Ada\u0000\nLovelace', businessAddress: 'Leeds', businessType: 'ecommerce' }),
    ).toEqual(['Ada Lovelace', 'Leeds', 'ecommerce'])
    expect(read({ contactPerson: 'x'.repeat(201), businessAddress: ['Leeds'], businessType: 'bank' })).toEqual([
      '',
      '',
      'retail',
    ])
  })
  test('remove characters from names that a database or email cannot contain', () =>
    expect(customerSignUpForm('page').parse({ ...customer, fullName: ' Ada\u0000\r\nBcc: x\ud800 ' }).fullName).toBe(
      'Ada Bcc: x\ufffd',
    ))
  test('never throw, and stay fast, for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const schema of [
          signInInput,
          customerSignUpForm('dialog'),
          partnerSignUpForm('page'),
          resetPasswordInput,
          changePasswordInput,
          codeInput,
        ])
          schema.safeParse(value)
      }),
      { numRuns: 500 },
    )
    const long = {
      ...partner,
      email: `${'a.'.repeat(500_000)}@`,
      phone: '1 '.repeat(500_000),
      websiteUrl: `http://${'a'.repeat(1_000_000)}`,
      password: 'a'.repeat(1_000_000),
      businessName: ' x'.repeat(500_000),
    }
    const startedAt = performance.now()
    problems(partnerSignUpForm('page'), long)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('every form that sets a password', () => {
  const forms: [string, ZodType, object][] = [
    ['sign-up', customerSignUpForm('page'), customer],
    ['sign-up in the dialog', customerSignUpForm('dialog'), customer],
    ['sign-up of partners', partnerSignUpForm('page'), partner],
    ['sign-up of partners in the dialog', partnerSignUpForm('dialog'), partner],
    ['new password by mail', resetPasswordInput, { token: 'x' }],
    ['new password in the settings', changePasswordInput, {}],
  ]
  const withPassword = (given: object, password: string) => ({ ...given, password, confirmPassword: password })
  test.each(forms)('%s: requires 8 characters, an uppercase letter and a digit', (_, schema, given) => {
    expect(problems(schema, withPassword(given, 'Analyt1c'))).toEqual({})
    for (const password of ['Analyt1', 'analytical1', 'Analytical', ''])
      expect(Object.keys(problems(schema, withPassword(given, password)))).toContain('password')
    expect(problems(schema, { ...given, password: 'Analyt1c', confirmPassword: 'analyt1C' })).toEqual({
      confirmPassword: 'Passwords do not match',
    })
  })
})

test('every form with a phone number requires ten digits', () => {
  for (const [schema, given] of [
    [customerSignUpForm('page'), customer],
    [customerSignUpForm('dialog'), customer],
    [partnerSignUpForm('page'), partner],
    [partnerSignUpForm('dialog'), partner],
  ] as [ZodType, object][]) {
    expect(problems(schema, { ...given, phone: '+44 7700 900-123' })).toEqual({})
    for (const phone of ['----------', '+44 77-00 90'])
      expect(problems(schema, { ...given, phone })).toEqual({ phone: 'Please enter a valid phone number' })
  }
})

test('accepts codes with spaces', () => {
  expect(codeInput.parse({ email: 'a@b.co', code: ' 123 456 ' }).code).toBe('123456')
  expect(problems(codeInput, { email: 'a@b.co', code: '12345' })).toEqual({ code: 'Please enter the 6-digit code' })
})
