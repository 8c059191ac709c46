import { workerReady } from '#app/lib/worker-ready.ts'

/** Also used in server/http/service-worker/worker.js, which shows the lookbook offline. */
const CACHE = 'wtf-lookbook'
const AT_ONCE = 4
/** The copy may not run scripts, load anything from elsewhere or send forms. */
const POLICY =
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"

/** A lookbook stored in this browser. */
export interface TakenLookbook {
  takenAt: Date
  bytes: number
}

/**
 * Returns whether this browser can show pages offline, which needs our service worker. On the first visit, waits for
 * it.
 */
export async function canTakeAlong(): Promise<boolean> {
  return 'caches' in window && (await workerReady()) !== null
}

/** Returns the lookbook stored in this browser. Deletes another user's. @param owner the signed-in user */
export async function loadTakenLookbook(page: string, owner: string): Promise<TakenLookbook | null> {
  const { headers } = (await caches.match(page, { cacheName: CACHE })) ?? {}
  if (!headers) return null
  if (headers.get('x-owner') !== owner) {
    await forgetTaken()
    return null
  }
  return { takenAt: new Date(headers.get('x-taken-at') ?? 0), bytes: Number(headers.get('x-bytes')) }
}

export async function forgetTaken(): Promise<void> {
  if ('caches' in window) await caches.delete(CACHE)
}

interface Copy {
  /** The URL that opens the lookbook. */
  page: string
  owner: string
  title: string
  /** The HTML of the body, without anything that needs a network or a script. */
  html: string
  files: readonly string[]
}

/**
 * Stores a copy of a page with its files. It replaces the previous copy only when it is complete.
 * @param onProgress called with the number of downloaded files
 * @throws if a file fails to load, or storage is full
 */
export async function takeAlong(
  { page, owner, title, html, files }: Copy,
  onProgress: (done: number) => void,
): Promise<TakenLookbook> {
  const got: Array<{ address: string; blob: Blob; type: string }> = []
  const left = [...files]
  /** After a failure, downloads in progress are neither counted nor reported. */
  let isOver = false
  const fetchSome = async () => {
    for (let address = left.shift(); address !== undefined && !isOver; address = left.shift()) {
      const response = await fetch(address, { headers: { accept: 'image/webp,image/*,*/*;q=0.8' } })
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      const blob = await response.blob()
      if (isOver) return
      got.push({ address, blob, type: response.headers.get('content-type') ?? '' })
      onProgress(got.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome))
  } finally {
    isOver = true
  }
  const styles = files.filter((file) => file.endsWith('.css')).map((file) => `<link rel="stylesheet" href="${file}">`)
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${styles.join('')}</head><body>${html}</body></html>`
  const bytes = got.reduce((sum, { blob }) => sum + blob.size, text.length)
  const takenAt = new Date()
  await forgetTaken()
  const cache = await caches.open(CACHE)
  try {
    for (const { address, blob, type } of got)
      await cache.put(address, new Response(blob, { headers: { 'content-type': type } }))
    await cache.put(
      page,
      new Response(text, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': POLICY,
          'x-owner': owner,
          'x-taken-at': takenAt.toISOString(),
          'x-bytes': String(bytes),
        },
      }),
    )
  } catch (error) {
    await forgetTaken()
    throw error
  }
  return { takenAt, bytes }
}
