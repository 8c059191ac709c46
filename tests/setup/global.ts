import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

/** One throw-away PostgreSQL for the run; its database `wtf` is migrated and serves as the template of every test's own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-test-'))
  // PostgreSQL runs as another user where the tests run as root.
  await fs.chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
  await applyMigrations(postgres.url)
  project.provide('templateUrl', postgres.url)
  return async () => {
    await postgres.release()
    await fs.rm(dataDir, { recursive: true, force: true })
  }
}
