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

/**
 * Creates missing webhooks, and replaces those that the store has disabled after seven failed deliveries. An enabled
 * webhook would keep its count of failures, so the next failure would disable it again. The store signs with `secret`.
 * @param options.isSecretNew replaces active webhooks, too, because they sign with another secret
 * @throws StoreError if the store cannot be reached at all
 */
export async function subscribe(
  access: StoreAccess,
  callbackUrl: string,
  topics: readonly string[],
  { secret, isSecretNew = false, ...options }: AskOptions & { secret: string; isSecretNew?: boolean },
): Promise<Subscribed> {
  const known = (await listAll(access, options)).filter(({ delivery_url: url }) => url === callbackUrl)
  const result: Subscribed = {}
  for (const topic of topics) {
    const there = known.filter((each) => each.topic === topic)
    const active = isSecretNew ? undefined : there.find(({ status }) => status === 'active')
    result[topic] = active
      ? { id: String(active.id) }
      : await replace(access, there, { topic, delivery_url: callbackUrl, secret }, options)
  }
  return result
}

async function replace(
  access: StoreAccess,
  former: Webhook[],
  { topic, delivery_url, secret }: { topic: string; delivery_url: string; secret: string },
  options: AskOptions,
): Promise<Subscribed[string]> {
  const body = { name: `WTF: ${topic}`, topic, delivery_url, secret, status: 'active' }
  try {
    const answer = await askWoo(access, PATH, { ...options, method: 'POST', body })
    const id = String(parseAnswer(webhook, answer, 'a webhook').id)
    await unsubscribeFromWoo(
      access,
      former.map((each) => String(each.id)),
      options,
    )
    return { id }
  } catch (error) {
    // A read-only key gets 401 here.
    if (error instanceof StoreError && ['unauthorized', 'forbidden', 'bad_answer', 'not_found'].includes(error.kind))
      return { error: error.message }
    throw error
  }
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
  for (const id of ids)
    await askWoo(access, `${PATH}/${id}`, { ...options, method: 'DELETE', query: { force: 'true' } }).catch(
      (error: unknown) => {
        if (!(error instanceof StoreError && error.kind === 'not_found')) throw error
      },
    )
}
