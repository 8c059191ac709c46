import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { catalogueDocument } from '#server/open-data/open-api.ts'
import { partnerApiDocument } from './open-api.ts'

const SITE = 'https://wtf.example'

test.each([
  ['the partner API', partnerApiDocument(SITE)],
  ['the catalogue', catalogueDocument(SITE)],
])('the OpenAPI document of %s passes the linter', async (_, document) => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The catalogue needs no key, and its feeds reject nothing but invalid parameters.
      'security-defined': 'off',
      'info-license': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`)).toEqual(
    [],
  )
})

test('the linter reports an invalid document', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const document = { ...partnerApiDocument(SITE), paths: { '/a/{b}': { get: { responses: {} } } } }
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId }) => ruleId)).toContain('path-parameters-defined')
})

// If this fails: npx vitest run --project=unit server/partner-api/open-api.test.ts -u
test('the types of the test client match the document', async () => {
  const types = astToString(await openapiTS(partnerApiDocument(SITE) as OpenAPI3))
  await expect(types).toMatchFileSnapshot('../../tests/generated/partner-api.d.ts')
})
