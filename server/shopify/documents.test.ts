import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { SCHEMA } from '#tests/shopify/graphql-root.ts'
import { costOf, MOST_COST } from '#tests/shopify/query-cost.ts'
import { DOCUMENTS } from './documents.values.ts'

test.each(Object.entries(DOCUMENTS))('%s is a question that Shopify understands', (_name, document) => {
  expect(validate(SCHEMA, parse(document)).map(({ message }) => message)).toEqual([])
})

test('no question costs more than Shopify answers', () => {
  const variables = { ids: Array.from({ length: 6 }, (_, index) => `gid://shopify/Product/${index}`) }
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const cost = costOf(document, variables)
    expect(cost, name).toBeLessThanOrEqual(MOST_COST)
  }
})
