import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { FetchError, fetchPublic, type Network } from '#server/platform/fetch-public.ts'
import { parseTags } from '../platform/parse-page-marks.ts'
import { resolveTexts } from '#server/platform/resolve-texts.ts'
import { appSecret } from '#server/platform/secrets.ts'

export const PROOF_PATH = '/.well-known/wtf-verification.txt'
const META_NAME = 'wtf-verification'
const MAX_FILE = 1_000
const MAX_PAGE = 256 * 1024
const PATIENCE_MS = 5_000

/** The name servers and the network in which we look for proofs. Only tests pass their own. */
export interface ProofNetwork {
  /** As 'address:port'. */
  nameServers?: string[]
  network?: Network
}

export interface HowToProve {
  token: string
  dnsName: string
  dnsValue: string
  fileUrl: string
  metaTag: string
}

/** Returns the records that a partner can publish to verify a host. They differ by partner and host and never change. */
export async function howToProve(db: Db, partnerId: string, host: string): Promise<HowToProve> {
  const secret = await appSecret(db, 'host-proof')
  const token = createHmac('sha256', secret).update(`${partnerId} ${host}`).digest('hex').slice(0, 40)
  return {
    token,
    dnsName: `_wtf-verification.${host}`,
    dnsValue: `wtf-verification=${token}`,
    fileUrl: `https://${host}${PROOF_PATH}`,
    metaTag: `<meta name="${META_NAME}" content="${token}">`,
  }
}

export type FoundProof =
  | { proof: 'dns' | 'file' | 'meta_tag' }
  /** `answered`: the places that responded without the proof. */
  | { proof: null; answered: Place[]; problem: string }

type Place = 'dns' | 'file' | 'meta_tag'

/** Looks for a proof in the DNS, in the file and on the home page in parallel. @returns the first one found */
export async function findProof(host: string, how: HowToProve, network: ProofNetwork = {}): Promise<FoundProof> {
  const tried = await Promise.all([
    attempt('dns', async (signal) =>
      (await resolveTexts(how.dnsName, signal, network.nameServers)).includes(how.dnsValue),
    ),
    attempt('file', async () => (await fetchWithin(host, PROOF_PATH, MAX_FILE, network))?.trim() === how.token),
    attempt('meta_tag', async () => hasTag((await fetchWithin(host, '/', MAX_PAGE, network)) ?? '', how.token)),
  ])
  const found = tried.find(({ isFound }) => isFound)
  if (found) return { proof: found.proof }
  const failures = [...new Set(tried.flatMap(({ failed }) => failed ?? []))]
  return {
    proof: null,
    answered: tried.flatMap(({ proof, failed }) => (failed === null ? proof : [])),
    problem:
      failures.length === 0
        ? `We found no DNS record at ${how.dnsName}, no file with the code at ${how.fileUrl}, and no meta tag on your home page.`
        : `We did not find the code. ${failures.join(' ')}`,
  }
}

async function attempt(proof: Place, isThere: (signal: AbortSignal) => Promise<boolean>) {
  try {
    return { proof, isFound: await isThere(AbortSignal.timeout(PATIENCE_MS)), failed: null }
  } catch (error) {
    // Stays general, because the reason could reveal hosts of our network.
    const failed =
      error instanceof FetchError ? 'We could not reach the website over HTTPS.' : 'The DNS servers did not answer.'
    return { proof, isFound: false, failed }
  }
}

/** Returns a response from the host itself or a subdomain, such as www; null for another status or host. */
async function fetchWithin(
  host: string,
  path: string,
  maxBytes: number,
  { network }: ProofNetwork,
): Promise<string | null> {
  try {
    const { bytes, url } = await fetchPublic(`https://${host}${path}`, {
      maxBytes,
      cutsBody: true,
      timeoutMs: PATIENCE_MS,
      ports: [443],
      ...(network && { network }),
    })
    const { hostname } = new URL(url)
    return hostname === host || hostname.endsWith(`.${host}`) ? bytes.toString('utf8') : null
  } catch (error) {
    if (error instanceof FetchError && error.failure === 'status' && (error.status ?? 500) < 500) return null
    throw error
  }
}

/**
 * Searches only the head, because the body may contain texts by visitors. Both tags are optional, so the head ends at
 * the first tag that belongs in the body.
 */
function hasTag(html: string, token: string): boolean {
  for (const { name, attributes } of parseTags(html)) {
    if (!OF_HEADS.has(name)) return false
    if (name === 'meta' && attributes.get('name') === META_NAME && attributes.get('content') === token) return true
  }
  return false
}

const OF_HEADS = new Set(['html', 'head', 'meta', 'title', 'base', 'link', 'style', 'script', 'noscript'])
