import createClient from 'openapi-fetch'
import type { paths } from '#tests/generated/partner-api.d.ts'
import type { TestShop } from './test-shop.ts'

/** Creates a client of the partner API with the types of its OpenAPI document. */
export const partnerApiClient = (shop: Pick<TestShop, 'ask'>, key: string) =>
  createClient<paths>({
    baseUrl: 'http://wtf.example/api/v1',
    headers: { authorization: `Bearer ${key}` },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      return shop.ask(pathname + search, Object.fromEntries(request.headers), {
        method: request.method,
        ...(body !== '' && { body }),
      })
    },
  })
