type Ask = typeof globalThis.fetch

/**
 * Lets each page response finish once it has started. Otherwise Remix would abort it when the visitor moves on, and log
 * an error. A request without a response can still be aborted.
 * @param ask sends the request
 */
export function withStartedAnswers(ask: Ask): Ask {
  return async (input, init) => {
    const signal = init?.signal
    if (!signal || !(input instanceof URL) || !input.pathname.endsWith('.data')) return ask(input, init)
    signal.throwIfAborted()
    const untilItBegins = new AbortController()
    const stop = () => untilItBegins.abort(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      return await ask(input, { ...init, signal: untilItBegins.signal })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

export function finishStartedAnswers(): void {
  window.fetch = withStartedAnswers(window.fetch.bind(window))
}
