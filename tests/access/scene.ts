import type { Partner, Product, User } from '#prisma/generated/client.ts'
import type { PartnerRole } from '#prisma/generated/enums.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { configureOidc } from '#server/auth/oidc/oidc-config.ts'
import { hashToken, newToken } from '#server/auth/one-time-tokens.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { findViewer, openSession } from '#server/auth/session.service.ts'
import { hashInvitation } from '#server/invitations/invitation-link.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { clickFields, createPartner, createProduct, viewFields } from '#tests/factories.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'

export const ROLES = [
  'visitor',
  'customer',
  'pendingPartner',
  'approvedPartner',
  'rejectedPartner',
  'suspendedPartner',
  // Team members of an approved partner, with different roles.
  'partnersEditor',
  'partnersViewer',
  'admin',
  // An administrator with a session from before the suspension. Suspending ends sessions, and a remaining one must not
  // work.
  'suspendedAdmin',
] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD = 'Nine-purple-hats-7'
const passwordHash = hashPassword(PASSWORD)

/** A person with one of everything that can be owned. */
export interface Person {
  user: User
  partner: Partner | null
  /** A second session, as stored. */
  sessionId: string
  /** On the wishlist and recently viewed. */
  product: Product
  /** The id of the wishlist item. */
  itemId: string
  /** A batch that was removed from the wishlist. */
  batchId: string
  /** Tokens of emails, by purpose. */
  tokens: Record<'sign_up' | 'verify_email' | 'change_email' | 'reset_password' | 'after_reset' | 'magic_link', string>
  /** An email to this person that could not be sent. */
  mailId: string
  /** An answered support ticket of this person. */
  ticketId: string
  /** A favourite store that only this person has. */
  keptStore: string
  /** An open invitation to this person's address, not yet in any browser. */
  invitation: { id: string; token: string }
}

/**
 * Configures this process for every scene. There are no rate limits, administrators need a second factor, and Google
 * sign-in exists but is never contacted.
 * @param scenesAtOnce scenes per batch. Creating them one by one took most of the matrix's time. Use fewer for a few
 *   procedures.
 */
export function configureScenes({ scenesAtOnce = 16 } = {}): void {
  atOnce = scenesAtOnce
  configureAuth({ limits: 'off', adminEmails: [], adminSecondFactor: 'required' })
  configureOidc({
    google: { issuer: 'http://127.0.0.1:1', clientId: 'shop', clientSecret: 'secret' },
    siteUrl: 'http://127.0.0.1:3000',
  })
}

/** The separate data of one cell: the caller, and a stranger who shares nothing with the caller. */
export interface Scene {
  visit: TestVisit
  me: Person
  stranger: Person
  /** A listed product of an approved partner. */
  product: Product
}

let atOnce = 16
const spare = new WeakMap<Db, Map<Role, Promise<Array<Omit<Scene, 'visit'>>>>>()

/** @param role for 'visitor', `me` exists, but the visit is not signed in */
export async function createScene(db: Db, role: Role): Promise<Scene> {
  const ofRole = spare.get(db) ?? new Map<Role, Promise<Array<Omit<Scene, 'visit'>>>>()
  spare.set(db, ofRole)
  let people: Omit<Scene, 'visit'> | undefined
  while (!people) {
    const making = ofRole.get(role) ?? createPeopleOfScenes(db, role)
    ofRole.set(role, making)
    people = (await making).pop()
    if (!people && ofRole.get(role) === making) ofRole.delete(role)
  }
  const visit = createVisit()
  if (role !== 'visitor')
    await openSession(db, visit, people.me.user.id, { isRemembered: false, authenticatedAt: new Date() })
  if (role === 'suspendedAdmin')
    await db.user.update({ where: { id: people.me.user.id }, data: { suspendedAt: new Date() } })
  return { visit, ...people }
}

