// Delivers webhooks in a separate process. For tests that kill it: node tests/setup/webhooks-process.ts
// '{"databaseUrl": ..., "origin": ..., "secretsKey": ...}'
import { deliveriesQueue } from '#server/outgoing-webhooks/deliveries-queue.ts'
import { connect } from '#server/platform/db.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { startQueues } from '#server/platform/queue.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'

/** How the process is started. */
export interface WebhooksProcess {
  databaseUrl: string
  /** The origin of the receiver on this machine. */
  origin: string
  /** Base64. */
  secretsKey: string
}

log.level = 'silent'
const { databaseUrl, origin, secretsKey } = JSON.parse(process.argv[2] ?? '') as WebhooksProcess
configureSecrets([Buffer.from(secretsKey, 'base64')])
allowOwnOrigins([origin])
const db = connect(databaseUrl, { poolSize: 4 })
const queue = deliveriesQueue({ db, databaseUrl, siteUrl: 'https://wtf.example', lookEverySeconds: 1 })
await startQueues({ databaseUrl, queues: [{ ...queue, pollSeconds: 0.5 }], superviseSeconds: 1 }).ready
console.log('ready')
