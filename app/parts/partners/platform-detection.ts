import { paths } from '#app/lib/paths.ts'
import type { PlatformDetection } from '#server/partners/platform/detect-platform.ts'
import { parseWebsiteDomain } from '#server/partners/platform/website-domain.schema.ts'

const QUIET_MS = 500
/** The server always responds sooner, whatever the website does. */
const PATIENCE_MS = 15_000
const FAILED = 'Failed to analyze the website.'

/** The hint for a website that is being typed. */
export interface PlatformHint {
  tone: 'busy' | 'answer' | 'error'
  text: string
  /** The detected platform; 'Unknown' if we do not know it. */
  platform?: string
}

export type PlatformAnswer = { result: PlatformDetection } | { code: string; message: string }

interface WebsiteWatch {
  /** Reports the field's current text. */
  read: (typed: string) => void
  stop: () => void
}

/**
 * Detects the platform of a typed website after half a second without a key press. Shows only the response for the
 * latest text: older requests are aborted.
 * @param show called with null for no hint
 * @param ask sends the request. Rejects if there is no response.
 */
export function watchWebsite(
  show: (hint: PlatformHint | null) => void,
  ask: (domain: string, signal: AbortSignal) => Promise<PlatformAnswer> = askServer,
): WebsiteWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  /** The domain of the current request or the last response. */
  let known: string | undefined

  const stop = () => {
    clearTimeout(timer)
    request?.abort()
    request = undefined
    known = undefined
  }
  const detect = async (domain: string) => {
    const mine = new AbortController()
    request = mine
    known = domain
    show({ tone: 'busy', text: 'Detecting platform...' })
    const late = setTimeout(() => mine.abort(), PATIENCE_MS)
    const hint = await ask(domain, mine.signal).then(hintOf, () => ERROR)
    clearTimeout(late)
    if (request !== mine) return
    // After an error, the next key press asks again, even for the same domain.
    if (hint.tone === 'error') known = undefined
    show(hint)
  }
  return {
    stop,
    read: (typed) => {
      const website = parseWebsiteDomain(typed)
      if ('domain' in website && website.domain === known) return
      stop()
      show(null)
      if ('code' in website && website.code === 'URL_EMPTY') return
      timer = setTimeout(() => {
        if ('domain' in website) void detect(website.domain)
        else show({ tone: 'error', text: website.message })
      }, QUIET_MS)
    },
  }
}

const ERROR: PlatformHint = { tone: 'error', text: FAILED }

function hintOf(answer: PlatformAnswer): PlatformHint {
  if (!('result' in answer)) return { tone: 'error', text: answer.message }
  const { platform, confidence } = answer.result
  if (platform === 'Unknown') return { tone: 'answer', text: 'No supported platform detected', platform }
  return { tone: 'answer', text: `${platform} detected (${confidence}% confidence)`, platform }
}

async function askServer(domain: string, signal: AbortSignal): Promise<PlatformAnswer> {
  const answer = (await (await fetch(paths.platformOf(domain), { signal })).json()) as Partial<PlatformAnswer>
  // The rate limit was reached, or the server is shutting down: the response is other JSON, or none.
  if (!('result' in answer) && !('message' in answer)) throw new Error('no answer')
  return answer as PlatformAnswer
}
