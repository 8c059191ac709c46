import fs from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir } from './shop-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    superuserUrl: string
  }
}

/** Starts a temporary PostgreSQL for the run. Its migrated database `wtf` is the template of every test's database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await createDataDir('wtf-test-')
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
  await applyMigrations(postgres.url)
  project.provide('templateUrl', postgres.url)
  project.provide('superuserUrl', postgres.superuserUrl)
  return async () => {
    await postgres.release()
    await fs.rm(dataDir, { recursive: true, force: true })
  }
}
