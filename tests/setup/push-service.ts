import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
  type JsonWebKey,
} from 'node:crypto'
import fs from 'node:fs'
import https from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Network } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'

const pem = (name: string) =>
  fs.readFileSync(path.resolve(import.meta.dirname, '../../server/platform/fixtures', name), 'utf8')
const HOST = 'pictures.test'

/** A message that the service received. */
interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A subscribed browser, in the format of `PushSubscription.toJSON()`. */
export interface SubscribedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** The browser's private key. */
  ecdh: ECDH
}

/** A message as its browser sees it: decrypted, with a verified sender. */
interface Read {
  text: string
  /** The claims of the sender's token (RFC 8292), and its public key. */
  claims: { aud: string; exp: number; sub: string }
  publicKey: string
}

/** An https push service on this machine, and a network where it is the only host. */
export interface PushService {
  origin: string
  network: Network
  received: Received[]
  /** The service's response from now on; 201 at first. */
  answer: { status: number; headers?: Record<string, string> }
  subscribe: () => SubscribedBrowser
  /** @throws if the message is for another browser, or its sender's token is invalid */
  read: (message: Received, browser: SubscribedBrowser) => Read
  stop: () => Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  const server = https.createServer(
    { key: pem('loopback-key.pem'), cert: pem('loopback-cert.pem') },
    (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
        response.writeHead(service.answer.status, service.answer.headers).end()
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://${HOST}`
  const service: PushService = {
    origin,
    network: {
      resolve: async () => ['127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1',
      ca: pem('loopback-cert.pem'),
      port: (server.address() as AddressInfo).port,
    },
    received,
    answer: { status: 201 },
    subscribe: () => {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      return {
        endpoint: `${origin}/send/${newId()}`,
        keys: { p256dh, auth: randomBytes(16).toString('base64url') },
        ecdh,
      }
    },
    read: (message, browser) => ({
      text: decrypt(message.body, browser),
      ...parseSender(message.headers.authorization),
    }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return service
}

/** Decrypts a message with one record (RFC 8291 and RFC 8188). */
function decrypt(body: Buffer, { ecdh, keys }: Pick<SubscribedBrowser, 'ecdh' | 'keys'>): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnd)
  const sealed = body.subarray(keyEnd)
  const derive = (key: Buffer, from: Buffer, info: Array<string | Buffer>, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const shared = ecdh.computeSecret(sender)
  const material = derive(
    shared,
    Buffer.from(keys.auth, 'base64url'),
    ['WebPush: info\0', ecdh.getPublicKey(), sender],
    32,
  )
  const key = derive(material, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(material, salt, ['Content-Encoding: nonce\0'], 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function parseSender(authorization = ''): Omit<Read, 'text'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const jwk: JsonWebKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const [head = '', claims = '', signature = ''] = token.split('.')
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('The token of the sender does not hold.')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Read['claims'], publicKey }
}
