import { mediaName } from '#server/media/picture.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadStore } from './load-store.ts'

const MAX_MEDIA = 500
const MAX_CODES = 5_000

/**
 * Returns the store as one document: its profile, policies, tracking, the published page and its draft, promotions,
 * verified hosts, codes, team (by roles) and agreements. Long lists have separate files. Contains no keys, no secrets
 * and no colleague's address.
 */
export async function exportStore({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, now = new Date()) {
  const found = await db.partner.findUnique({
    where: { id: partner.id },
    select: {
      businessName: true,
      contactPerson: true,
      businessAddress: true,
      businessType: true,
      email: true,
      contactEmail: true,
      phone: true,
      websiteUrl: true,
      platform: true,
      currency: true,
      country: true,
      returnsDays: true,
      timeZone: true,
      verificationStatus: true,
      productKinds: true,
      utmSource: true,
      utmMedium: true,
      utmCampaign: true,
      sendsRef: true,
      pausedFrom: true,
      pausedUntil: true,
      createdAt: true,
      domains: { select: { host: true, verifiedAt: true }, orderBy: { host: 'asc' } },
      members: { select: { role: true, createdAt: true }, orderBy: { createdAt: 'asc' } },
      agreements: {
        select: { acceptedAt: true, termsVersion: true, plan: { select: { name: true, version: true } } },
        orderBy: [{ acceptedAt: 'asc' }, { id: 'asc' }],
      },
      discountCodes: { omit: { partnerId: true }, orderBy: { createdAt: 'asc' }, take: MAX_CODES },
      media: {
        where: { deletedAt: null },
        select: {
          mediaType: true,
          fileName: true,
          altText: true,
          isActive: true,
          review: true,
          reviewReason: true,
          createdAt: true,
          file: { select: { sha256: true } },
          video: { select: { sha256: true } },
        },
        orderBy: [{ mediaType: 'asc' }, { displayOrder: 'asc' }],
        take: MAX_MEDIA,
      },
    },
  })
  if (!found) throw new AppError('not_found', 'Store not found.')
  const { domains, members, agreements, discountCodes, media, ...profile } = found
  const { published, drafted, isListed, changedAt } = await loadStore(db, partner.id)
  const texts = { published: published.texts, drafted: drafted.texts }
  return {
    exportedAt: now,
    store: { id: partner.id, ...profile },
    page: { isListed, changedAt, texts },
    pictures: media.map(({ file, video, ...about }) => ({
      ...about,
      // Public for everyone with the URL, like all pictures.
      url: file ? `/img/${mediaName(file.sha256)}/1600.jpg` : null,
      sha256: file?.sha256 ?? video?.sha256 ?? null,
    })),
    verifiedHosts: domains,
    discountCodes,
    team: members.map(({ role, createdAt }) => ({ role, since: createdAt })),
    agreements: agreements.map(({ plan, ...agreement }) => ({
      ...agreement,
      plan: `${plan.name}, version ${plan.version}`,
    })),
  }
}
