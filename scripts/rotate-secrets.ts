// npm run secrets:rotate: re-encrypts, with the first key of SECRETS_KEYS, the secrets that use another key. Safe while
// the shop is running, and safe to repeat.
import { resealSecrets } from '#server/connections/reseal-secrets.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { configureSecrets, currentKeyId } from '#server/platform/sealed-secrets.ts'
import { forgetLostKey, openSecretKeys } from '#server/platform/secret-keys.ts'

const given = process.argv.slice(2)
const isLost = given[0] === '--key-is-lost'
if (given.length > (isLost ? 1 : 0)) {
  console.error('Usage: npm run secrets:rotate [-- --key-is-lost]')
  process.exit(1)
}
const env = parseEnv(process.env)
const database = await openDatabase(env)
const db = connect(database.url, { poolSize: 2 })
try {
  if (isLost) await forgetLostKey(db)
  configureSecrets(await openSecretKeys(db, env))
  const { stores, keys, webhooks, unopened } = await resealSecrets(db)
  console.log(
    `Re-encrypted with the key ${currentKeyId()}. Store secrets: ${stores}, postback keys: ${keys}, webhook secrets: ${webhooks}.`,
  )
  if (unopened.length) {
    console.error(`These could not be decrypted because their key is not in SECRETS_KEYS: ${unopened.join(', ')}.`)
    process.exitCode = 1
  }
} finally {
  await db.$disconnect()
  await database.release()
}
