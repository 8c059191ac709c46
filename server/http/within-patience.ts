const PATIENCE_MS = 200

/**
 * Returns the result, or null if it fails or takes longer than a fifth of a second. Use it for data that is not worth
 * making a shopper wait.
 */
export function withinPatience<T>(wanted: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS, null)
    void wanted.then(resolve, () => resolve(null)).finally(() => clearTimeout(late))
  })
}
