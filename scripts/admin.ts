// npm run admin [-- create EMAIL]: lists the shop's administrators, or makes an account an administrator and prints a
// link to set the password. npm run admin -- reset-second-factor EMAIL: removes the second factor of an administrator
// who has lost the app and the recovery codes.
import { emailInput } from '#server/auth/auth.schema.ts'
import { listAdmins, makeAdmin } from '#server/auth/make-admin.service.ts'
import { resetSecondFactor } from '#server/auth/second-factor/second-factor.service.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const [command, ...given] = process.argv.slice(2)
const isReset = command === 'reset-second-factor'
const input = (command === 'create' || isReset) && given.length === 1 ? emailInput.safeParse({ email: given[0] }) : null
if (command !== undefined && !input?.success) {
  console.error('Usage: npm run admin [-- create EMAIL | -- reset-second-factor EMAIL]')
  process.exit(1)
}
const env = parseEnv(process.env)
const database = await openDatabase(env)
const db = connect(database.url, { poolSize: 2 })
try {
  if (input?.success && isReset) {
    const { email } = input.data
    if (!(await resetSecondFactor(db, { email, siteUrl: env.SITE_URL })))
      throw new AppError('not_found', `${email} does not use two-factor authentication.`)
    console.log(
      `Two-factor authentication is off for ${email}. They were signed out on all devices and have been emailed.`,
    )
  } else if (input?.success) {
    const { link, minutes } = await makeAdmin(db, env.SITE_URL, input.data.email)
    console.log(
      `${input.data.email} is now an administrator. Open this link within ${minutes} minutes to set the password. It works once:\n\n  ${link}\n`,
    )
  } else {
    const admins = await listAdmins(db)
    for (const { email, hasPassword } of admins) console.log(hasPassword ? email : `${email} (no password yet)`)
    if (admins.length === 0)
      console.log('This shop has no administrators yet. To add one: npm run admin -- create EMAIL')
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db.$disconnect()
  await database.release()
}
