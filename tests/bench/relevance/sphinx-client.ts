import net from 'node:net'

const HEADER = 4
const END = 0xfe
const FAILED = 0xff
/** Protocol 4.1 with an empty password. */
const CAPABILITIES = 0x8200
const UTF8 = 33
const COM_QUERY = 3
const LONG = { 0xfc: 2, 0xfd: 3 } as const

/**
 * A minimal client of MySQL's protocol for Sphinx.
 * @see https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html
 */
export class SphinxClient {
  readonly #socket: net.Socket
  #rest = Buffer.alloc(0)
  readonly #packets: Buffer[] = []
  #wake: () => void = () => undefined

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk])
      while (this.#rest.length >= HEADER && this.#rest.length >= HEADER + this.#rest.readUIntLE(0, 3)) {
        const end = HEADER + this.#rest.readUIntLE(0, 3)
        this.#packets.push(this.#rest.subarray(HEADER, end))
        this.#rest = this.#rest.subarray(end)
      }
      this.#wake()
    })
    socket.on('close', () => {
      this.#packets.push(Buffer.from([FAILED]))
      this.#wake()
    })
  }

  /** @throws the socket's error */
  static async connect(port: number): Promise<SphinxClient> {
    const socket = net.connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    const client = new SphinxClient(socket)
    await client.#next()
    const hello = Buffer.alloc(34)
    hello.writeUInt32LE(CAPABILITIES, 0)
    hello.writeUInt32LE(0xffffff, 4)
    hello.writeUInt8(UTF8, 8)
    client.#send(hello, 1)
    await client.#next()
    return client
  }

  /**
   * Returns the first column of a query's rows.
   * @throws Error with Sphinx's message
   */
  async column(query: string): Promise<string[]> {
    this.#send(Buffer.concat([Buffer.from([COM_QUERY]), Buffer.from(query)]), 0)
    await this.#next()
    await this.#untilEnd()
    return (await this.#untilEnd()).map(firstText)
  }

  close(): void {
    this.#socket.destroy()
  }

  async #untilEnd(): Promise<Buffer[]> {
    const packets: Buffer[] = []
    for (;;) {
      const packet = await this.#next()
      if (packet[0] === END && packet.length < 9) return packets
      packets.push(packet)
    }
  }

  async #next(): Promise<Buffer> {
    for (;;) {
      const packet = this.#packets.shift()
      if (packet?.[0] === FAILED) throw new Error(`Sphinx: ${packet.subarray(9).toString()}`)
      if (packet) return packet
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #send(body: Buffer, sequence: number): void {
    const header = Buffer.alloc(HEADER)
    header.writeUIntLE(body.length, 0, 3)
    header.writeUInt8(sequence, 3)
    this.#socket.write(Buffer.concat([header, body]))
  }
}

function firstText(row: Buffer): string {
  const bytes = LONG[row[0] as keyof typeof LONG]
  const length = bytes ? row.readUIntLE(1, bytes) : (row[0] ?? 0)
  const start = 1 + (bytes ?? 0)
  return row.subarray(start, start + length).toString()
}
