import { mailOwner } from '#server/auth/mail-owner.ts'
import { webhookSwitchedOff } from '#server/mail/webhook-mails.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * Switches a webhook off and emails the store's owner. Does nothing if it is not active.
 * @param why a sentence for the owner
 */
export async function switchWebhookOff(db: Db, siteUrl: string, webhookId: string, why: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.outgoingWebhook.updateMany({
      where: { id: webhookId, state: 'active' },
      data: { state: 'off', offReason: why },
    })
    if (!count) return
    const { url, partner } = await tx.outgoingWebhook.findUniqueOrThrow({
      where: { id: webhookId },
      select: { url: true, partner: { select: { id: true, ownerId: true, businessName: true } } },
    })
    // Emails and the audit log only contain the host, because a URL can contain a secret.
    const { host } = new URL(url)
    if (partner.ownerId)
      await mailOwner(tx, partner.ownerId, (owner) =>
        webhookSwitchedOff({ siteUrl, ...owner, businessName: partner.businessName, webhookId, host, why }),
      )
    const data = { webhookId, host, why }
    await writeAudit(db, null, { actorId: null, action: 'webhook_switched_off', subjectId: partner.id, data }, tx)
  })
}
