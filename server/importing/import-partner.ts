import net from 'node:net'
import type { Prisma } from '#prisma/generated/client.ts'
import { assertHostIsFree, holdHost } from '#server/partners/hosts/hold-host.ts'
import { isSharedHost } from '#server/partners/shared-hosts.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'

const NAMES_SHOWN = 20

/** The partner to import products for, as the operator gives it. */
export interface PartnerRequest {
  name: string
  /** The store's website. The operator vouches for it, so its host counts as verified. */
  websiteUrl?: string | undefined
  /** ISO 4217; a new partner needs one. */
  currency?: string | undefined
  /** For a new partner; shown on its page. */
  email?: string | undefined
}

export interface ImportPartner {
  id: string
  businessName: string
  currency: string
  /** Without a trailing slash. */
  websiteUrl: string | null
  /** The value of one unit of its currency in the base currency (USD). */
  baseRate: number
  isNew: boolean
  /** Hosts that become verified for the partner on `save`. */
  hosts: string[]
  /** Missing information that shoppers will notice, for the operator. */
  warnings: string[]
  /** Writes the changes of the request, if any. */
  save: () => Promise<void>
}

/**
 * Finds the partner by name (ignoring case), or prepares a new one. Writes nothing until `save`.
 * @throws AppError not_found for an unknown name without a website, bad_input or conflict if website, currency or email
 * do not fit.
 */
export async function resolvePartner(db: Db, request: PartnerRequest): Promise<ImportPartner> {
  const name = cleanText(request.name).replace(/\s+/g, ' ').trim()
  if (name === '' || name.length > 200)
    throw new AppError('bad_input', 'Name the partner: --partner "Its business name".')
  const site = request.websiteUrl === undefined ? null : parseWebsite(request.websiteUrl)
  const currency = request.currency?.toUpperCase()
  const existing = await findPartner(db, name)
  if (existing) {
    const baseRate = await getRate(db, existing.currency)
    if (site) await refuseForeignHost(db, site.host, existing.id)
    return { ...prepareExisting(db, existing, { site, currency }), baseRate }
  }
  if (!site) throw new AppError('not_found', await unknownPartner(db, name))
  if (!currency)
    throw new AppError('bad_input', `Which currency are the prices of '${name}' in? Add it, such as --currency EUR.`)
  const baseRate = await getRate(db, currency)
  await refuseForeignHost(db, site.host, null)
  return { ...(await prepareNew(db, { name, site, currency, email: request.email })), baseRate }
}

type Site = ReturnType<typeof parseWebsite>

/** Parses 'www.shop.example/' into its address and the host to verify. */
function parseWebsite(text: string): { url: string; host: string } {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError('bad_input', `'${text}' is not a website. Enter a URL like https://brand.example.`)
  const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '')
  if (!host.includes('.') || net.isIP(host) || isSharedHost(host))
    throw new AppError('bad_input', `'${text}' is not a store's own website. Enter a URL like https://brand.example.`)
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), host }
}

async function findPartner(db: Db, name: string) {
  const found = await db.partner.findMany({
    where: { businessName: { equals: escapeLike(name), mode: 'insensitive' } },
    select: {
      id: true,
      businessName: true,
      currency: true,
      websiteUrl: true,
      verificationStatus: true,
      domains: { select: { host: true } },
    },
  })
  return found.find((partner) => partner.businessName === name) ?? found[0] ?? null
}
type FoundPartner = NonNullable<Awaited<ReturnType<typeof findPartner>>>

async function getRate(db: Db, currency: string): Promise<number> {
  const rate = await db.exchangeRate.findUnique({ where: { currency } })
  if (rate) return Number(rate.toBase)
  const known = (await db.exchangeRate.findMany({ orderBy: { currency: 'asc' } })).map((row) => row.currency)
  throw new AppError(
    'bad_input',
    `There is no exchange rate for '${currency}'. Known currencies are ${known.join(', ')}.`,
  )
}

async function refuseForeignHost(db: Db, host: string, partnerId: string | null): Promise<void> {
  await db.$transaction((tx) => assertHostIsFree(tx, partnerId, host))
}

