import type { Prisma } from '#prisma/generated/client.ts'
import { mailAdmins } from '#server/auth/mail-admins.ts'
import { hostTakenOver, hostTakenOverForAdmins } from '#server/mail/host-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { HostHolder } from './hold-host.ts'

/** Emails the partner that a host was verified for before, and the administrators. */
export async function tellFormerHolder(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  { host, partnerId, businessName }: HostHolder,
  proven: string,
): Promise<void> {
  const former = await tx.partner.findUnique({
    where: { id: partnerId },
    select: { contactPerson: true, email: true, owner: { select: { email: true } } },
  })
  if (!former) return
  const about = { siteUrl, businessName, host, proven }
  await queueMail(tx, {
    to: former.owner?.email ?? former.email,
    ...hostTakenOver({ ...about, name: former.contactPerson }),
  })
  await mailAdmins(tx, hostTakenOverForAdmins({ ...about, partnerId }))
}
