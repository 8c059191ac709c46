import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import { freePort } from './shop-process.ts'
import { startSwift, SWIFT_KEYS, USES_SWIFT } from './swift-server.ts'

const BUCKET = 'wtf-shop'

export interface S3Server {
  env: ReturnType<typeof s3Env>
  /** Responds to requests with this status before the storage sees them, unless it is null. */
  answerWith: (fault: (method: string, url: string) => number | null) => void
  stop: () => Promise<void>
}

/** Returns the settings for a storage on this machine. */
export const s3Env = (port: number) => ({
  S3_URL: `http://127.0.0.1:${port}/${BUCKET}`,
  ...(USES_SWIFT ? SWIFT_KEYS : { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }),
})

/**
 * Starts an S3 storage, by default with an empty bucket, on a free port of this machine. It refuses invalid signatures.
 * @param given.directory the folder of the bucket's files, which remain when the storage stops
 */
export async function startS3(given: { port?: number; directory?: string } = {}): Promise<S3Server> {
  const directory = given.directory ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-s3-')))
  const { answer, stop } = await (USES_SWIFT ? openSwift(directory) : openS3rver(directory))
  let faultOf: (method: string, url: string) => number | null = () => null
  const server = http.createServer((request, response) => {
    const status = faultOf(request.method ?? '', request.url ?? '')
    if (status === null) answer(request, response)
    else response.writeHead(status, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, '127.0.0.1', resolve))
  return {
    env: s3Env((server.address() as AddressInfo).port),
    answerWith: (fault) => {
      faultOf = fault
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await stop()
      if (!given.directory) await fs.rm(directory, { recursive: true, force: true })
    },
  }
}

interface Opened {
  answer: http.RequestListener
  stop: () => Promise<void>
}

async function openS3rver(directory: string): Promise<Opened> {
  const storage = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] })
  await storage.configureBuckets()
  const passOn = storage.callback()
  const answer: http.RequestListener = (request, response) => {
    // s3rver ignores this header. It stores the bucket's files in its directory under their keys.
    const isTaken =
      request.headers['if-none-match'] === '*' && existsSync(path.join(directory, `${request.url}._S3rver_object`))
    if (isTaken) response.writeHead(412, { connection: 'close' }).end()
    else passOn(request, response)
  }
  return { answer, stop: () => Promise.resolve() }
}

async function openSwift(directory: string): Promise<Opened> {
  const port = await freePort()
  const stop = await startSwift(directory, s3Env(port))
  const answer: http.RequestListener = (request, response) => {
    const { method, url, headers } = request
    const asked = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      pipeline(answered, response, () => undefined)
    })
    // Swift sends an empty chunk after the headers of a HEAD with 404, which Node reports after the response.
    asked.on('error', () => response.headersSent || response.destroy())
    request.pipe(asked)
  }
  return { answer, stop }
}
