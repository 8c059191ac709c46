import os from 'node:os'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { openPooler } from '#tests/setup/transaction-pooler.ts'
import { openDatabase } from './database.ts'
import { refuseTransactionPooler } from './transaction-pooler.ts'

const database = useTestDatabase()

test('a start through a transaction pooler is refused, with the reason and the next steps', async () => {
  const pooler = await openPooler(database.url, 'transaction')
  await expect(openDatabase({ DATABASE_URL: pooler.url, DATA_DIR: os.tmpdir() })).rejects.toThrow(
    /pooler in transaction mode.+Connect to PostgreSQL directly, or set the pooler to session mode/,
  )
  await pooler.close()
})

test('a session pooler and a direct connection are accepted', async () => {
  const pooler = await openPooler(database.url, 'session')
  await refuseTransactionPooler(pooler.url)
  await pooler.close()
  await refuseTransactionPooler(database.url)
})

test('ignores a database that cannot be reached', async () => {
  await refuseTransactionPooler('postgresql://nobody@127.0.0.1:1/none')
})