async function createPeopleOfScenes(db: Db, role: Role): Promise<Array<Omit<Scene, 'visit'>>> {
  const product = await shopOf(db)
  const mine = await createPeople(
    db,
    role,
    product,
    ['google'],
    Array.from({ length: atOnce }, () => null),
  )
  // The stranger is of the same kind as the caller, because a check that happens to exclude other kinds is not a guard.
  const kind = PARTNER_STATUS[role] ? 'approvedPartner' : 'customer'
  const formerEmails = mine.map(({ user }) => user.email)
  const strangers = await createPeople(db, kind, product, ['google', 'apple'], formerEmails)
  return mine.map((me, at) => ({ me, stranger: strangers[at]!, product }))
}

export const viewerOf = (db: Db, { visit }: Scene) => findViewer({ db, visit })

const shops = new WeakMap<Db, Promise<Product>>()

/** Returns the only public product. Nobody here manages its partner. */
function shopOf(db: Db): Promise<Product> {
  const shop = shops.get(db) ?? createPartner(db).then(({ id }) => createProduct(db, { partnerId: id }))
  shops.set(db, shop)
  return shop
}

const PARTNER_STATUS: Partial<Record<Role, Partner['verificationStatus']>> = {
  pendingPartner: 'pending',
  approvedPartner: 'approved',
  rejectedPartner: 'rejected',
  suspendedPartner: 'suspended',
  partnersEditor: 'approved',
  partnersViewer: 'approved',
}
const MEMBER_ROLE: Partial<Record<Role, PartnerRole>> = { partnersEditor: 'editor', partnersViewer: 'viewer' }

/**
 * Creates one person per address, with one statement per table. All names of a person contain the person's mark.
 * @param formerEmails addresses that each person is about to verify, although they belong to someone else now; null:
 *   their own address
 */
