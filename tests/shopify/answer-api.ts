import { parse } from 'graphql'
import type { FakeShop } from './fake-shop.ts'
import { executeOn } from './graphql-root.ts'
import { costOf, deniedIn, MAX_COST, objectsIn } from './query-cost.ts'

export interface ApiAnswer {
  status: number
  headers?: Record<string, string>
  body: object
}

/** Answers a query to a shop's Admin GraphQL API, with its budget, scopes and simulated faults. */
export async function answerApi(shop: FakeShop, token: string | undefined, text: string): Promise<ApiAnswer> {
  shop.questions++
  if (shop.answersAfterMs) await new Promise((resolve) => setTimeout(resolve, shop.answersAfterMs))
  if (!shop.accepts(token))
    return {
      status: 401,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    }
  const mood = shop.refusing
  if (mood && --mood.left <= 0) shop.refusing = null
  if (mood?.kind === '429')
    return {
      status: 429,
      headers: { 'retry-after': String(shop.retryAfterSeconds) },
      body: { errors: 'Exceeded 2 calls per second for api client.' },
    }
  if (mood?.kind === '500') return { status: 500, body: { errors: 'Internal Server Error' } }
  const { query, variables = {} } = JSON.parse(text) as { query: string; variables?: Record<string, unknown> }
  try {
    parse(query)
  } catch (error) {
    return { status: 200, body: { errors: [{ message: (error as Error).message }] } }
  }
  const requested = costOf(query, variables)
  const { budget } = shop
  const now = Date.now()
  budget.available = Math.min(budget.maximum, budget.available + ((now - budget.at) / 1_000) * budget.restoreRate)
  budget.at = now
  const costs = (actual: number | null) => ({
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: {
        maximumAvailable: budget.maximum,
        currentlyAvailable: Math.floor(budget.available),
        restoreRate: budget.restoreRate,
      },
    },
  })
  const refuse = (code: string, message: string): ApiAnswer => ({
    status: 200,
    body: { errors: [{ message, extensions: { code } }], extensions: costs(null) },
  })
  if (requested > MAX_COST)
    return refuse(
      'MAX_COST_EXCEEDED',
      `Query cost is ${requested}, which exceeds the single query max cost limit (1000).`,
    )
  if (mood?.kind === 'THROTTLED' || requested > budget.available) return refuse('THROTTLED', 'Throttled')
  // Scopes also apply to the query inside a bulk operation.
  const denied = [
    query,
    ...Object.values(variables).filter((value) => typeof value === 'string' && value.startsWith('{')),
  ]
    .map((one) => deniedIn(one as string, shop.scopes))
    .find((one) => one !== null)
  if (shop.hidesBuyers && variables['withEmail'] === true)
    return refuse('ACCESS_DENIED', 'This app is not approved to use the email field.')
  if (denied)
    return refuse(
      'ACCESS_DENIED',
      `Access denied for ${denied} field. Required access: a scope that the app does not have.`,
    )
  const result = await executeOn(shop, query, variables)
  const actual = Math.min(requested, objectsIn(result.data))
  budget.available -= actual
  return { status: 200, body: { ...result, extensions: costs(actual) } }
}
