import { leaveForOtherBuild } from './stale-build.ts'

type Ask = typeof globalThis.fetch

/**
 * Lets each page response finish once it has started. Otherwise Remix would abort it when the visitor moves on, and log
 * an error. A request without a response can still be aborted. A response that the page must ignore never arrives.
 * @param ask sends the request
 * @param mustIgnore decides on each response to a GET request
 */
export function withStartedAnswers(ask: Ask, mustIgnore: (response: Response) => boolean): Ask {
  return async (input, init) => {
    const signal = init?.signal
    if (!signal || !(input instanceof URL) || !input.pathname.endsWith('.data')) return ask(input, init)
    signal.throwIfAborted()
    const untilItBegins = new AbortController()
    const stop = () => untilItBegins.abort(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      const response = await ask(input, { ...init, signal: untilItBegins.signal })
      if ((init.method ?? 'GET') === 'GET' && mustIgnore(response)) return await ignored(signal)
      return response
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** Never resolves, and rejects if the request is aborted. */
const ignored = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

export function finishStartedAnswers(): void {
  window.fetch = withStartedAnswers(window.fetch.bind(window), leaveForOtherBuild)
}