async function createPeople(
  db: Db,
  role: Role,
  shop: Product,
  providers: string[],
  formerEmails: Array<string | null>,
): Promise<Person[]> {
  const status = PARTNER_STATUS[role]
  const memberRole = MEMBER_ROLE[role]
  const { priceMinor, priceMaxMinor, priceBaseMinor, partnerId, brandId } = shop
  const hash = await passwordHash
  const drafts = formerEmails.map((formerEmail) => draftOf(formerEmail))
  const each = <T>(of: (draft: Draft) => T): T[] => drafts.map(of)
  const products = await db.product.createManyAndReturn({
    data: each(({ mark, productId }) => ({
      id: productId,
      partnerId,
      brandId,
      handle: mark,
      name: `Product ${newId()}`,
      status: 'active' as const,
      currency: 'USD',
      priceMinor,
      priceMaxMinor,
      priceBaseMinor,
      isInStock: true,
    })),
  })
  await db.partner.createMany({
    data: each(({ keptId, keptStore }) => ({
      id: keptId,
      businessName: keptStore,
      email: `${keptId}@example.test`,
      verificationStatus: 'approved' as const,
      websiteUrl: `https://${keptId}.example`,
    })),
  })
  const users = await db.user.createManyAndReturn({
    data: each(({ userId, email }) => ({
      id: userId,
      email,
      emailVerifiedAt: new Date(),
      // New administrators may not move money yet.
      createdAt: new Date('2020-01-01'),
      role: status ? ('partner' as const) : /admin$/i.test(role) ? ('admin' as const) : ('customer' as const),
    })),
  })
  await db.profile.createMany({ data: each(({ userId, mark }) => ({ userId, fullName: `Name ${mark}` })) })
  await db.password.createMany({ data: each(({ userId }) => ({ userId, hash })) })
  if (role === 'admin')
    await db.secondFactor.createMany({
      data: each(({ userId }) => ({ userId, secret: Buffer.from('sealed'), confirmedAt: new Date() })),
    })
  await db.oAuthAccount.createMany({
    data: each(({ userId, mark }) =>
      providers.map((provider) => ({
        userId,
        provider,
        subject: `${provider} ${mark}`,
        email: `${mark}@${provider}.test`,
      })),
    ).flat(),
  })
  await db.wishlistItem.createMany({
    data: each(({ itemId, userId, productId }) => ({
      id: itemId,
      userId,
      productId,
      addedPriceMinor: priceMinor,
      addedCurrency: 'USD',
    })),
  })
  await db.favouriteStore.createMany({
    data: each(({ userId, keptId }) => [
      { userId, partnerId },
      { userId, partnerId: keptId },
    ]).flat(),
  })
  await db.session.createMany({
    data: each(({ sessionId, userId, mark }) => ({
      id: sessionId,
      userId,
      expiresAt: inAnHour(),
      device: `Device ${mark}`,
    })),
  })
  await db.oneTimeToken.createMany({
    data: each(({ userId, mark, tokens, emails }) =>
      (Object.keys(tokens) as Array<keyof typeof tokens>).map((purpose) => ({
        userId,
        purpose,
        email: emails[purpose],
        tokenHash: hashToken(tokens[purpose]),
        browserHash: hashToken(mark),
        expiresAt: inAnHour(),
      })),
    ).flat(),
  })
  const partners = status
    ? await db.partner.createManyAndReturn({
        data: each(({ userId, mark, email }) => ({
          ownerId: memberRole ? null : userId,
          businessName: `Brand ${mark}`,
          email: `brand-${email}`,
          verificationStatus: status,
          websiteUrl: `https://${mark}.example`,
        })),
      })
    : []
  if (memberRole)
    await db.partnerMember.createMany({
      data: drafts.map(({ userId }, at) => ({ userId, partnerId: partners[at]!.id, role: memberRole })),
    })
  await db.removedWish.createMany({
    data: each(({ removedId, userId, batchId, mark }) => ({
      id: removedId,
      userId,
      productId: shop.id,
      batchId,
      item: {
        id: removedId,
        user_id: userId,
        product_id: shop.id,
        note: mark,
        priority: 3,
        added_at: new Date(),
        added_price_minor: priceMinor,
        added_currency: 'USD',
        watches_stock: true,
        was_below_target: false,
        was_low_stock: false,
      },
    })),
  })
  await db.productReview.createMany({
    data: each(({ userId, productId, mark, email }) => ({
      userId,
      productId,
      partnerId,
      rating: 5,
      customerName: mark,
      customerEmail: email,
    })),
  })
  await db.wishlistEvent.createMany({
    data: each(({ userId, itemId }) => ({
      userId,
      itemId,
      kind: 'price_drop' as const,
      facts: { fromMinor: priceMinor * 2, toMinor: priceMinor, currency: 'USD' },
    })),
  })
  await db.wishlistSettings.createMany({ data: each(({ userId }) => ({ userId, timeZone: 'Europe/Berlin' })) })
  const looks = each(({ userId, productId }) => [{ id: productId, partnerId }, { userId }] as const)
  await db.productView.createMany({ data: looks.map(([product, by]) => viewFields(product, by)) })
  await db.outboundClick.createMany({ data: looks.map(([product, by]) => clickFields(product, by)) })
  await db.auditEntry.createMany({
    data: each(({ userId, mark }) => ({ actorId: userId, action: `act ${mark}`, subjectId: userId })),
  })
  await db.mail.createMany({
    data: each(({ mailId, mark, email }) => ({
      id: mailId,
      kind: 'welcome',
      toAddress: email,
      subject: `Hello ${mark}`,
      text: mark,
      html: mark,
      state: 'failed' as const,
    })),
  })
  await db.supportTicket.createMany({
    data: each(({ ticketId, userId, mark, email }) => {
      const written = { name: mark, email, subject: mark, description: mark }
      return [
        { id: ticketId, channel: 'support' as const, userId, state: 'answered' as const, ...written },
        // Written before signing in.
        { channel: 'contact' as const, ...written },
      ]
    }).flat(),
  })
  await db.ticketReply.createMany({ data: each(({ ticketId, mark }) => ({ ticketId, text: `Hello ${mark}` })) })
  await db.waitlistEntry.createMany({ data: each(({ email }) => ({ email })) })
  await db.invitation.createMany({
    data: each(({ invitation, mark, email }) => ({
      id: invitation.id,
      email,
      businessName: mark,
      contactPerson: mark,
      tokenHash: hashInvitation(invitation.token),
      expiresAt: inAnHour(),
    })),
  })
  return drafts.map(({ sessionId, itemId, batchId, mailId, ticketId, keptStore, tokens, invitation }, at) => ({
    user: users[at]!,
    partner: partners[at] ?? null,
    product: products[at]!,
    keptStore,
    tokens,
    invitation,
    sessionId,
    itemId,
    batchId,
    mailId,
    ticketId,
  }))
}

