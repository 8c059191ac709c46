import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** Returns a database's contents for comparison: each table's definition, row count and digest of its rows. */
export async function contentsOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
    )
    const rows: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ n: string; digest: string }>(
        `SELECT count(*)::text AS n, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C"), '')) AS digest FROM ${pg.escapeIdentifier(name)} t`,
      )
      rows[name] = `${found[0]?.n ?? ''} rows, ${found[0]?.digest ?? ''}`
    }
    const made = async (sql: string) =>
      (await client.query<{ made: string }>(sql)).rows.map((row) => row.made).toSorted()
    return {
      rows,
      indexes: await made(`SELECT indexdef AS made FROM pg_indexes WHERE schemaname = 'public'`),
      constraints: await made(
        `SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated::text || ' ' || pg_get_constraintdef(oid) AS made FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
      ),
      triggers: await made(
        `SELECT tgenabled::text || ' ' || pg_get_triggerdef(oid) AS made FROM pg_trigger WHERE NOT tgisinternal`,
      ),
      sequences: await made(
        `SELECT sequencename || ' ' || coalesce(last_value::text, 'unused') AS made FROM pg_sequences WHERE schemaname = 'public'`,
      ),
    }
  } finally {
    await client.end()
  }
}

/** Returns a digest of each file in a folder, by relative path. */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const digests = await Promise.all(
    files.toSorted().map(async (file) => [
      path.relative(folder, file),
      createHash('sha256')
        .update(await fs.readFile(file))
        .digest('hex'),
    ]),
  )
  return Object.fromEntries(digests) as Record<string, string>
}
