import type { Partner, Product, User } from '#prisma/generated/client.ts'
import type { PartnerRole } from '#prisma/generated/enums.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { configureOidc } from '#server/auth/oidc/oidc-config.ts'
import { hashToken, newToken } from '#server/auth/one-time-tokens.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { readViewer } from '#server/auth/session.service.ts'
import { startSession } from '#server/auth/start-session.ts'
import { hashInvitation } from '#server/invitations/invitation-link.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createPartner, createProduct, createUser, createView } from '#tests/factories.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'

export const ROLES = [
  'visitor',
  'customer',
  'pendingPartner',
  'approvedPartner',
  'rejectedPartner',
  'suspendedPartner',
  // Colleagues of an approved partner's owner.
  'partnersEditor',
  'partnersViewer',
  'admin',
] as const
export type Role = (typeof ROLES)[number]

export const PASSWORD = 'Nine-purple-hats-7'
const passwordHash = hashPassword(PASSWORD)

/** Somebody with something of everything that can be owned. */
export interface Person {
  user: User
  partner: Partner | null
  /** A second session, as it is stored. */
  sessionId: string
  /** On the wishlist, and looked at. */
  product: Product
  /** Of the wishlist. */
  itemId: string
  /** What was removed from the wishlist. */
  batchId: string
  /** Tokens of mails, by what they are for. */
  tokens: Record<'sign_up' | 'verify_email' | 'change_email' | 'reset_password' | 'after_reset' | 'magic_link', string>
  /** A mail to this person that could not be sent. */
  mailId: string
  /** What this person wrote to us, answered. */
  ticketId: string
  /** The name of a store that nobody else keeps. */
  keptStore: string
  /** To this person's address, open, and not yet in any browser. */
  invitation: { id: string; token: string }
}

/** Of this process, for every scene: nothing is limited, and Google is a way in, which nobody asks. */
export function configureScenes(): void {
  configureAuth({ limits: 'off', adminEmails: [] })
  configureOidc({
    google: { issuer: 'http://127.0.0.1:1', clientId: 'shop', clientSecret: 'secret' },
    siteUrl: 'http://127.0.0.1:3000',
  })
}

/** One cell's own world: whoever asks, and somebody else whose things are none of theirs. */
export interface Scene {
  visit: TestVisit
  me: Person
  stranger: Person
  /** Of an approved partner, listed. */
  product: Product
}

/** @param role visitor: `me` exists, but the visit is not signed in. */
export async function createScene(db: Db, role: Role): Promise<Scene> {
  const product = await shopOf(db)
  const me = await createPerson(db, role, product, ['google'])
  // Of one's own kind: what spares another kind by chance is no guard.
  const stranger = await createPerson(
    db,
    PARTNER_STATUS[role] ? 'approvedPartner' : 'customer',
    product,
    ['google', 'apple'],
    me.user.email,
  )
  const visit = createVisit()
  if (role !== 'visitor') await startSession({ db, visit }, me.user.id, { remember: false })
  return { visit, me, stranger, product }
}

export const viewerOf = (db: Db, { visit }: Scene) => readViewer({ db, visit })

const shops = new WeakMap<Db, Promise<Product>>()

/** The one product that everybody may see, of a partner that nobody here manages. */
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
 * Everything that names the person holds its mark.
 * @param formerEmail what this person is about to prove, although it is somebody else's by now
 */