type Draft = ReturnType<typeof draftOf>

/** Returns a person's rows with their references to each other. */
function draftOf(formerEmail: string | null) {
  const mark = `mark${newId().replaceAll('-', '')}`
  const email = `${mark}@example.test`
  const emails = {
    sign_up: email,
    after_reset: email,
    verify_email: formerEmail ?? email,
    change_email: `new-${email}`,
    reset_password: email,
    magic_link: email,
  }
  const tokens = {
    sign_up: `sign-up ${mark}`,
    after_reset: `after ${mark}`,
    verify_email: `verify ${mark}`,
    change_email: `change ${mark}`,
    reset_password: `reset ${mark}`,
    magic_link: `magic ${mark}`,
  }
  const [userId, productId, keptId, itemId] = [newId(), newId(), newId(), newId()]
  const [removedId, batchId, mailId, ticketId] = [newId(), newId(), newId(), newId()]
  return {
    mark,
    email,
    emails,
    tokens,
    userId,
    productId,
    keptId,
    itemId,
    removedId,
    batchId,
    mailId,
    ticketId,
    sessionId: hashToken(`session ${mark}`),
    keptStore: `Kept ${newId()}`,
    invitation: { id: newId(), token: newToken() },
  }
}

const inAnHour = () => new Date(Date.now() + 3600_000)

const prepared = new WeakMap<Db, Promise<unknown>>()

/**
 * Creates belongings_of() in the database. It returns a digest of all rows in all tables with a user or partner as
 * owner. It is a function with a generic plan, because it is called thousands of times, and planning takes twice as long
 * as reading.
 */
async function prepareBelongings(db: Db): Promise<unknown> {
  const columns = await db.$queryRaw<Array<{ table: string; column: string }>>`
    SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'uuid'
      AND (c.column_name IN ('user_id', 'owner_id', 'partner_id', 'accepted_by_id') OR (c.table_name IN ('users', 'partners') AND c.column_name = 'id')) ORDER BY 1, 2`
  const selects = columns.map(({ table, column }) => {
    const owner = column === 'partner_id' || (table === 'partners' && column === 'id') ? 'of_partner' : 'of_user'
    return `SELECT '${table}.${column}' AS place, r::text AS row FROM "${table}" r WHERE r."${column}" = ${owner}`
  })
  return db.$executeRawUnsafe(`
    CREATE OR REPLACE FUNCTION belongings_of(of_user uuid, of_partner uuid) RETURNS text LANGUAGE plpgsql STABLE SET plan_cache_mode TO force_generic_plan AS $$
    BEGIN
      RETURN (SELECT md5(string_agg(place || row, E'\\n' ORDER BY place, row)) FROM (${selects.join(' UNION ALL ')}) all_of_them);
    END $$`)
}

/** Returns everything that a person owns, as text for comparison. */
export async function belongingsOf(db: Db, { user, partner, product, mailId, ticketId }: Person): Promise<string> {
  const preparing = prepared.get(db) ?? prepareBelongings(db)
  prepared.set(db, preparing)
  await preparing
  return JSON.stringify(
    await db.$queryRaw`
      SELECT belongings_of(${user.id}::uuid, ${partner?.id ?? null}::uuid) AS own,
        (SELECT jsonb_agg(i ORDER BY i.id) FROM partner_invitations i WHERE i.email = ${user.email}) AS invitations,
        (SELECT to_jsonb(m) FROM mails m WHERE m.id = ${mailId}::uuid) AS mail,
        (SELECT to_jsonb(p) FROM products p WHERE p.id = ${product.id}::uuid) AS product,
        (SELECT jsonb_agg(r ORDER BY r.id) FROM ticket_replies r WHERE r.ticket_id = ${ticketId}::uuid) AS replies`,
  )
}

/** Returns texts that only people with access to this person's data can know. */
export const secretsOf = ({ user, sessionId, mailId, ticketId, invitation }: Person): string[] => [
  user.email.split('@')[0] ?? '',
  user.id,
  sessionId,
  mailId,
  ticketId,
  invitation.id,
  invitation.token,
]
