import { expect } from 'vitest'
import { HtmlPage } from './html-page.ts'

export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const MAX_REDIRECTS = 10

/** A browser without scripts: it keeps cookies, follows redirects and links, and submits forms with their current values. */
export class Visitor {
  readonly #shopUrl: string
  readonly #headers: Record<string, string>
  /** By origin, then by name. */
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(shopUrl: string, headers: Record<string, string> = {}) {
    this.#shopUrl = shopUrl
    // A separate connection per request: the server may close an idle one at the moment of its reuse.
    this.#headers = { 'user-agent': USER_AGENT, accept: 'text/html,*/*;q=0.8', connection: 'close', ...headers }
  }

  keepCookie(name: string, value: string, origin = this.#shopUrl): void {
    const kept = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, kept.set(name, value))
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(this.#shopUrl)?.get(name)
  }

  /** Returns the header Cookie; empty if there are none. */
  cookiesFor(origin = this.#shopUrl): string {
    return [...(this.#cookies.get(origin) ?? [])].map((pair) => pair.join('=')).join('; ')
  }

  /** Stores the cookies of a response's Set-Cookie headers. */
  keepCookies(headers: string[], origin = this.#shopUrl): void {
    for (const header of headers) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      const isOver =
        /max-age=0\b/i.test(header) || new Date(/expires=([^;]+)/i.exec(header)?.[1] ?? Infinity).getTime() < Date.now()
      if (value === '' || isOver) this.#cookies.get(origin)?.delete(name)
      else this.keepCookie(name, value, origin)
    }
  }

  /** Sends one request; does not follow redirects. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#shopUrl)
    const cookies = this.cookiesFor(url.origin)
    const acts = init.method !== undefined && init.method !== 'GET' && init.method !== 'HEAD'
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        ...this.#headers,
        ...(cookies && { cookie: cookies }),
        ...(acts && { origin: url.origin }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    this.keepCookies(answer.headers.getSetCookie(), url.origin)
    return answer
  }

  /** Opens a page and follows redirects. */
  async open(address: string, init: RequestInit = {}): Promise<HtmlPage> {
    let url = new URL(address, this.#shopUrl)
    let answer = await this.ask(url.href, init)
    for (let times = 0; answer.status >= 300 && answer.status < 400; times++) {
      expect(times, `redirects from ${address}`).toBeLessThan(MAX_REDIRECTS)
      await answer.body?.cancel()
      const { hash } = url
      url = new URL(answer.headers.get('location') ?? '', url)
      url.hash ||= hash
      answer = await this.ask(url.href, answer.status >= 307 ? init : {})
    }
    return new HtmlPage(this, answer, url, await answer.text())
  }
}
