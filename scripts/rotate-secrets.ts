// npm run secrets:rotate: seals anew, with the first key of SECRETS_KEYS, what another key has sealed. The shop may run meanwhile, and it may be run again.
import { resealSecrets } from '#server/connections/reseal-secrets.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { configureSecrets, currentKeyId } from '#server/platform/sealed-secrets.ts'
import { readSecretKeys } from '#server/platform/secret-keys.ts'

const env = parseEnv(process.env)
configureSecrets(await readSecretKeys(env))
const database = await openDatabase(env)
const db = connect(database.url, { poolSize: 2 })
try {
  const { stores, keys } = await resealSecrets(db)
  console.log(`Sealed anew with the key ${currentKeyId()}: ${stores} stores' secrets, ${keys} keys for postbacks.`)
} finally {
  await db.$disconnect()
  await database.release()
}
