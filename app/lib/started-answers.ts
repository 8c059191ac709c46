type Ask = typeof globalThis.fetch

/**
 * Reads each response to its end once it has started. Remix logs an error when it aborts a response after the visitor
 * has moved on; a finished response is just dropped. Before it starts, it can be aborted as usual.
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
