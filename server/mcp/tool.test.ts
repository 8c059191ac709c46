import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AWAY, NotConnected } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'
import { MAX_ANSWER_BYTES, MAX_FOUND } from './limits.values.ts'
import { defineTool, type AssistantAsk } from './tool.ts'

// The tools in these tests do not use the request.
const ASK = {} as AssistantAsk

const toolThat = (run: () => Promise<Record<string, unknown>>) =>
  defineTool({
    name: 'test',
    title: 'Test',
    description: 'A test.',
    input: z.strictObject({}),
    output: z.looseObject({}),
    run,
  })
const textOf = ([only]: CallToolResult['content']) => (only?.type === 'text' ? only.text : '')

describe('a list of products that is too large', () => {
  const products = Array.from({ length: MAX_FOUND }, (_, n) => ({ id: n, name: '<'.repeat(750) }))

  test('is truncated at the end, and the response says so', async () => {
    const { content, structuredContent, isError } = await toolThat(() =>
      Promise.resolve({ total: 20, products, facets: {} }),
    ).run(ASK, {})
    expect(isError).toBeUndefined()
    const [, json = ''] = /<store-data>\n(.*)\n<\/store-data>$/.exec(textOf(content)) ?? []
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
    const data = { ...structuredContent }
    delete data['notice']
    expect(JSON.parse(json)).toEqual(data)
    expect(data).toEqual({
      total: 20,
      products: products.slice(0, 14),
      facets: {},
      tooLarge: 'The last 6 products were left out. Ask for fewer products.',
    })
  })

  test('drops its near matches before its exact matches', async () => {
    const { structuredContent } = await toolThat(() =>
      Promise.resolve({ products: products.slice(0, 2), nearly: { products } }),
    ).run(ASK, {})
    expect(structuredContent).toMatchObject({ products: products.slice(0, 2), nearly: undefined })
    expect(structuredContent).not.toHaveProperty('tooLarge')
  })

  test('is refused if one product is too large', async () => {
    const { content, isError } = await toolThat(() =>
      Promise.resolve({ products: [{ name: '<'.repeat(MAX_ANSWER_BYTES / 6) }, ...products] }),
    ).run(ASK, {})
    expect([isError, textOf(content)]).toEqual([true, 'The response would be too large. Ask for fewer products.'])
  })
})

test('reports an unavailable database without logging an error', async () => {
  const logged = vi.spyOn(log, 'error')
  const { content, isError } = await toolThat(() => Promise.reject(new NotConnected('gone'))).run(ASK, {})
  expect([isError, textOf(content)]).toEqual([true, AWAY.message])
  expect(logged).not.toHaveBeenCalled()
})
