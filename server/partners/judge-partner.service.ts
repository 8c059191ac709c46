import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { partnerApproved, partnerRejected, partnerSuspended } from '#server/mail/partner-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { resumePictures } from '#server/quotas/resume-pictures.ts'
import type { JudgePartnerInput } from './partner-queue.schema.ts'
import { holdHost } from './hosts/hold-host.ts'
import { NEXT_STATUSES, type PartnerStatus } from './partner-status.schema.ts'

/**
 * Approves, rejects or suspends a partner, and emails it. Lists, the sitemap and links to its store change with the
 * next request, and cached pages (server/http/page-cache.ts) within a second. An approval verifies the website's host
 * and keeps the name, so it is refused if either differs from the page that the administrator saw.
 * @param within a surrounding transaction
 * @throws AppError not_found; conflict if the partner's state has changed, the new state is not allowed, or its name or
 *   website has changed since the page was opened
 */
export async function judgePartner(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, from, to, ...sent }: JudgePartnerInput,
  within?: Prisma.TransactionClient,
): Promise<{ businessName: string; status: PartnerStatus }> {
  const reason = 'reason' in sent ? sent.reason : ''
  const judge = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
    const partner = await tx.partner.findUnique({
      where: { id: partnerId },
      select: {
        businessName: true,
        contactPerson: true,
        email: true,
        verificationStatus: true,
        websiteUrl: true,
        owner: { select: { email: true } },
      },
    })
    if (!partner) throw new AppError('not_found', 'Partner not found.')
    const { businessName, contactPerson, verificationStatus: status } = partner
    if (status !== from) throw new AppError('conflict', `${businessName} is now ${status}. Nothing was changed.`)
    if (!NEXT_STATUSES[status].includes(to))
      throw new AppError('conflict', `${businessName} is ${status}, so it cannot be ${to}.`)
    if (!('reason' in sent)) assertAsShown(partner, sent)
    await tx.partner.update({
      where: { id: partnerId },
      data: {
        verificationStatus: to,
        statusReason: reason,
        statusChangedAt: new Date(),
        ...(to === 'approved' && { approvedName: businessName }),
      },
    })
    const website =
      to === 'approved' ? await holdHost(tx, { partnerId, typed: partner.websiteUrl ?? '', proof: 'admin' }) : null
    // Resumes the pictures, because approved partners have higher limits.
    if (to === 'approved') await resumePictures(tx, partnerId)
    const about = { siteUrl: visit.siteUrl, name: contactPerson, businessName }
    const mail =
      to === 'approved'
        ? partnerApproved({ ...about, isBack: status !== 'pending' })
        : to === 'rejected'
          ? partnerRejected({ ...about, reason })
          : partnerSuspended({ ...about, reason })
    await queueMail(tx, { to: partner.owner?.email ?? partner.email, ...mail })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `partner_${to}`,
        subjectId: partnerId,
        data: {
          from: status,
          ...changedFields({ standing: status }, { standing: to }),
          ...(reason && { reason }),
          ...(website?.outcome === 'added' && { host: website.host }),
        },
      },
      tx,
    )
    return { businessName, status: to }
  }
  return within ? judge(within) : db.$transaction(judge)
}

interface Shown {
  businessName: string
  /** Empty or null for none. */
  websiteUrl: string | null
}

/**
 * Refuses a decision if the name or the website has changed since the page was opened. Form texts arrive cleaned.
 * @throws AppError conflict that names the new values
 */
function assertAsShown(now: Shown, shown: Shown): void {
  const [name, website] = [cleanText(now.businessName), cleanText(now.websiteUrl ?? '')]
  const changes = [
    ...(name === shown.businessName ? [] : [`its name to ${name}`]),
    ...(website === shown.websiteUrl ? [] : [website ? `its website to ${website}` : 'its website (now empty)']),
  ]
  if (changes.length)
    throw new AppError(
      'conflict',
      `The partner has changed ${changes.join(' and ')} since you opened this page. Check it and approve again.`,
    )
}
