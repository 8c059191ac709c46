const PATIENCE_MS = 200

/** The answer, or null when it fails or takes longer than a fifth of a second: for what a shopper need not wait for. */
export async function withinPatience<T>(wanted: Promise<T>): Promise<T | null> {
  return Promise.race([wanted.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref())])
}
