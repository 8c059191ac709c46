import net from 'node:net'

/** The response to one call. */
export interface Answer {
  /** 0 if the connection closed without a response, -1 after a timeout. */
  status: number
  headers: string
  /** Body bytes on the wire. */
  bytes: number
  /** The start of the body. */
  text: string
  ms: number
}

interface Sent {
  bytes: Buffer
  isHead: boolean
  /** The sender closes the connection afterwards and accepts a missing response. */
  isBroken: boolean
}

const PATIENCE_MS = 60_000
const TEXT_BYTES = 20_000

/** Keep-alive connections to one server. */
export class Sender {
  readonly #port: number
  readonly #from: string | undefined
  readonly #idle: net.Socket[] = []

  /** @param from the local address; the shop sees each address of 127.0.0.0/8 as another visitor. */
  constructor(port: number, from?: string) {
    this.#port = port
    this.#from = from
  }

  async send(sent: Sent): Promise<Answer> {
    if (sent.isBroken) return this.#exchange(this.#connect(), sent)
    const kept = this.#idle.pop()
    const answer = await this.#exchange(kept ?? this.#connect(), sent)
    // The server may have closed the kept connection just when it was used again.
    return kept && answer.status === 0 ? this.#exchange(this.#connect(), sent) : answer
  }

  close(): void {
    for (const socket of this.#idle) socket.destroy()
  }

  #connect(): net.Socket {
    return net.connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#from, noDelay: true })
  }

  #exchange(socket: net.Socket, { bytes, isHead, isBroken }: Sent): Promise<Answer> {
    const started = performance.now()
    return new Promise((resolve) => {
      const reader = new AnswerReader(isHead)
      const finish = (status: number | null) => {
        clearTimeout(late)
        socket.removeAllListeners().on('error', () => undefined)
        if (status === null && !isBroken && !reader.closes && !socket.destroyed) {
          socket.on('close', () => this.#forget(socket))
          this.#idle.push(socket)
        } else socket.destroy()
        resolve({
          status: status ?? reader.status,
          headers: reader.headers,
          bytes: reader.bodyBytes,
          text: reader.text,
          ms: performance.now() - started,
        })
      }
      const late = setTimeout(() => finish(-1), PATIENCE_MS)
      socket.on('error', () => finish(reader.status || 0))
      socket.on('close', () => finish(reader.status || 0))
      socket.on('data', (data) => {
        if (reader.read(data) && !isBroken) finish(null)
      })
      if (isBroken) socket.end(bytes)
      else socket.write(bytes)
    })
  }

  #forget(socket: net.Socket): void {
    const place = this.#idle.indexOf(socket)
    if (place >= 0) this.#idle.splice(place, 1)
  }
}

/** Reads one response. Keeps only the start of the body. */
class AnswerReader {
  readonly #isHead: boolean
  #pending: Buffer = Buffer.alloc(0)
  /** The remaining bytes of the body, or of this chunk with its line end; null if unknown so far. */
  #left: number | null = null
  #isChunked = false
  status = 0
  headers = ''
  text = ''
  bodyBytes = 0
  closes = false

  constructor(isHead: boolean) {
    this.#isHead = isHead
  }

  /** @returns true once the response is complete */
  read(data: Buffer): boolean {
    this.#pending = this.#pending.length ? Buffer.concat([this.#pending, data]) : data
    if (this.#left === null && !this.#readHead()) return false
    return this.#isChunked ? this.#readChunks() : this.#readPlain()
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf('\r\n\r\n')
    if (end < 0) return false
    this.headers = this.#pending.toString('latin1', 0, end)
    this.#pending = this.#pending.subarray(end + 4)
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(this.headers)?.[1] ?? 0)
    if (status === 100) return this.#readHead()
    this.status = status
    this.closes = /\r\nconnection: *close/i.test(this.headers)
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.headers)?.[1]
    this.#isChunked = /\r\ntransfer-encoding: *chunked/i.test(this.headers)
    if (this.#isHead || this.status === 204 || this.status === 304) [this.#isChunked, this.#left] = [false, 0]
    else this.#left = this.#isChunked ? 0 : length === undefined ? Infinity : Number(length)
    return true
  }

  #readPlain(): boolean {
    this.#take(Math.min(this.#pending.length, this.#left ?? 0))
    return this.#left === 0
  }

  #readChunks(): boolean {
    for (;;) {
      if (this.#left) {
        this.#take(Math.min(this.#pending.length, this.#left))
        if (this.#left) return false
      }
      const end = this.#pending.indexOf('\r\n', this.#pending[0] === 13 ? 2 : 0)
      if (end < 0) return false
      const size = parseInt(this.#pending.toString('latin1', 0, end).trim(), 16)
      this.#pending = this.#pending.subarray(end + 2)
      if (!size) return true
      this.#left = size
    }
  }

  #take(size: number): void {
    if (this.text.length < TEXT_BYTES) this.text += this.#pending.toString('utf8', 0, Math.min(size, TEXT_BYTES))
    this.bodyBytes += size
    this.#left = (this.#left ?? 0) - size
    this.#pending = this.#pending.subarray(size)
  }
}
