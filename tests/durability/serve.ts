// The shop's server as npm start runs it, without its pages: no build is needed to count clicks. Prints its address.
import { startServer } from '#server/main.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const env = parseEnv(process.env)
const database = await openDatabase(env)
const server = await startServer(env, database.url, { renderPage: async () => new Response('No pages here.', { status: 404 }), assets: null })
process.once('SIGTERM', async () => {
  await server.stop()
  await database.release()
  process.exit(0)
})
console.log(`open at http://localhost:${server.port}`)
