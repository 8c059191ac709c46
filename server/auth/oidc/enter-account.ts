import { randomBytes } from 'node:crypto'
import { Prisma } from '#prisma/generated/client.ts'
import { claimAccount } from '#server/auth/claim-account.ts'
import { lockAccount } from '#server/auth/lock-account.ts'
import { lockName } from '#server/auth/own-partner.ts'
import { hasSecondFactor } from '#server/auth/second-factor/take-code.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { providerAdded } from '#server/mail/templates.ts'
import { currencyOfCountry } from '#server/platform/countries.schema.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Attempt } from './oauth-cookie.ts'
import type { Provider } from './oidc-config.ts'
import { authenticationFailed, PROVIDER_NAMES, type Identity } from './prove-identity.ts'

export interface Entry {
  userId: string
  isNew: boolean
  /** The change besides signing in, as named in the audit log. */
  change: 'sign_up' | 'provider_linked' | 'account_claimed' | null
}

type Tx = Prisma.TransactionClient
type Role = 'customer' | 'partner' | 'admin'

const TRIES = 3

/**
 * Finds or creates the account for a proven identity: the one connected to the identity, or else the one with the
 * verified address, or else a new one. Emails the owner if an existing account got a new sign-in method.
 * @throws AppError unauthorized without a verified address; forbidden at the partners' sign-in for anyone but partners;
 *   conflict if the address belongs to a partner that someone else manages
 */
export async function enterAccount(
  db: Db,
  { siteUrl, country }: Pick<Visit, 'siteUrl' | 'country'>,
  attempt: Attempt,
  identity: Identity,
): Promise<Entry> {
  for (let left = TRIES; ; left--) {
    try {
      return await db.$transaction(async (tx) => {
        const entry = await enter(tx, attempt, identity, country)
        if (entry.change === 'provider_linked' || entry.change === 'account_claimed')
          await tellOwner(tx, siteUrl, entry.userId, attempt.provider, identity)
        return entry
      })
    } catch (error) {
      // If a new visitor signs in in two tabs at once, the second tab finds the account that the first has just
      // created.
      if (
        left === 1 ||
        !(error instanceof Prisma.PrismaClientKnownRequestError) ||
        !['P2002', 'P2034'].includes(error.code)
      )
        throw error
    }
  }
}

async function tellOwner(
  tx: Tx,
  siteUrl: string,
  userId: string,
  provider: Provider,
  { email }: Identity,
): Promise<void> {
  const { email: to, profile } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, profile: { select: { fullName: true } } },
  })
  await queueMail(tx, {
    to,
    ...providerAdded({ siteUrl, name: profile?.fullName, provider: PROVIDER_NAMES[provider], account: email ?? '' }),
  })
}

/**
 * Connects the identity to the account that started the attempt, whatever the identity's email address.
 * @throws AppError unauthorized if its session has ended, conflict if the identity is connected to another account
 */
async function connect(
  tx: Tx,
  { userId, sessionId }: NonNullable<Attempt['connect']>,
  provider: Provider,
  { subject, email }: Identity,
): Promise<Entry> {
  await lockAccount(tx, userId)
  const session = await tx.session.findFirst({
    where: { id: sessionId, userId, expiresAt: { gt: new Date() } },
    select: { id: true },
  })
  if (!session) throw new AppError('unauthorized', 'No session found')
  const linked = await tx.oAuthAccount.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { userId: true },
  })
  if (linked && linked.userId !== userId)
    throw new AppError('conflict', `This ${PROVIDER_NAMES[provider]} account is connected to another account.`)
  if (!linked) await tx.oAuthAccount.create({ data: { provider, subject, userId, email: email ?? '' } })
  return { userId, isNew: false, change: linked ? null : 'provider_linked' }
}

