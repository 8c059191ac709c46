import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import type { Deliver } from './deliver.ts'
import { strikeSecrets } from './strike-secrets.ts'

/** One attempt to send an email, made once by the first process that claims it. */
export interface Attempt {
  mailId: string
  /** The number of earlier attempts. */
  before: number
}

/**
 * Makes one attempt to send an email, unless another process has made it or the email is no longer queued. If a process
 * dies after the server has accepted the email and before that is recorded, the email is sent again with the same
 * Message-ID.
 * @param retryAfterSeconds the delay after the first, second, ... attempt. The attempt after the last delay is the last
 * one
 * @returns the next attempt and its delay in seconds; null if there is none
 */
export async function sendMail(
  db: Db,
  deliver: Deliver,
  { mailId, before }: Attempt,
  retryAfterSeconds: readonly number[],
  signal: AbortSignal,
): Promise<{ piece: Attempt; inSeconds: number } | null> {
  const isQueued = { id: mailId, state: 'queued' } as const
  const attempts = before + 1
  if (attempts > retryAfterSeconds.length + 1) {
    await db.mail.updateMany({
      where: { ...isQueued, attempts: before },
      data: {
        state: 'failed',
        lastError: 'The last attempt was interrupted, so we do not know whether the email arrived.',
      },
    })
    return null
  }
  const [mail] = await db.mail.updateManyAndReturn({ where: { ...isQueued, attempts: before }, data: { attempts } })
  if (!mail) return null
  const delivery = await deliver(mail, signal)
  if (delivery.outcome === 'sent') {
    const struck = { text: strikeSecrets(mail.text), html: strikeSecrets(mail.html), unsubscribeUrl: null }
    await db.mail.updateMany({
      where: { id: mailId },
      data: { state: 'sent', sentAt: new Date(), lastError: null, ...struck },
    })
    return null
  }
  const inSeconds = delivery.outcome === 'deferred' ? retryAfterSeconds[before] : undefined
  await db.mail.updateMany({
    where: isQueued,
    data: { state: inSeconds === undefined ? 'failed' : 'queued', lastError: delivery.reason },
  })
  if (inSeconds !== undefined) return { piece: { mailId, before: attempts }, inSeconds }
  log.warn({ mailId, kind: mail.kind, attempts }, 'an email could not be sent; /admin/outbox says why')
  return null
}
