// npm run db:studio [-- --port N]: Prisma Studio for support staff (docs/support-studio.md), on the database that the shop uses, as a role that sees
// and changes only what server/operations/support/support-columns.values.ts lists.
import { spawn } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { createSupportSql, grantSupport, readableColumns } from '#server/operations/support/support-role.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { findPort } from '#server/platform/postgres/postmaster.ts'

const root = path.resolve(import.meta.dirname, '..')
const [option, given = ''] = process.argv.slice(2)
const port = option === '--port' ? Number(given) : 5555
if ((option !== undefined && option !== '--port') || !Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('Usage: npm run db:studio [-- --port 5555]')
  process.exit(1)
}
const env = parseEnv(process.env)
const database = await openDatabase(env)
const url = database.supportUrl ?? env.SUPPORT_DATABASE_URL
if (!url) {
  console.error(
    `The database is managed separately, so someone with permission to create roles has to create the role for support staff once:\n\n  ${createSupportSql}\n\nThen set SUPPORT_DATABASE_URL to the database's address with that role and password.`,
  )
  await database.release()
  process.exit(1)
}
await grantSupport(database.url)
const readable = await readableColumns(url)
const inner = await findPort()
const studio = spawn(
  path.join(root, 'node_modules/.bin/prisma'),
  ['studio', '--port', String(inner), '--browser', 'none'],
  {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'package.json') },
  },
)

const OURS = new Set([`http://localhost:${port}`, `http://127.0.0.1:${port}`])

/** Hides unreadable tables, because Studio requests all columns of every table. The database enforces the permissions. */
const server = http.createServer((asked, answer) => {
  const { host = '', origin } = asked.headers
  // Checks the origin here, because the request to Studio gets Studio's own origin (below).
  if (!OURS.has(`http://${host}`) || (origin !== undefined && !OURS.has(origin))) {
    answer.writeHead(403).end(`Open Prisma Studio at http://localhost:${port}.`)
    return
  }
  if (asked.url === '/telemetry') {
    answer.writeHead(204).end()
    return
  }
  const inside = `localhost:${inner}`
  const headers = { ...asked.headers, host: inside, ...(origin !== undefined && { origin: `http://${inside}` }) }
  const request = http.request(
    { host: '127.0.0.1', port: inner, method: asked.method, path: asked.url, headers },
    (answered) => {
      if (asked.url !== '/bff') {
        // Blocks the usage data that Studio's page sends to its makers.
        answer.writeHead(answered.statusCode ?? 500, {
          ...answered.headers,
          'content-security-policy': "connect-src 'self'",
        })
        answered.pipe(answer)
        return
      }
      const parts: Buffer[] = []
      answered.on('data', (part: Buffer) => parts.push(part))
      answered.on('end', () => {
        const headers = { ...answered.headers }
        delete headers['content-length']
        answer.writeHead(answered.statusCode ?? 500, headers)
        answer.end(withoutHidden(Buffer.concat(parts).toString()))
      })
    },
  )
  request.on('error', () => answer.writeHead(502).end('Prisma Studio is still starting. Please reload this page.'))
  asked.pipe(request)
})

interface Table {
  schema: string
  name: string
  columns: Array<{ name: string }>
}

function withoutHidden(text: string): string {
  try {
    const [error, rows] = JSON.parse(text) as [unknown, unknown]
    if (error || !isTables(rows)) return text
    const shown = rows.flatMap(({ columns, ...table }) => {
      const names = readable.get(`${table.schema}.${table.name}`)
      return names ? [{ ...table, columns: columns.filter(({ name }) => names.has(name)) }] : []
    })
    return JSON.stringify([null, shown])
  } catch {
    return text
  }
}

const isTables = (rows: unknown): rows is Table[] =>
  Array.isArray(rows) &&
  rows.length > 0 &&
  rows.every((row: Partial<Table> | null) => typeof row?.schema === 'string' && Array.isArray(row.columns))

server.on('error', (error) => {
  console.error(error.message)
  studio.kill('SIGTERM')
})
server.listen(port, '127.0.0.1', () =>
  console.log(`Prisma Studio will be at http://localhost:${port} in a few seconds. Press Ctrl-C to stop it.`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => studio.kill(signal))
const code = await new Promise<number>((resolve) => studio.on('close', (exit) => resolve(exit ?? 0)))
server.close()
server.closeAllConnections()
await database.release()
process.exit(code)