async function enter(tx: Tx, attempt: Attempt, identity: Identity, country: string): Promise<Entry> {
  const { provider } = attempt
  if (attempt.connect) return connect(tx, attempt.connect, provider, identity)
  const { subject, email, name } = identity
  const linked = await tx.oAuthAccount.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { userId: true, user: { select: { role: true } } },
  })
  if (linked) {
    refuseOthersAsPartners(attempt, linked.user.role)
    await ensureProfile(tx, linked.userId, name)
    return { userId: linked.userId, isNew: false, change: null }
  }
  if (!email) throw authenticationFailed(provider)
  const [user] = await tx.$queryRaw<Array<{ id: string }>>`SELECT id FROM users WHERE email = ${email} FOR UPDATE`
  if (!user) return { userId: await createUser(tx, attempt, email, identity, country), isNew: true, change: 'sign_up' }

  // The address was never verified, so a stranger may have created the account and chosen its role. This is the first
  // proof, so the role is not kept.
  const isClaimed = await claimAccount(tx, user.id)
  const { role } = await tx.user.findUniqueOrThrow({ where: { id: user.id }, select: { role: true } })
  if (isClaimed && attempt.accountType === 'partner' && role === 'customer') {
    await tx.user.update({ where: { id: user.id }, data: { role: 'partner' } })
    await joinAsPartner(tx, user.id, email, name, country)
  } else refuseOthersAsPartners(attempt, role)
  // Adds no sign-in method, because the second factor has not been checked here, and the mailbox may be stolen. The
  // owner can connect the provider in the settings.
  if (await hasSecondFactor(tx, user.id))
    return { userId: user.id, isNew: false, change: isClaimed ? 'account_claimed' : null }
  await tx.oAuthAccount.create({ data: { provider, subject, userId: user.id, email } })
  await ensureProfile(tx, user.id, name)
  return { userId: user.id, isNew: false, change: isClaimed ? 'account_claimed' : 'provider_linked' }
}

/**
 * Refuses everyone but partners, like the partners' sign-in with a password. Only people who have proven their identity
 * see this refusal.
 */
function refuseOthersAsPartners({ accountType }: Attempt, role: Role): void {
  if (accountType === 'partner' && role !== 'partner') throw new AppError('forbidden', 'Invalid partner account')
}

async function createUser(
  tx: Tx,
  { provider, accountType }: Attempt,
  email: string,
  { subject, name }: Identity,
  country: string,
): Promise<string> {
  const user = await tx.user.create({
    data: {
      email,
      role: accountType,
      emailVerifiedAt: new Date(),
      profile: { create: { fullName: name } },
      oauthAccounts: { create: { provider, subject, email } },
    },
    select: { id: true },
  })
  if (accountType === 'partner') await joinAsPartner(tx, user.id, email, name, country)
  return user.id
}

/**
 * Takes the pending partner with that address if nobody manages it, or else creates one. Other partners can be joined
 * by invitation only. A new partner sells in the currency of the visitor's country, and Home asks the partner for the
 * country.
 */
async function joinAsPartner(tx: Tx, ownerId: string, email: string, name: string, country: string): Promise<void> {
  const [existing] = await tx.$queryRaw<Array<{ id: string; isFree: boolean }>>`
    SELECT id, owner_id IS NULL AND verification_status = 'pending' AS "isFree" FROM partners WHERE lower(email) = ${email} FOR UPDATE`
  if (existing && !existing.isFree) throw new AppError('conflict', 'Failed to create account')
  if (existing) await tx.partner.update({ where: { id: existing.id }, data: { ownerId } })
  else
    await tx.partner.create({
      data: {
        ownerId,
        email,
        businessName: await freeBusinessName(tx, name || email.split('@')[0] || 'Partner Business'),
        contactPerson: name,
        businessType: 'ecommerce',
        ...(await suggestedCurrency(tx, country)),
      },
    })
}

/**
 * Returns the currency of a country. Returns an empty object if the currency has no rate or the shop does not support
 * it, so that the column's default remains.
 */
async function suggestedCurrency(tx: Tx, country: string): Promise<{ currency?: string }> {
  const currency = currencyOfCountry(country)
  const isKnown = currency !== null && (await tx.exchangeRate.count({ where: { currency } })) > 0
  return isKnown ? { currency } : {}
}

async function freeBusinessName(tx: Tx, wish: string): Promise<string> {
  await lockName(tx, wish)
  const isTaken = await tx.partner.findFirst({
    where: { businessName: { equals: escapeLike(wish), mode: 'insensitive' } },
    select: { id: true },
  })
  return isTaken ? `${wish} ${randomBytes(3).toString('hex')}` : wish
}

async function ensureProfile(tx: Tx, userId: string, fullName: string): Promise<void> {
  await tx.profile.upsert({ where: { userId }, create: { userId, fullName }, update: {} })
}
