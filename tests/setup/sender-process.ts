// Sends emails in a separate process. For tests that kill it: node tests/setup/sender-process.ts '{"databaseUrl": ...,
// "smtp": ..., "pace": ...}'
import { mailQueue } from '#server/mail/mail-queue.ts'
import { connect } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { startQueues } from '#server/platform/queue.ts'

log.level = 'silent'
const options = JSON.parse(process.argv[2] ?? '') as Omit<Parameters<typeof mailQueue>[0], 'db'>
const { databaseUrl } = options
const db = connect(databaseUrl, { poolSize: 4 })
await startQueues({ databaseUrl, queues: [mailQueue({ ...options, db })], superviseSeconds: 1 }).ready
console.log('ready')
