import { expect, test } from 'vitest'
import { FetchError, postPublic } from '#server/platform/fetch-public.ts'
import { PORTS } from './outgoing-webhooks.schema.ts'
import { whyNotDelivered } from './why-not-delivered.ts'

test.each([
  ['no address', 'the URL is not valid'],
  ['http://hooks.example.com/', 'we only call https URLs'],
  ['https://ada:secret@hooks.example.com/', 'we do not call URLs with a user name or password'],
  ['https://hooks.example.com:22/', 'we only call the ports 443 and 8443'],
  ['https://127.0.0.1/', 'the URL does not lead to a public address'],
  ['https://hooks.example.com/', 'the host was not found (ENOTFOUND)'],
])('a failed call to %s is explained: %s', async (url, words) => {
  const network = {
    resolve: () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' })),
    isAllowed: () => false,
  }
  const failed = postPublic(url, {
    headers: {},
    body: Buffer.alloc(0),
    ...(url.startsWith('https:') && { ports: PORTS }),
    network,
  })
  const error: unknown = await failed.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FetchError)
  expect(whyNotDelivered(error as FetchError)).toBe(words)
})
