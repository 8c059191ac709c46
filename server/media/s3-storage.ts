import { createHash } from 'node:crypto'
import type { S3Settings } from '#server/platform/env.ts'
import { askS3, s3ErrorCode, StorageAway, type S3Answer, type S3Request } from './s3-client.ts'
import type { Storage, StoredFile } from './storage-interface.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Bytes per request. A file is read in pieces, so that a slow reader does not keep a connection open. */
const PIECE = 4 * 2 ** 20
/** Bytes per part. S3 accepts at most 10,000 parts. All except the last must have at least 5 MB. */
const PART = 8 * 2 ** 20
const LARGE_PART = 64 * 2 ** 20
const SMALL_PARTS = 100
const NAMES = /^[\w./-]+$/

/** Stores files in an S3 bucket. Files of unknown length are sent in parts, and appear when they are complete. */
export function s3Storage(settings: S3Settings): Storage {
  const ask = (request: S3Request) => askS3(settings, request)
  const put = (key: string, body: Buffer, headers: Record<string, string> = {}, handles: number[] = []) =>
    ask({ method: 'PUT', key, body, headers, handles })
  const read = async (key: string) => {
    const { status, bytes } = await ask({ method: 'GET', key, most: LARGE_PART, handles: [404] })
    return status === 404 ? null : bytes
  }
  const find = async (key: string): Promise<Found | null> => {
    const { status, headers } = await ask({ method: 'HEAD', key, handles: [404] })
    if (status !== 404) return { bytes: Number(headers.get('content-length')), tag: headers.get('etag') }
    // Throws if the bucket itself is missing. A file that has appeared in the meantime still counts as missing.
    await read(key)
    return null
  }
  return {
    name: settings.url,
    read,
    size: async (key) => (await find(key))?.bytes ?? null,
    has: async (key) => (await find(key)) !== null,
    stream: (key, from = 0, to = Infinity) => readPieces(ask, find, key, from, to),
    write: async (key, bytes) => void (await put(key, bytes)),
    writeOnce: async (key, bytes) => {
      const { status } = await put(key, bytes, { 'if-none-match': '*' }, [409, 412, 501])
      if (status < 300) return bytes
      const first = await read(key)
      if (first) return first
      // OpenStack Swift has no conditional writes. Two writers at the same moment then each keep their own bytes.
      if (status === 501) await put(key, bytes)
      return bytes
    },
    writeStream: (key, source) => writeParts(ask, key, source),
    list: (folder) => listKeys(ask, `${folder}/`),
    remove: async (...keys) => {
      const [key = ''] = keys
      if (keys.length > 1) await removeTogether(ask, keys)
      else if (key) await ask({ method: 'DELETE', key, handles: [404] })
    },
    hasRoom: () => Promise.resolve(true),
  }
}

type Ask = (request: S3Request) => Promise<S3Answer>

interface Found {
  bytes: number
  /** The file's version. */
  tag: string | null
}

async function* readPieces(
  ask: Ask,
  find: (key: string) => Promise<Found | null>,
  ...[key, from, to]: [key: string, from: number, to: number]
): AsyncGenerator<Uint8Array> {
  const found = await find(key)
  if (!found) throw missing(key)
  const end = Math.min(to, found.bytes)
  for (let at = from; at < end;) {
    const { status, bytes } = await ask({
      method: 'GET',
      key,
      most: PIECE,
      handles: [404],
      // Requires the same version, because pieces of two versions would not form a valid file.
      headers: { range: `bytes=${at}-${Math.min(at + PIECE, end) - 1}`, ...(found.tag && { 'if-match': found.tag }) },
    })
    if (status === 404) throw missing(key)
    if (!bytes.length || at + bytes.length > end) throw new StorageAway(`The S3 storage sent the wrong part of ${key}.`)
    yield bytes
    at += bytes.length
  }
}

const missing = (key: string) => Object.assign(new Error(`There is no file ${key}.`), { code: 'ENOENT' })

