import { expect, test } from 'vitest'
import { emailInput } from '#server/auth/auth.schema.ts'
import { parseForm, shownAgain, submitForm } from './form.server.ts'

const BOUNDARY = '----a-boundary-of-browsers-length'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`
const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const post = (body: BodyInit | null, type?: string) =>
  parseForm(
    new Request('http://shop.test/login', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: type === undefined ? {} : { 'content-type': type },
    } as RequestInit),
  )

test('reads the last text value of each field, and ignores files', async () => {
  expect(await post('email=a&email=b&empty=&space=a+b', 'application/x-www-form-urlencoded')).toEqual({
    email: 'b',
    empty: '',
    space: 'a b',
  })
  expect(
    await post(
      `${part('email', 'a@b.example')}${part('file', 'x', '; filename="x.txt"')}--${BOUNDARY}--\r\n`,
      MULTIPART,
    ),
  ).toEqual({ email: 'a@b.example' })
})

test('returns submitted values to the form, up to a size limit', () => {
  const form = { email: 'a@b.example', description: 'x'.repeat(6_000) }
  expect(shownAgain(form)).toEqual(form)
  expect(
    JSON.stringify(
      shownAgain({
        email: 'a',
        ...Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, '"'.repeat(20)])),
      }),
    ).length,
  ).toBeLessThan(60_000)
  expect(shownAgain({ a: '"'.repeat(1_000_000) })).toEqual({})
})

test.each<[string, BodyInit | null, string?]>([
  ['a multipart body that ends too early', part('email', 'a@b.example'), MULTIPART],
  ['a multipart body without its boundary', `${part('email', 'a')}--${BOUNDARY}--\r\n`, 'multipart/form-data'],
  [
    'a multipart body with another boundary',
    `${part('email', 'a')}--${BOUNDARY}--\r\n`,
    'multipart/form-data; boundary=----another-boundary-of-that-length',
  ],
  ['an empty multipart body', '', MULTIPART],
  ['JSON', '{"email":"a"}', 'application/json'],
  ['plain text', 'email=a', 'text/plain'],
  ['bytes without a content type', new Uint8Array([255, 0, 254])],
  ['nothing', null],
  [
    'a truncated body',
    new ReadableStream({ pull: (stream) => stream.error(new Error('gone')) }),
    'application/x-www-form-urlencoded',
  ],
])('returns 400 for %s', async (_, body, type) => {
  const answer = await post(body, type).catch((error: unknown) => error)
  expect(answer).toBeInstanceOf(Response)
  expect([(answer as Response).status, await (answer as Response).text()]).toEqual([
    400,
    'We did not receive the whole form. Please go back and send it again.',
  ])
})

test('shows an internal error where validation errors appear', async () => {
  const answer = await submitForm({ context: { api: {} } } as never, {
    form: 'sign-up',
    texts: { email: 'a@b.example', password: 'Analytical1' },
    schema: emailInput,
    submit: () => Promise.reject(new Error('out of order')),
    fallback: 'Failed to create account. Please try again.',
    place: ({ message, field }) => ({ errors: { [field ?? 'email']: message } }),
  })
  expect(answer).toMatchObject({
    data: {
      form: 'sign-up',
      values: { email: 'a@b.example' },
      errors: { email: 'Failed to create account. Please try again.' },
    },
    init: { status: 500 },
  })
})
