type Ask = typeof globalThis.fetch

/**
 * Remix logs an error to the console when it aborts a page's answer after the visitor has moved on. An answer that has
 * started is therefore read to its end, and Remix drops it. Before it starts, it can be aborted as usual.
 * @param ask asks the server
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
