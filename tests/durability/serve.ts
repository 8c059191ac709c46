// Runs the shop's server like npm start, with one page instead of Remix's, so that no build is needed. Prints its
// address.
import type { AppParts } from '#server/http/app.ts'
import { startServer } from '#server/main.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

/** Replaces every page, and queries the database. */
const renderPage: AppParts['renderPage'] = async (_, { api }) =>
  new Response(`${(await api.catalogue.trending()).length} products `.repeat(2_000))
const env = parseEnv(process.env)
const database = await openDatabase(env, { isKept: true })
const server = await startServer(env, database.url, { renderPage, assets: null })
const end = async (exitCode: number) => {
  await server.stop()
  await database.release()
  process.exit(exitCode)
}
process.once('SIGTERM', () => void end(0))
void database.isLost.then(() => end(1))
console.log(`open at http://localhost:${server.port}`)
