type Ask = typeof globalThis.fetch

/**
 * Remix writes an error to the console when it breaks off the answer of a page that nobody waits for any more, because
 * somebody already went on. So what has begun to come is read to its end: Remix itself drops it then. Until it begins
 * it can be broken off as before.
 * @param ask asks the server
 */
export function withWholeAnswers(ask: Ask): Ask {
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

export function readWholeAnswers(): void {
  window.fetch = withWholeAnswers(window.fetch.bind(window))
}
