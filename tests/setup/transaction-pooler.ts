import net from 'node:net'
import pg from 'pg'

/** PostgreSQL's text type. This pooler returns all values as text. */
const TEXT = 25

/**
 * Starts a stand-in for PgBouncer. It supports PostgreSQL's protocol for simple queries without parameters.
 * @param mode 'transaction': a server connection per transaction, most recently used first; 'session': one per client
 */
export async function openPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
): Promise<{ url: string; close: () => Promise<void> }> {
  const free: pg.Client[] = []
  const all: pg.Client[] = []
  const take = async (): Promise<pg.Client> => {
    const kept = free.pop()
    if (kept) return kept
    const made = new pg.Client({
      connectionString: databaseUrl,
      types: { getTypeParser: () => (value: string) => value } as never,
    })
    all.push(made)
    await made.connect()
    return made
  }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let held: pg.Client | null = null
    let isStarted = false
    let buffered = Buffer.alloc(0)
    let answering = Promise.resolve()
    const answer = async (sql: string) => {
      held ??= await take()
      const { rows, fields, command } = await held.query<string[]>({ text: sql, rowMode: 'array' })
      const isOpen = mode === 'session' || command === 'BEGIN' || (command !== 'COMMIT' && isInTransaction)
      isInTransaction = command === 'BEGIN' || (command !== 'COMMIT' && isInTransaction)
      if (fields.length) socket.write(rowDescription(fields.map(({ name }) => name)))
      for (const row of rows) socket.write(dataRow(row))
      socket.write(Buffer.concat([message('C', text(`${command} ${rows.length}`)), readyForQuery(isInTransaction)]))
      if (!isOpen) {
        free.push(held)
        held = null
      }
    }
    let isInTransaction = false
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk])
      for (;;) {
        const head = isStarted ? 1 : 0
        if (buffered.length < head + 4) return
        const length = head + buffered.readInt32BE(head)
        if (buffered.length < length) return
        const body = buffered.subarray(head + 4, length)
        const kind = isStarted ? String.fromCharCode(buffered[0] ?? 0) : 'start'
        buffered = buffered.subarray(length)
        isStarted = true
        if (kind === 'start') socket.write(Buffer.concat([message('R', int32(0)), readyForQuery(false)]))
        else if (kind === 'X') socket.end()
        else if (kind === 'Q') answering = answering.then(() => answer(body.subarray(0, -1).toString()))
        else throw new Error(`The pooler of tests does not know the message ${kind}.`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(all.map((client) => client.end()))
    },
  }
}

const int16 = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255])
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const message = (kind: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
const readyForQuery = (isInTransaction: boolean): Buffer => message('Z', Buffer.from(isInTransaction ? 'T' : 'I'))
const rowDescription = (names: string[]): Buffer =>
  message(
    'T',
    Buffer.concat([
      int16(names.length),
      ...names.flatMap((name) => [text(name), int32(0), int16(0), int32(TEXT), int16(-1), int32(-1), int16(0)]),
    ]),
  )
const dataRow = (values: string[]): Buffer =>
  message(
    'D',
    Buffer.concat([
      int16(values.length),
      ...values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]),
    ]),
  )
