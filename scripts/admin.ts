// npm run admin [-- create EMAIL]: prints who administers the shop, or makes somebody an admin and prints a link that sets the password.
import { emailInput } from '#server/auth/auth.schema.ts'
import { listAdmins, makeAdmin } from '#server/auth/make-admin.service.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const [command, ...given] = process.argv.slice(2)
const input = command === 'create' && given.length === 1 ? emailInput.safeParse({ email: given[0] }) : null
if (command !== undefined && !input?.success) {
  console.error('Usage: npm run admin [-- create EMAIL]')
  process.exit(1)
}
const env = parseEnv(process.env)
const database = await openDatabase(env)
const db = connect(database.url, { poolSize: 2 })
try {
  if (input?.success) {
    const { link, minutes } = await makeAdmin(db, env.SITE_URL, input.data.email)
    console.log(`${input.data.email} is an admin. Whoever opens this link within ${minutes} minutes sets the password, once:\n\n  ${link}\n`)
  } else {
    const admins = await listAdmins(db)
    for (const { email, hasPassword } of admins) console.log(hasPassword ? email : `${email}, without a password yet`)
    if (admins.length === 0) console.log('Nobody administers this shop yet: npm run admin -- create EMAIL')
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db.$disconnect()
  await database.release()
}