async function writeParts(ask: Ask, key: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  let waiting: Uint8Array[] = []
  let [held, total] = [0, 0]
  let upload: PartsUpload | null = null
  try {
    for await (const bytes of source) {
      waiting.push(bytes)
      held += bytes.length
      total += bytes.length
      if (held < (upload?.partBytes ?? PART)) continue
      upload ??= await PartsUpload.begin(ask, key)
      await upload.add(Buffer.concat(waiting))
      ;[waiting, held] = [[], 0]
    }
    const rest = Buffer.concat(waiting)
    if (!upload) await ask({ method: 'PUT', key, body: rest })
    else {
      if (rest.length) await upload.add(rest)
      await upload.complete()
    }
    return total
  } catch (error) {
    // An unfinished upload uses space until the bucket's rule for incomplete uploads removes it.
    await upload?.abort().catch(() => undefined)
    throw error
  }
}

class PartsUpload {
  readonly #ask: Ask
  readonly #key: string
  readonly #id: string
  readonly #tags: string[] = []

  private constructor(ask: Ask, key: string, id: string) {
    this.#ask = ask
    this.#key = key
    this.#id = id
  }

  static async begin(ask: Ask, key: string): Promise<PartsUpload> {
    const { bytes } = await ask({ method: 'POST', key, query: { uploads: '' } })
    const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(bytes.toString('utf8')) ?? []
    if (id === undefined) throw new StorageAway('The S3 storage did not start the upload.')
    return new PartsUpload(ask, key, id)
  }

  get partBytes(): number {
    return this.#tags.length < SMALL_PARTS ? PART : LARGE_PART
  }

  async add(body: Buffer): Promise<void> {
    const query = { partNumber: String(this.#tags.length + 1), uploadId: this.#id }
    const { headers } = await this.#ask({ method: 'PUT', key: this.#key, query, body })
    this.#tags.push(headers.get('etag') ?? '')
  }

  async complete(): Promise<void> {
    const parts = this.#tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const headers = { 'content-type': 'application/xml' }
    const { bytes } = await this.#ask({ method: 'POST', key: this.#key, query: { uploadId: this.#id }, headers, body })
    // S3 may fail after it has sent the status.
    if (s3ErrorCode(bytes)) throw new StorageAway(`The S3 storage did not complete ${this.#key}: ${s3ErrorCode(bytes)}`)
  }

  async abort(): Promise<void> {
    await this.#ask({ method: 'DELETE', key: this.#key, query: { uploadId: this.#id }, handles: [404] })
  }
}

async function removeTogether(ask: Ask, keys: string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`)
  const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`)
  // S3 requires this checksum here and accepts no other.
  const headers = {
    'content-type': 'application/xml',
    'content-md5': createHash('md5').update(body).digest('base64'),
  }
  const { bytes } = await ask({ method: 'POST', key: '', query: { delete: '' }, headers, body })
  if (bytes.includes('<Error>')) throw new StorageAway(`The S3 storage did not delete ${keys[0]} and others.`)
}

async function* listKeys(ask: Ask, prefix: string): AsyncGenerator<StoredFile> {
  for (let next: string | null = ''; next !== null;) {
    const { bytes } = await ask({
      method: 'GET',
      key: '',
      query: { 'list-type': '2', prefix, ...(next ? { 'continuation-token': next } : {}) },
    })
    const xml = bytes.toString('utf8')
    if (!xml.includes('<ListBucketResult')) throw new StorageAway('The S3 storage did not list its files.')
    for (const [, file = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = textOf(file, 'Key')
      if (NAMES.test(key))
        yield { key, bytes: Number(textOf(file, 'Size')), writtenAt: Date.parse(textOf(file, 'LastModified')) }
    }
    next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null
  }
}

const ENTITIES = lookup({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })

const textOf = (xml: string, element: string): string =>
  (new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '').replaceAll(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ENTITIES[name] ?? '',
  )
