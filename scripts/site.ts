// npm run site [-- live|coming-soon|maintenance]: prints the site's state, or sets it first, on the database that the shop uses.
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { siteStateInput } from '#server/site/site-settings.schema.ts'
import { getSiteSettings, setSiteState } from '#server/site/site-settings.service.ts'

const wanted = process.argv[2]?.replace('-', '_')
const input = siteStateInput.safeParse({ state: wanted })
if (wanted !== undefined && !input.success) {
  console.error('Usage: npm run site [-- live|coming-soon|maintenance]')
  process.exit(1)
}
const database = await openDatabase(parseEnv(process.env))
const db = connect(database.url, { poolSize: 2 })
try {
  if (input.success) await setSiteState({ db, visit: null, viewer: null }, input.data)
  const { state, launchAt } = await getSiteSettings(db)
  console.log(
    `The site is ${state.replace('_', '-')}${state === 'coming_soon' ? `, and its countdown ends at ${launchAt.toISOString()}` : ''}.`,
  )
} finally {
  await db.$disconnect()
  await database.release()
}
