import type { CustomFetch } from 'openid-client'

/** A provider's metadata, keys and tokens are a few kB each. */
const MAX_BYTES = 256 * 1024

/**
 * Creates a fetch that stops reading at 256 kB, in case a provider's response never ends.
 * @throws Error if the response is longer
 */
export const fetchShort: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: (body ?? null) as BodyInit | null })
  if (!response.body) return response
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MAX_BYTES) {
      await reader.cancel()
      throw new Error('The response is too large')
    }
    chunks.push(value)
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers })
}
