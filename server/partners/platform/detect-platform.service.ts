import { LRUCache } from 'lru-cache'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic } from '#server/platform/fetch-public.ts'
import { detectPlatformOf, type PlatformDetection } from './detect-platform.ts'
import type { DetectPlatformInput } from './platform.schema.ts'
import { parseWebsiteDomain } from './website-domain.schema.ts'

const MAX_BYTES = 1024 * 1024
const HTTPS_PORT = 443
/** The timeout of the entire detection. */
const PATIENCE_MS = 5_000
/**
 * The part of PATIENCE_MS for the bare domain. Many domains that only redirect to www do not respond to https at all.
 */
const BARE_PATIENCE_MS = 3_000
const KEPT_MS = 10 * 60_000
const FAILURE_KEPT_MS = 60_000
const DOMAINS_KEPT = 1_000

const FAILURES = {
  FETCH_ERROR: 'Could not access the website. Please make sure the domain is correct and accessible.',
  BLOCKED: 'Website blocked access. Please try again later.',
  FAILED: 'Failed to analyze the website.',
} as const
type Failure = keyof typeof FAILURES

/** Statuses of sites that refuse programs, or too many requests. */
const BLOCKING = new Set([401, 403, 429, 503])

interface DetectPlatformAsk extends Pick<Ask, 'visit'> {
  /** For tests. */
  fetchWith?: typeof fetchPublic
}

/** Results by domain, including lookups in progress, so that later callers wait for the same result. */
const kept = new LRUCache<string, Promise<PlatformDetection>>({ max: DOMAINS_KEPT, ttl: KEPT_MS })

/**
 * Detects a website's platform from its front page. Answers are cached for a few minutes. Attempts are also counted per
 * domain, so that we cannot be used to attack a site.
 * @param input the website as typed
 * @throws AppError of the field websiteUrl, with a reason: those of parseWebsiteDomain; FETCH_ERROR without details,
 *   which could reveal hosts of our network; BLOCKED, if the site refuses us; FAILED. AppError too_many.
 */
export async function detectPlatform(
  { visit, fetchWith = fetchPublic }: DetectPlatformAsk,
  { websiteUrl }: DetectPlatformInput,
): Promise<PlatformDetection> {
  const read = parseWebsiteDomain(websiteUrl)
  if ('code' in read) throw refusal(read.code, read.message)
  const { domain } = read
  if (!kept.has(domain)) await countAttempt('detect', visit, domain)
  // Another lookup may have started while this attempt was counted.
  return kept.get(domain) ?? keep(domain, askSite(domain, fetchWith))
}

function keep(domain: string, answer: Promise<PlatformDetection>): Promise<PlatformDetection> {
  kept.set(domain, answer)
  answer.catch(() => {
    if (kept.peek(domain) === answer) kept.set(domain, answer, { ttl: FAILURE_KEPT_MS })
  })
  return answer
}

async function askSite(domain: string, fetchWith: typeof fetchPublic): Promise<PlatformDetection> {
  const end = performance.now() + PATIENCE_MS
  const failures: Failure[] = []
  for (const [host, patience] of [
    [domain, BARE_PATIENCE_MS],
    [`www.${domain}`, PATIENCE_MS],
  ] as const) {
    try {
      const { bytes, headers, url } = await fetchWith(`https://${host}/`, {
        maxBytes: MAX_BYTES,
        cutsBody: true,
        timeoutMs: Math.max(1, Math.ceil(Math.min(patience, end - performance.now()))),
        ports: [HTTPS_PORT],
      })
      // All indicators are ASCII, so the page's encoding does not matter.
      return detectPlatformOf({ html: bytes.toString('latin1'), headers, url })
    } catch (error) {
      failures.push(failureOf(error))
    }
  }
  // A response is more informative than the other name's failure.
  const failure = (['BLOCKED', 'FAILED'] as const).find((one) => failures.includes(one)) ?? 'FETCH_ERROR'
  throw refusal(failure, FAILURES[failure])
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof FetchError)) throw error
  if (error.failure === 'status') return BLOCKING.has(error.status ?? 0) ? 'BLOCKED' : 'FAILED'
  return error.failure === 'redirects' ? 'FAILED' : 'FETCH_ERROR'
}

const refusal = (reason: string, message: string) => new AppError('bad_input', message, { field: 'websiteUrl', reason })
