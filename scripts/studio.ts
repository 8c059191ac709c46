// npm run db:studio: Prisma Studio for support staff, on the database that the shop uses.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const root = path.resolve(import.meta.dirname, '..')
const database = await openDatabase(parseEnv(process.env))
const studio = spawn(path.join(root, 'node_modules/.bin/prisma'), ['studio', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: database.url, PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'package.json') },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => studio.kill(signal))
const code = await new Promise<number>((resolve) => studio.on('close', (exit) => resolve(exit ?? 0)))
await database.release()
process.exit(code)
