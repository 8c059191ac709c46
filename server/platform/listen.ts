import pg from 'pg'
import { log } from './log.ts'

const RECONNECT_MS = 1_000

interface Subscriber {
  channel: string
  onConnect: () => void
  onNotice: (payload: string) => void
}

const connections = new Map<string, ListeningConnection>()

/**
 * Listens to a channel of PostgreSQL's NOTIFY, and reconnects whenever the connection is lost. All channels of a
 * process share one connection to a database.
 * @param on.onConnect called after each connect, since notifications may have been missed
 */
export function listen(
  databaseUrl: string,
  channel: string,
  on: { onConnect: () => void; onNotice: (payload: string) => void },
): { stop: () => void } {
  const connection = connections.get(databaseUrl) ?? new ListeningConnection(databaseUrl)
  connections.set(databaseUrl, connection)
  const subscriber = { channel, ...on }
  connection.add(subscriber)
  return {
    stop: () => {
      if (connection.remove(subscriber) === 0 && connections.get(databaseUrl) === connection)
        connections.delete(databaseUrl)
    },
  }
}

class ListeningConnection {
  readonly #databaseUrl: string
  readonly #subscribers = new Set<Subscriber>()
  #client: pg.Client
  /** Whether the connection listens. If not, a new subscriber has to start. */
  #isListening = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#client = this.#connect()
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    if (this.#isListening)
      void this.#begin(this.#client, subscriber).catch((error: unknown) => this.#lose(this.#client, error))
  }

  /** Ends the connection with its last subscriber. @returns how many are left */
  remove(subscriber: Subscriber): number {
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size === 0) {
      this.#isStopped = true
      clearTimeout(this.#timer)
      void this.#client.end().catch(() => undefined)
    }
    return this.#subscribers.size
  }

  #connect(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'listens',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#subscribers) if (subscriber.channel === channel) subscriber.onNotice(payload ?? '')
    })
    void this.#listen(client).catch((error: unknown) => this.#lose(client, error))
    return client
  }

  async #listen(client: pg.Client): Promise<void> {
    await client.connect()
    for (const subscriber of this.#subscribers) await this.#begin(client, subscriber)
    this.#isListening = true
  }

  async #begin(client: pg.Client, subscriber: Subscriber): Promise<void> {
    await client.query(`LISTEN ${pg.escapeIdentifier(subscriber.channel)}`)
    if (this.#subscribers.has(subscriber)) subscriber.onConnect()
  }

  #lose(client: pg.Client, error?: unknown): void {
    if (this.#isStopped || client !== this.#client) return
    if (error !== undefined) log.warn({ err: error }, 'cannot listen for notifications; retrying')
    this.#isListening = false
    clearTimeout(this.#timer)
    void client.end().catch(() => undefined)
    this.#timer = setTimeout(() => {
      this.#client = this.#connect()
    }, RECONNECT_MS)
  }
}