async function createPerson(
  db: Db,
  role: Role,
  shop: Product,
  providers: string[],
  formerEmail?: string,
): Promise<Person> {
  const mark = `mark${newId().replaceAll('-', '')}`
  const status = PARTNER_STATUS[role]
  const memberRole = MEMBER_ROLE[role]
  const email = `${mark}@example.test`
  const sessionId = hashToken(`session ${mark}`)
  const { priceMinor, priceMaxMinor, priceBaseMinor, partnerId, brandId } = shop
  const product = await db.product.create({
    data: {
      partnerId,
      brandId,
      handle: mark,
      name: `Product ${newId()}`,
      status: 'active',
      currency: 'USD',
      priceMinor,
      priceMaxMinor,
      priceBaseMinor,
      isInStock: true,
    },
  })
  const [itemId, removedId, batchId] = [newId(), newId(), newId()]
  const kept = await createPartner(db, { businessName: `Kept ${newId()}`, domain: null })
  const tokens = {
    sign_up: `sign-up ${mark}`,
    after_reset: `after ${mark}`,
    verify_email: `verify ${mark}`,
    change_email: `change ${mark}`,
    reset_password: `reset ${mark}`,
    magic_link: `magic ${mark}`,
  }
  const emails = {
    sign_up: email,
    after_reset: email,
    verify_email: formerEmail ?? email,
    change_email: `new-${email}`,
    reset_password: email,
    magic_link: email,
  }
  const purposes = Object.keys(tokens) as Array<keyof typeof tokens>
  const user = await createUser(db, {
    email,
    fullName: `Name ${mark}`,
    role: status ? 'partner' : role === 'admin' ? 'admin' : 'customer',
    password: { create: { hash: await passwordHash } },
    oauthAccounts: {
      create: providers.map((provider) => ({
        provider,
        subject: `${provider} ${mark}`,
        email: `${mark}@${provider}.test`,
      })),
    },
    wishlistItems: { create: { id: itemId, productId: product.id, addedPriceMinor: priceMinor, addedCurrency: 'USD' } },
    favouriteStores: { create: [{ partnerId }, { partnerId: kept.id }] },
    sessions: { create: { id: sessionId, expiresAt: inAnHour(), device: `Device ${mark}` } },
    tokens: {
      create: purposes.map((purpose) => ({
        purpose,
        email: emails[purpose],
        tokenHash: hashToken(tokens[purpose]),
        browserHash: hashToken(mark),
        expiresAt: inAnHour(),
      })),
    },
  })
  const partner = status
    ? await createPartner(db, {
        ownerId: memberRole ? null : user.id,
        ...(memberRole ? { members: { create: { userId: user.id, role: memberRole } } } : {}),
        verificationStatus: status,
        businessName: `Brand ${mark}`,
        email: `brand-${email}`,
        domain: null,
      })
    : null
  await db.removedWish.create({
    data: {
      id: removedId,
      userId: user.id,
      productId: shop.id,
      batchId,
      item: {
        ...{ id: removedId, user_id: user.id, product_id: shop.id, note: mark, priority: 3, added_at: new Date() },
        ...{ added_price_minor: priceMinor, added_currency: 'USD', watches_stock: true },
        ...{ was_below_target: false, was_low_stock: false },
      },
    },
  })
  await db.productReview.create({
    data: { userId: user.id, productId: product.id, partnerId, rating: 5, customerName: mark, customerEmail: email },
  })
  const wish = await db.wishlistItem.findFirstOrThrow({ where: { userId: user.id }, select: { id: true } })
  await db.wishlistEvent.create({
    data: {
      userId: user.id,
      itemId: wish.id,
      kind: 'price_drop',
      facts: { fromMinor: priceMinor * 2, toMinor: priceMinor, currency: 'USD' },
    },
  })
  await db.wishlistSettings.create({ data: { userId: user.id, timeZone: 'Europe/Berlin' } })
  await createView(db, product, { userId: user.id })
  await createClick(db, product, { userId: user.id })
  await db.auditEntry.create({ data: { actorId: user.id, action: `act ${mark}`, subjectId: user.id } })
  const { id: mailId } = await db.mail.create({
    data: { kind: 'welcome', toAddress: email, subject: `Hello ${mark}`, text: mark, html: mark, state: 'failed' },
  })
  const { id: ticketId } = await db.supportTicket.create({
    data: {
      channel: 'support',
      userId: user.id,
      name: mark,
      email,
      subject: mark,
      description: mark,
      state: 'answered',
      replies: { create: { text: `Hello ${mark}` } },
    },
  })
  // Written before signing in.
  await db.supportTicket.create({ data: { channel: 'contact', name: mark, email, subject: mark, description: mark } })
  await db.waitlistEntry.create({ data: { email } })
  const invitation = { id: newId(), token: newToken() }
  await db.invitation.create({
    data: {
      ...{ id: invitation.id, email, businessName: mark, contactPerson: mark },
      ...{ tokenHash: hashInvitation(invitation.token), expiresAt: inAnHour() },
    },
  })
  const ids = { sessionId, itemId, batchId, mailId, ticketId }
  return { user, partner, product, keptStore: kept.businessName, tokens, invitation, ...ids }
}

const inAnHour = () => new Date(Date.now() + 3600_000)

const prepared = new WeakMap<Db, Promise<unknown>>()

/**
 * Makes belongings_of() in the database: a digest of every row of every table that says whose it is, of a user or of a
 * partner. It is asked thousands of times, and a function's statements are planned once a connection.
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
    CREATE OR REPLACE FUNCTION belongings_of(of_user uuid, of_partner uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN (SELECT md5(string_agg(place || row, E'\\n' ORDER BY place, row)) FROM (${selects.join(' UNION ALL ')}) all_of_them);
    END $$`)
}

/** Everything that somebody owns, as text to be compared. */
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

/** What only somebody who may see this person's things can know. */
export const secretsOf = ({ user, sessionId, mailId, ticketId, invitation }: Person): string[] => [
  user.email.split('@')[0] ?? '',
  user.id,
  sessionId,
  mailId,
  ticketId,
  invitation.id,
  invitation.token,
]
