import dgram from 'node:dgram'
import type { AddressInfo } from 'node:net'

const TXT = 16
const ANSWER = 0x8180
const NO_SUCH_NAME = 3

export interface NameServer {
  /** 'address:port', for a resolver. */
  address: string
  /** TXT records by name, in lower case. A name without an entry does not exist. */
  texts: Map<string, string[]>
  close: () => Promise<void>
}

/** Starts a name server on this machine that answers TXT queries. */
export async function startNameServer(): Promise<NameServer> {
  const texts = new Map<string, string[]>()
  const socket = dgram.createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answerTo(question, texts), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    texts,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** Builds a response (RFC 1035): the header, the question, and a record for each text. */
function answerTo(question: Buffer, texts: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  const asked = question.subarray(12, at + 5)
  const found = texts.get(labels.join('.').toLowerCase())
  const records = (question.readUInt16BE(at + 1) === TXT ? (found ?? []) : []).map((text) => {
    const parts = Buffer.concat(
      (text.match(/[^]{1,255}/g) ?? ['']).map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
    )
    const head = Buffer.alloc(12)
    // A pointer to the name in the question.
    head.writeUInt16BE(0xc00c, 0)
    head.writeUInt16BE(TXT, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt32BE(1, 6)
    head.writeUInt16BE(parts.length, 10)
    return Buffer.concat([head, parts])
  })
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(ANSWER | (found ? 0 : NO_SUCH_NAME), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, asked, ...records])
}
