import type { Picture } from '#server/media/picture.ts'
import { getStore } from '#server/partners/partners.service.ts'
import type { Ask, PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'
import { countChanges } from './draft-data.ts'
import { loadStore, type StoreTexts } from './load-store.ts'
import { STORE_TEXT_NAMES } from './storefront.schema.ts'

const KEY = 'storefront'
const PURPOSE = 'preview'
const VALID_MS = 30 * 60_000

/** The part of a store page above its products, which the preview shows. */
interface StorePreview {
  partnerId: string
  businessName: string
  returnsDays: number | null
  /** True if it shows unpublished changes. */
  isUnsaved: boolean
  texts: StoreTexts
  heroImage: Picture | null
  logo: Picture | null
}

interface PreviewInput {
  partnerId: string
  token: string | null
}

/** Creates a token for a preview of the viewer's draft. Anyone with the token sees the draft for 30 minutes, even signed out. */
export async function startPreview({
  db,
  partner,
}: Pick<PartnerAsk, 'db' | 'partner'>): Promise<{ partnerId: string; token: string }> {
  return { partnerId: partner.id, token: signToken(await appSecret(db, KEY), PURPOSE, partner.id) }
}

/** Whether the token is valid for this partner's preview and not expired. */
export async function mayPreview(db: Db, { partnerId, token }: PreviewInput, now = new Date()): Promise<boolean> {
  const read = token === null ? null : parseToken(await appSecret(db, KEY), PURPOSE, token)
  return read?.id === partnerId && now.getTime() - read.at.getTime() < VALID_MS
}

/**
 * Returns a partner's page with its draft if the token is valid, or else the public page.
 * @throws AppError not_found if neither is visible
 */
export async function getStorePreview(
  { db }: Pick<Ask, 'db'>,
  input: PreviewInput,
  now = new Date(),
): Promise<StorePreview> {
  const { partnerId } = input
  if (await mayPreview(db, input, now)) {
    const { businessName, returnsDays, draft, drafted } = await loadStore(db, partnerId)
    return {
      partnerId,
      businessName,
      returnsDays,
      isUnsaved: countChanges(draft) > 0,
      texts: drafted.texts,
      heroImage: drafted.pictures.heroImage?.picture ?? null,
      logo: drafted.pictures.logo?.picture ?? null,
    }
  }
  const store = await getStore(db, partnerId)
  const texts = Object.fromEntries(STORE_TEXT_NAMES.map((name) => [name, store[name]])) as StoreTexts
  return {
    partnerId,
    businessName: store.businessName,
    returnsDays: store.returnsDays,
    isUnsaved: false,
    texts,
    heroImage: store.hero,
    logo: store.logo,
  }
}