/** Verifies the host: the operator vouches for it. @throws AppError conflict if another partner has claimed it */
async function hold(tx: Prisma.TransactionClient, partnerId: string, typed: string): Promise<void> {
  const held = await holdHost(tx, { partnerId, typed, proof: 'operator' })
  if (held.outcome !== 'added' && held.outcome !== 'covered') throw new AppError('conflict', held.message)
}

function prepareExisting(
  db: Db,
  partner: FoundPartner,
  { site, currency }: { site: Site | null; currency: string | undefined },
): Omit<ImportPartner, 'baseRate'> {
  const { id, businessName } = partner
  const stored = partner.websiteUrl?.trim().replace(/\/+$/, '')
  // Partners type their address in many ways; without a scheme it means https.
  const known = stored ? (/^https?:\/\//i.test(stored) ? stored : `https://${stored}`) : null
  if (currency && currency !== partner.currency)
    throw new AppError('conflict', `${businessName} sells in ${partner.currency}, not ${currency}.`)
  if (site && known && site.url !== known)
    throw new AppError('conflict', `${businessName} already has a website: ${known}.`)
  const websiteUrl = known ?? site?.url ?? null
  const hosts = [...partner.domains.map((domain) => domain.host), ...(site ? [site.host] : [])]
  const isVerified =
    websiteUrl !== null &&
    hosts.some((host) => new URL(websiteUrl).hostname === host || new URL(websiteUrl).hostname.endsWith(`.${host}`))
  const warnings = [
    ...(partner.verificationStatus === OPEN_WHERE.verificationStatus
      ? []
      : [`${businessName} is ${partner.verificationStatus}. Its products are listed once it is approved.`]),
    ...(websiteUrl === null
      ? [
          `${businessName} has no website. Shoppers cannot visit its store until you run the import again with --website URL.`,
        ]
      : []),
    ...(websiteUrl !== null && !isVerified
      ? [
          `The domain of ${websiteUrl} is not verified. Shoppers cannot visit the store until you run the import again with --website ${websiteUrl}.`,
        ]
      : []),
  ]
  const save = async () => {
    if (!site) return
    if (!known) await db.partner.update({ where: { id }, data: { websiteUrl: site.url } })
    await db.$transaction((tx) => hold(tx, id, site.host))
  }
  return { id, businessName, currency: partner.currency, websiteUrl, isNew: false, hosts, warnings, save }
}

async function prepareNew(
  db: Db,
  { name, site, currency, email }: { name: string; site: Site; currency: string; email: string | undefined },
): Promise<Omit<ImportPartner, 'baseRate'>> {
  const id = newId()
  const address = (email ?? `hello@${site.host}`).trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address))
    throw new AppError('bad_input', `'${address}' is not an email address.`)
  const taken = await db.partner.findFirst({
    where: { email: { equals: escapeLike(address), mode: 'insensitive' } },
    select: { businessName: true },
  })
  if (taken)
    throw new AppError(
      'conflict',
      `${address} already belongs to '${taken.businessName}'. Set this partner's own email address with --email.`,
    )
  return {
    id,
    businessName: name,
    currency,
    websiteUrl: site.url,
    isNew: true,
    hosts: [site.host],
    warnings: email
      ? []
      : [
          `Its store page shows ${address} as the contact address. Set another one with --email on the first import, or in its profile.`,
        ],
    save: async () => {
      await db.$transaction(async (tx) => {
        await tx.partner.create({
          data: {
            id,
            businessName: name,
            currency,
            email: address,
            websiteUrl: site.url,
            platform: 'shopify',
            verificationStatus: 'approved',
            approvedName: name,
          },
        })
        await hold(tx, id, site.host)
      })
    },
  }
}

async function unknownPartner(db: Db, name: string): Promise<string> {
  const [partners, count] = await Promise.all([
    db.partner.findMany({ orderBy: { businessName: 'asc' }, take: NAMES_SHOWN, select: { businessName: true } }),
    db.partner.count(),
  ])
  const create = `To create it, add its website and currency: --partner ${JSON.stringify(name)} --website https://... --currency EUR`
  if (!count)
    return `There is no partner '${name}', and there are no others. npm start creates the demo's partners. ${create}`
  const names = partners.map((partner) => `  ${partner.businessName}`).join('\n')
  return `There is no partner '${name}'. These exist:\n${names}${count > NAMES_SHOWN ? `\n  and ${count - NAMES_SHOWN} more` : ''}\n${create}`
}
