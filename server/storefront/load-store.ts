import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerContentType, PartnerMediaType } from '#prisma/generated/enums.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseDraftData, type DraftData } from './draft-data.ts'
import {
  STORE_PICTURE_KINDS,
  STORE_TEXT_NAMES,
  type StorePictureKind,
  type StoreTextName,
} from './storefront.schema.ts'

/** Texts that are rows of partner_content. The others are columns of partners. */
export const CONTENT_TYPES: Partial<Record<StoreTextName, PartnerContentType>> = {
  heroTitle: 'hero_title',
  heroSubtitle: 'hero_subtitle',
  storeDescription: 'store_description',
  aboutSection: 'about_section',
}
export const MEDIA_TYPES = {
  heroImage: 'hero_image',
  logo: 'logo',
} as const satisfies Record<StorePictureKind, PartnerMediaType>

/** The draft's columns with the files of its new pictures. */
export const DRAFT_FILES = { heroImage: 'heroFileId', logo: 'logoFileId' } as const satisfies Record<
  StorePictureKind,
  string
>

const FILE = { sha256: true, width: true, height: true, colour: true } as const
type FileRow = { sha256: string; width: number; height: number; colour: string }

export type StoreTexts = Record<StoreTextName, string>
type StorePicture = { picture: Picture; fileName: string }
type StorePictures = Record<StorePictureKind, StorePicture | null>

/** A partner's published page, and the page with its draft applied. */
export interface LoadedStore {
  businessName: string
  returnsDays: number | null
  isListed: boolean
  draft: DraftData
  revision: number
  changedAt: Date | null
  changedBy: string
  published: { texts: StoreTexts; pictures: StorePictures }
  drafted: { texts: StoreTexts; pictures: StorePictures }
}

/**
 * Reads the page and the draft of a partner in any state.
 * @throws AppError not_found without such a partner
 */
export async function loadStore(db: Db | Prisma.TransactionClient, partnerId: string): Promise<LoadedStore> {
  // The queries run one after the other, because in a transaction they share a connection.
  const partner = await db.partner.findUnique({
    where: { id: partnerId },
    select: {
      businessName: true,
      verificationStatus: true,
      isPaused: true,
      ethos: true,
      shippingPolicy: true,
      returnsPolicy: true,
      returnsDays: true,
    },
  })
  if (!partner) throw new AppError('not_found', 'Brand not found')
  const content = await db.partnerContent.findMany({
    where: { partnerId, isActive: true },
    select: { contentType: true, content: true },
  })
  const media = await db.partnerMedia.findMany({
    where: { partnerId, isActive: true, mediaType: { in: Object.values(MEDIA_TYPES) } },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
    select: { mediaType: true, fileName: true, altText: true, file: { select: FILE } },
  })
  const row = await db.storefrontDraft.findUnique({
    where: { partnerId },
    include: { updatedBy: { select: { email: true, profile: { select: { fullName: true } } } } },
  })
  const newFiles = await db.mediaFile.findMany({
    where: { id: { in: [row?.heroFileId, row?.logoFileId].filter((id) => typeof id === 'string') } },
    select: { id: true, ...FILE },
  })
  const draft = parseDraftData(row)
  const published = {
    texts: textsFrom((name) => {
      const type = CONTENT_TYPES[name]
      return type
        ? (content.find(({ contentType }) => contentType === type)?.content ?? '')
        : partner[name as 'ethos' | 'shippingPolicy' | 'returnsPolicy']
    }),
    pictures: picturesFrom((kind) => {
      const found = media.find(({ mediaType }) => mediaType === MEDIA_TYPES[kind])
      return found?.file ? pictureOf(found.file, found) : null
    }),
  }
  return {
    businessName: partner.businessName,
    returnsDays: partner.returnsDays,
    isListed: partner.verificationStatus === 'approved' && !partner.isPaused,
    draft,
    revision: row?.revision ?? 0,
    changedAt: row?.updatedAt ?? null,
    changedBy: row?.updatedBy?.profile?.fullName || row?.updatedBy?.email || '',
    published,
    drafted: {
      texts: { ...published.texts, ...draft.texts },
      pictures: picturesFrom((kind) => {
        const change = draft.pictures[kind]
        const before = published.pictures[kind]
        if (!change) return before
        if (change.is === 'removed') return null
        if (change.isNew) {
          const file = newFiles.find(({ id }) => id === row?.[DRAFT_FILES[kind]])
          return file ? pictureOf(file, change) : null
        }
        return before && { ...before, picture: { ...before.picture, alt: change.altText } }
      }),
    },
  }
}

const textsFrom = (read: (name: StoreTextName) => string): StoreTexts =>
  Object.fromEntries(STORE_TEXT_NAMES.map((name) => [name, read(name)])) as StoreTexts

const picturesFrom = (read: (kind: StorePictureKind) => StorePicture | null): StorePictures =>
  Object.fromEntries(STORE_PICTURE_KINDS.map((kind) => [kind, read(kind)])) as StorePictures

const pictureOf = (
  { sha256, width, height, colour }: FileRow,
  { fileName, altText }: { fileName: string; altText: string },
): StorePicture => ({ picture: { name: mediaName(sha256), width, height, colour, alt: altText }, fileName })
