import { appSecret } from '#server/platform/secrets.ts'
import type { Db } from '#server/platform/db.ts'

/** The address of our own ingest for UploadThing's handler. It never leaves the process. */
export const OWN_INGEST = 'http://ingest.invalid/api/ingest'

/** Returns the key that our own ingest and UploadThing's handler share, and the token that configures the handler. */
export async function mintToken(db: Db): Promise<{ apiKey: string; token: string }> {
  const apiKey = `sk_live_${(await appSecret(db, 'uploads')).toString('hex')}`
  const said = { apiKey, appId: 'wtf', regions: ['here'] }
  return { apiKey, token: Buffer.from(JSON.stringify(said)).toString('base64') }
}
