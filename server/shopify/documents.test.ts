import { NoDeprecatedCustomRule, parse, validate, type DocumentNode } from 'graphql'
import { expect, test } from 'vitest'
import { adminSchema } from '#tests/shopify/admin-schema.ts'
import { costOf, MAX_COST } from '#tests/shopify/query-cost.ts'
import { DOCUMENTS } from './documents.values.ts'

/** Fields that Shopify will remove and that we still read. docs/shopify-api-version.md says what to do about them. */
const DEPRECATED = ['The field ProductVariant.image is deprecated. Use `media` instead.']

const parsed = Object.entries(DOCUMENTS).map(([name, text]): [string, DocumentNode] => [name, parse(text)])

test.each(parsed)("%s is valid in Shopify's published schema", (_name, document) => {
  expect(validate(adminSchema(), document).map(({ message }) => message)).toEqual([])
})

test('no request uses a deprecated field, except for the known ones', () => {
  const found = parsed.flatMap(([, document]) => validate(adminSchema(), document, [NoDeprecatedCustomRule]))
  expect([...new Set(found.map(({ message }) => message))]).toEqual(DEPRECATED)
})

test('no request costs more than Shopify allows', () => {
  const variables = { ids: Array.from({ length: 6 }, (_, index) => `gid://shopify/Product/${index}`) }
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const cost = costOf(document, variables)
    expect(cost, name).toBeLessThanOrEqual(MAX_COST)
  }
})
