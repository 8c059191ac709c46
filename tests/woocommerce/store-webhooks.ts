import { createHash, createHmac } from 'node:crypto'
import { payload } from './payloads.ts'

export type Fields = Record<string, unknown>
export type Resource = Fields & { id: number; date_modified_gmt: string }
type Webhook = Resource & { status: string; topic: string; delivery_url: string; secret: string; failures: number }

interface Delivery {
  webhook: Webhook
  resource: 'order' | 'product'
  id: number
}

export interface SentMessage {
  url: string
  headers: Record<string, string>
  body: Buffer<ArrayBuffer>
}

/** An active webhook is disabled after this many failed deliveries in a row. */
const MAX_FAILURES = 7
const TIMEOUT_MS = 5_000

/** The clock, ids and webhooks of a store. */
export abstract class StoreWebhooks {
  webhooks: Webhook[] = []
  /** Messages that wait for the store's background jobs. */
  waiting: Delivery[] = []
  pings: SentMessage[] = []
  #id = 100
  #clock: number | null

  /** @param startsAt in ms; null for the real time */
  constructor(startsAt: number | null) {
    this.#clock = startsAt
  }

  abstract get origin(): string

  /** Returns the current state of a resource, as the API shows it. */
  protected abstract stateOf(resource: Delivery['resource'], id: number): object | undefined

  /** Advances the store's clock, which otherwise stands still. */
  passSeconds(seconds: number): void {
    this.#clock = this.#now() + seconds * 1_000
  }

  #now = (): number => this.#clock ?? Date.now()
  gmt = (inSeconds = 0): string => new Date(this.#now() + inSeconds * 1_000).toISOString().slice(0, 19)
  httpDate = (): string => new Date(this.#now()).toUTCString()
  newId = (): number => ++this.#id

  /** Skips ids that an earlier run already uses. */
  skipIds(count: number): void {
    this.#id += count
  }

  saveWebhook(id: number | null, given: Fields): Webhook {
    const there = this.webhooks.find((each) => each.id === id)
    const saved = {
      ...(payload('webhook-resource') as Fields),
      ...there,
      ...given,
      id: there?.id ?? this.newId(),
      date_modified_gmt: this.gmt(),
      // A webhook that is enabled again keeps its failures, as in a real store.
      failures: there?.failures ?? 0,
    } as Webhook
    this.webhooks = [...this.webhooks.filter((each) => each.id !== saved.id), saved]
    if (!there)
      this.pings.push({
        url: saved.delivery_url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(`webhook_id=${saved.id}`),
      })
    return saved
  }

  deleteWebhook(id: number): boolean {
    const before = this.webhooks.length
    this.webhooks = this.webhooks.filter((each) => each.id !== id)
    return this.webhooks.length < before
  }

  /** Adds messages about a change. While the first message about a resource waits, later changes add no other one. */
  protected tell(topic: string, resource: Delivery['resource'], id: number): void {
    for (const webhook of this.webhooks) {
      const isWaiting = this.waiting.some((each) => each.webhook.id === webhook.id && each.id === id)
      if (webhook.status === 'active' && webhook.topic === topic && !isWaiting)
        this.waiting.push({ webhook, resource, id })
    }
  }

  /** Builds the message of a waiting delivery, with the current state. */
  messageOf({ webhook, resource, id }: Delivery): SentMessage {
    // A message about a deleted resource contains only its id.
    const state = webhook.topic.endsWith('.deleted') ? undefined : this.stateOf(resource, id)
    const body = Buffer.from(JSON.stringify(state ?? { id }))
    const second = Math.floor(this.#now() / 1_000)
    return {
      url: webhook.delivery_url,
      body,
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-source': `${this.origin}/`,
        'x-wc-webhook-topic': webhook.topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': webhook.topic.split('.')[1] ?? '',
        'x-wc-webhook-signature': createHmac('sha256', webhook.secret).update(body).digest('base64'),
        'x-wc-webhook-id': String(webhook.id),
        'x-wc-webhook-delivery-id': createHash('md5').update(`${webhook.id}${second}`).digest('hex'),
      },
    }
  }

  /**
   * Sends all pings and waiting messages once.
   * @param send returns the status
   */
  async deliver(send: (message: SentMessage) => Promise<number> = post): Promise<void> {
    for (const ping of this.pings.splice(0)) await send(ping)
    for (const delivery of this.waiting.splice(0)) {
      const { webhook } = delivery
      if (webhook.status !== 'active') continue
      const status = await send(this.messageOf(delivery))
      // A redirect counts as success, but is not followed.
      webhook.failures = status >= 200 && status < 303 ? 0 : webhook.failures + 1
      if (webhook.failures >= MAX_FAILURES) webhook.status = 'disabled'
    }
  }
}

/** @returns the status; 0 if there was no response */
const post = ({ url, headers, body }: SentMessage): Promise<number> =>
  fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
