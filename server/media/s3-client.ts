import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
// Signs requests (SigV4) in 5 KB without dependencies; the official SDK is 20 MB with more than a hundred dependencies.
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '#server/platform/env.ts'

/** Timeout of a response, plus time for each byte that is sent or may be received. */
const PATIENCE_MS = 15_000
const BYTES_A_MS = 250
const TRIES = 4
const FIRST_PAUSE_MS = 150
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504])

/** Thrown if the S3 storage did not respond as expected. Its files may all be there: try again later. */
export class StorageAway extends Error {
  override name = 'StorageAway'
  readonly code = 'STORAGE_AWAY'
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** '' for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
  /** Approximate maximum bytes of the response. */
  most?: number
  /** Statuses besides 2xx that the caller handles. Except for HEAD, 404 only means that the key does not exist. */
  handles?: readonly number[]
}

export interface S3Answer {
  status: number
  headers: Headers
  bytes: Buffer
}

/**
 * Sends a request to the bucket and reads the complete response. Retries if that may help.
 * @throws StorageAway for any other response, or none, because only 404 with NoSuchKey proves that a file is missing
 */
export async function askS3(settings: S3Settings, request: S3Request): Promise<S3Answer> {
  const { method, key } = request
  for (let tried = 1; ; tried++) {
    const { answer, problem, isTemporary } = await send(settings, request)
    if (answer) return answer
    if (!isTemporary || tried === TRIES)
      throw new StorageAway(
        `The S3 storage ${settings.url} is unavailable: ${method} ${key || 'of the bucket'}: ${problem}`,
      )
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random()))
  }
}

type Sent =
  | { answer: S3Answer; problem?: undefined; isTemporary?: undefined }
  | { answer: null; problem: string; isTemporary: boolean }

async function send(settings: S3Settings, { method, key, query = {}, body, ...request }: S3Request): Promise<Sent> {
  const url = new URL([settings.url, ...key.split('/').filter(Boolean).map(encodeURIComponent)].join('/'))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  // The storage refuses a body that was changed in transit.
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...request.headers, 'x-amz-content-sha256': hash },
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
  }).sign()
  try {
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ? new Uint8Array(body) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS + Math.ceil(((body?.length ?? 0) + (request.most ?? 0)) / BYTES_A_MS)),
    })
    const { status, headers } = response
    const bytes = Buffer.from(await response.arrayBuffer())
    const isHandled = response.ok || request.handles?.includes(status)
    // A missing bucket, or another server at the address, also responds with 404. The error code in the body tells the
    // difference, but responses to HEAD have no body.
    if (isHandled && (status !== 404 || method === 'HEAD' || s3ErrorCode(bytes) === 'NoSuchKey'))
      return { answer: { status, headers, bytes } }
    return { answer: null, problem: `${status} ${s3ErrorCode(bytes)}`.trim(), isTemporary: TEMPORARY.has(status) }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const problem = name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? cause?.message ?? message)
    return { answer: null, problem, isTemporary: true }
  }
}

/** Returns the error code in the XML: 'NoSuchKey'. */
export const s3ErrorCode = (bytes: Buffer): string =>
  /<Error>[\s\S]*?<Code>(\w{1,60})<\/Code>/.exec(bytes.toString('utf8', 0, 4096))?.[1] ?? ''
