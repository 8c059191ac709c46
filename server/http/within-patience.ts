const PATIENCE_MS = 200

/**
 * Returns the result, or undefined if it fails or takes longer than a fifth of a second. Use it for data that shoppers
 * should not wait for.
 */
export function withinPatience<T>(wanted: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    // After a stall of the event loop, answers that have already arrived win over the timeout.
    const late = setTimeout(() => setImmediate(resolve, undefined), PATIENCE_MS)
    void wanted.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(late))
  })
}
