// The shop's server as npm start runs it, without its pages: no build is needed to count clicks. Prints its address.
import { startServer } from '#server/main.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const env = parseEnv(process.env)
const database = await openDatabase(env, { isKept: true })
const server = await startServer(env, database.url, { renderPage: async () => new Response('No pages here.', { status: 404 }), assets: null })
const end = async (exitCode: number) => {
  await server.stop()
  await database.release()
  process.exit(exitCode)
}
process.once('SIGTERM', () => void end(0))
void database.isLost.then(() => end(1))
console.log(`open at http://localhost:${server.port}`)
