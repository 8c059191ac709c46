import { expect, test } from 'vitest'
import { useShop } from './shop.ts'

const shop = useShop()
const ask = (query: string) => shop.visitor().ask(`/partners/platform${query}`)

test.each([
  ['', 'URL_EMPTY', 'Please enter a website URL.'],
  ['?url=+', 'URL_EMPTY', 'Please enter a website URL.'],
  ['?url=ftp://yourstore.com', 'INVALID_URL_FORMAT', 'Invalid URL format. Please enter a domain like "yourstore.com".'],
  ['?url=http://169.254.169.254/', 'INVALID_DOMAIN', 'Please enter a valid domain (e.g., yourstore.com).'],
  [`?url=${'a.'.repeat(1_000)}com`, 'DOMAIN_TOO_LONG', 'Domain name is too long. Please enter a shorter domain.'],
  [
    `?url=${'a'.repeat(64)}.com&url=yourstore.com`,
    'LABEL_TOO_LONG',
    'Part of the domain name is too long. Please check the format.',
  ],
])('rejects detection without a valid website: %s', async (query, code, message) => {
  const answer = await ask(query)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual({ code, message })
})

test('returns 200 for an unreachable website, so that browsers do not log an error', async () => {
  const answer = await ask('?url=velvet.invalid')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await answer.json()).toEqual({
    code: 'FETCH_ERROR',
    message: 'Could not access the website. Please make sure the domain is correct and accessible.',
  })
})

test('disallows robots at the endpoint', async () => {
  expect(await (await shop.visitor().ask('/robots.txt')).text()).toContain('Disallow: /partners/platform\n')
})
