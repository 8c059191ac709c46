const PATIENCE_MS = 200

/**
 * Returns the result, or undefined if it fails or takes longer than a fifth of a second. Use it for data that is not
 * worth making a shopper wait.
 */
export function withinPatience<T>(wanted: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS, undefined)
    void wanted.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(late))
  })
}
