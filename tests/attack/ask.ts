import type { Ask } from './named-attacks.ts'
import type { Sender } from './send.ts'

/** Sends requests like a browser on the shop's own pages. */
export const askOf =
  (sender: Sender, host: string, cookie = ''): Ask =>
  (address, { method = 'GET', headers = {}, body = '', isBroken = false } = {}) => {
    const all: Record<string, string> = {
      host,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36',
      origin: `http://${host}`,
      ...(cookie && { cookie }),
      ...headers,
    }
    if (method !== 'GET' && !('content-length' in all) && !('transfer-encoding' in all))
      all['content-length'] = String(Buffer.byteLength(body))
    const head = `${method} ${address} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`
    return sender.send({ bytes: Buffer.from(head + body), isHead: method === 'HEAD', isBroken })
  }
