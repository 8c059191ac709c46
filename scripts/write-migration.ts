// npm run db:migration -- NAME: writes the next migration: the difference between the schema of the last migration and
// the current one.
import fs from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from '#server/platform/env.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { diffSchemas, keepLastSchema, loadLastSchema, loadSchema } from '#server/platform/postgres/schema-engine.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Name the migration in lower case: npm run db:migration -- add_wishlists')
  process.exit(1)
}
const env = parseEnv(process.env)
const prismaDir = path.resolve(import.meta.dirname, '../prisma')
const schema = await loadSchema()

// The engine needs a live connection even to compare two files.
const postgres = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
const sql = await diffSchemas(env.DATABASE_URL ?? postgres?.url ?? '', await loadLastSchema(), schema).finally(() =>
  postgres?.release(),
)

if (sql === '') {
  console.log(
    'The schema has not changed since the last migration. For SQL that Prisma cannot express, create the folder manually.',
  )
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(prismaDir, 'migrations', `${stamp}_${name}`)
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(path.join(folder, 'migration.sql'), sql)
  await keepLastSchema(schema)
  await fs.writeFile(path.join(prismaDir, 'migrations/migration_lock.toml'), 'provider = "postgresql"\n')
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql. Review it. npm start applies it.`)
}
