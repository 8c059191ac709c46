import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'wtf-shop'

export interface S3Server {
  env: { S3_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  /** Responds to requests with this status before the storage sees them, unless it is null. */
  answerWith: (fault: (method: string, url: string) => number | null) => void
  stop: () => Promise<void>
}

/**
 * Starts an S3 storage, by default with an empty bucket, on a free port of this machine. It refuses invalid signatures.
 * @param given.directory the folder of the bucket's files, which remain when the storage stops
 */
export async function startS3(given: { port?: number; directory?: string } = {}): Promise<S3Server> {
  const directory = given.directory ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-s3-')))
  const storage = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] })
  await storage.configureBuckets()
  const answer = storage.callback()
  let faultOf: (method: string, url: string) => number | null = () => null
  const server = http.createServer((request, response) => {
    const status = faultOf(request.method ?? '', request.url ?? '')
    if (status === null) answer(request, response)
    else response.writeHead(status, { connection: 'close' }).end()
  })
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      S3_URL: `http://127.0.0.1:${port}/${BUCKET}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    answerWith: (fault) => {
      faultOf = fault
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!given.directory) await fs.rm(directory, { recursive: true, force: true })
    },
  }
}
