// The fastest possible handler, for comparison: a node:http server that writes one row per message and responds after
// the commit. node bare-intake.ts DATABASE_URL CONNECTION_ID
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const [databaseUrl = '', connectionId = ''] = process.argv.slice(2)
// The same number of connections as the shop.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })

async function keep(request: http.IncomingMessage): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  await pool.query({
    name: 'keep',
    text: `INSERT INTO bare_events (id, connection_id, topic, webhook_id, triggered_at, payload) VALUES ($1, $2, $3, $4, now(), $5)`,
    values: [
      randomUUID(),
      connectionId,
      request.headers['x-shopify-topic'],
      request.headers['x-shopify-webhook-id'],
      Buffer.concat(chunks).toString(),
    ],
  })
}

const server = http.createServer((request, response) => {
  keep(request).then(
    () => response.writeHead(200).end(),
    () => response.writeHead(500).end(),
  )
})
process.once('SIGTERM', () => process.exit())
server.listen(0, '127.0.0.1', () => console.log(`open at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
