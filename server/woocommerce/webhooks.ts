import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { AskOptions, StoreAccess, Subscribed, Subscription } from '#server/stores/store-platform.ts'
import { API_VERSION, askWoo } from './rest-api.ts'

const PATH = `${API_VERSION}/webhooks`
const MAX_PAGES = 20
const PAGE_SIZE = 100

const webhook = z.object({
  id: z.number().int().positive(),
  status: z.string(),
  topic: z.string(),
  delivery_url: z.string(),
})
type Webhook = z.infer<typeof webhook>

const failure = z.object({ message: z.string(), data: z.object({ status: z.number() }).nullish() })
const results = z.array(z.object({ id: z.number(), error: failure.optional() })).default([])
const batchAnswer = z.object({ create: results, update: results, delete: results })
type Result = z.infer<typeof results>[number]

/**
 * Creates missing webhooks, and replaces those that the store has disabled after seven failed deliveries. An enabled
 * webhook would keep its count of failures, so the next failure would disable it again. Active webhooks sign with
 * `secret` from now on. Sends one request for all, because a slow store needs seconds for each request.
 * @throws StoreError if the store cannot be reached at all
 */
export async function subscribe(
  access: StoreAccess,
  callbackUrl: string,
  topics: readonly string[],
  { secret, ...options }: AskOptions & { secret: string },
): Promise<Subscribed> {
  const known = (await listAll(access, options)).filter(
    ({ delivery_url: url, topic }) => url === callbackUrl && topics.includes(topic),
  )
  const active = new Map(known.filter(({ status }) => status === 'active').map(({ topic, id }) => [topic, id]))
  const [there, missing] = [topics.filter((topic) => active.has(topic)), topics.filter((topic) => !active.has(topic))]
  try {
    const done = await changeWebhooks(access, options, {
      create: missing.map((topic) => ({
        name: `WTF: ${topic}`,
        topic,
        delivery_url: callbackUrl,
        secret,
        status: 'active',
      })),
      update: there.map((topic) => ({ id: active.get(topic), secret })),
      delete: known.flatMap(({ topic, id }) => (active.get(topic) === id ? [] : [id])),
    })
    const resultOf = (all: Result[]) => (topic: string, index: number) => [topic, subscribedOf(all[index])] as const
    return Object.fromEntries([...there.map(resultOf(done.update)), ...missing.map(resultOf(done.create))])
  } catch (error) {
    // A read-only key gets 401 here.
    if (error instanceof StoreError && ['unauthorized', 'forbidden', 'bad_answer', 'not_found'].includes(error.kind))
      return Object.fromEntries(topics.map((topic) => [topic, { error: error.message }]))
    throw error
  }
}

function subscribedOf(result: Result | undefined): Subscribed[string] {
  if (!result) return { error: 'The store did not return a result.' }
  return result.error ? { error: result.error.message } : { id: String(result.id) }
}

/** Returns all webhooks of the store. @throws StoreError */
export async function listWooSubscriptions(access: StoreAccess, options: AskOptions = {}): Promise<Subscription[]> {
  const all = await listAll(access, options)
  return all.map(({ id, status, topic, delivery_url: uri }) => ({
    id: String(id),
    topic,
    uri,
    isActive: status === 'active',
  }))
}

async function listAll(access: StoreAccess, options: AskOptions): Promise<Webhook[]> {
  const found: Webhook[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await askWoo(access, PATH, { ...options, query: { per_page: PAGE_SIZE, page } })
    const webhooks = parseAnswer(z.array(webhook), answer, 'a list of webhooks')
    found.push(...webhooks)
    if (webhooks.length < PAGE_SIZE) break
  }
  return found
}

/** Deletes webhooks; skips those that no longer exist. @throws StoreError */
export async function unsubscribeFromWoo(
  access: StoreAccess,
  ids: readonly string[],
  options: AskOptions = {},
): Promise<void> {
  if (!ids.length) return
  const done = await changeWebhooks(access, options, { delete: ids.map(Number) })
  const error = done.delete.find((each) => each.error && each.error.data?.status !== 404)?.error
  if (error) throw new StoreError('bad_answer', `${access.shop} did not delete a webhook: ${error.message}`)
}

/** @returns a result for each webhook, in the same order @throws StoreError */
async function changeWebhooks(
  access: StoreAccess,
  options: AskOptions,
  body: { create?: object[]; update?: object[]; delete?: number[] },
) {
  const answer = await askWoo(access, `${PATH}/batch`, { ...options, method: 'POST', body })
  return parseAnswer(batchAnswer, answer, 'changed webhooks')
}
