import pTimeout from 'p-timeout'

const PATIENCE_MS = 200

/**
 * Returns the result, or null if it fails or takes longer than a fifth of a second. For data that is not worth a
 * shopper's wait.
 */
export function withinPatience<T>(wanted: Promise<T>): Promise<T | null> {
  return pTimeout(
    wanted.catch(() => null),
    { milliseconds: PATIENCE_MS, fallback: () => null },
  )
}
