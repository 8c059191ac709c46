import { z } from 'zod'
import type { Session } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { appRouter } from '#server/router.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { sealSecrets } from '#server/stores/store-secrets.ts'
import { createPartner, createViewer } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import type { World } from './generate.ts'
import type { JsonSchema } from './values.ts'

const WORDS = [
  'dress',
  'black',
  'wool',
  'linen',
  'size',
  'UK 12',
  'under',
  '100',
  'not',
  'leather',
  'boots',
  'green',
  'wedding guest',
  'warm',
  'm',
  'women',
  'colour:black',
  'sage green',
  'newest',
  'true',
  'GBP',
  'boots in size 40 but not black',
  'cotton',
  'zara',
  'coat',
]
/** Called with invalid input only, because it would close the shop, which would then respond only with 503. */
const CLOSING = 'admin.setSiteState'

/** Returns every procedure with its input schema. */
export function listProcedures(): World['procedures'] {
  return Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
    const { type, inputs } = (procedure as unknown as { _def: { type: string; inputs: z.ZodType[] } })._def
    const schema =
      inputs[0] && name !== CLOSING
        ? (z.toJSONSchema(inputs[0], { io: 'input', unrepresentable: 'any' }) as JsonSchema)
        : {}
    return { name, type, schema }
  })
}

interface Routes {
  [id: string]: { id: string; path?: string | undefined; parentId?: string | undefined } | undefined
}

/** Returns the addresses of a build's routes, with ':id' as a placeholder. */
export function pagesOf(routes: Routes): { pages: string[]; routeIds: string[] } {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return {
    pages: [...new Set(Object.keys(routes).map((id) => pathOf(id) || '/'))].toSorted(),
    routeIds: Object.keys(routes),
  }
}

export interface People {
  cookies: World['cookies']
  /** The partner's key. */
  bearer: string
  /** The partner's store. */
  partnerId: string
  pendingStore: World['pendingStore']
  lostHost: string
  /** Restores everyone's sessions and reopens the shop. */
  heal: () => Promise<void>
}

/**
 * Creates a signed-in customer, an approved partner, a pending partner with a connected store, and an administrator.
 * The secrets key must be that of the shop (`configureSecrets`).
 */
export async function createPeople(db: Db): Promise<People> {
  const cookies: World['cookies'] = { nobody: '' }
  const sessions: Session[] = []
  let [bearer, partnerId] = ['', '']
  const lostHost = `lost-${newId()}.example`
  const pendingStore = { connectionId: newId(), shop: `attack-${newId()}.myshopify.com`, secret: newId() }
  for (const name of ['customer', 'partner', 'pending', 'admin'] as const) {
    const role = name === 'pending' ? 'partner' : name
    const user = await createAccount(db, { role, email: `attack-${name}-${newId()}@wtf.example` })
    const visit = createVisit()
    if (name === 'pending') {
      const { id } = await createPartner(db, {
        ownerId: user.id,
        verificationStatus: 'pending',
        websiteUrl: null,
        domain: null,
      })
      await connectStore(db, id, pendingStore)
    }
    if (name === 'partner') {
      const { id } = await createPartner(db, { ownerId: user.id, verificationStatus: 'approved' })
      const viewer = { ...(await createViewer(db)), userId: user.id }
      const made = await createKey({ db, viewer, visit, partner: { id } }, { name: 'Attack', kind: 'bearer' })
      bearer = made.secret
      partnerId = id
      await db.partnerDomain.create({ data: { host: lostHost, partnerId, proof: 'dns', lostAt: new Date() } })
    }
    await signedIn(db, user.id, { visit, remember: true })
    cookies[name] = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
    sessions.push(...(await db.session.findMany({ where: { userId: user.id } })))
  }
  const heal = async () => {
    await db.siteSettings.updateMany({ data: { state: 'live' } })
    await db.user.updateMany({
      where: { id: { in: sessions.map(({ userId }) => userId) } },
      data: { deletionRequestedAt: null },
    })
    await db.session.createMany({ data: sessions, skipDuplicates: true })
  }
  return { cookies, bearer, partnerId, pendingStore, lostHost, heal }
}

async function connectStore(db: Db, partnerId: string, { connectionId: id, shop, secret }: World['pendingStore']) {
  const store = { id, partnerId, shop, shopId: `gid://shopify/Shop/${id}`, shopName: 'Attack', currency: 'USD' }
  const sealed = sealSecrets(id, { token: 'shpat_of_attack', secret, previousSecret: null })
  const mode = { mode: 'token' as const, scopes: ['read_products', 'read_orders'], apiVersion: '2026-10' }
  await db.shopifyConnection.create({ data: { ...store, ...mode, ...sealed, status: 'active' } })
}

/** Finds the targets of an attack in a shop with a catalogue. */
export async function findWorld(
  db: Db,
  given: Pick<World, 'pages' | 'routeIds' | 'cookies' | 'bearer' | 'host' | 'wide' | 'pendingStore' | 'lostHost'>,
): Promise<World> {
  const take = 50
  const [products, partners, users, pictures] = await Promise.all([
    db.product.findMany({ select: { id: true }, take, orderBy: { id: 'asc' } }),
    db.partner.findMany({ select: { id: true }, take, orderBy: { id: 'asc' } }),
    db.user.findMany({ select: { id: true, email: true }, take, orderBy: { createdAt: 'desc' } }),
    db.mediaFile.findMany({ select: { sha256: true }, take, orderBy: { id: 'asc' } }),
  ])
  return {
    ...given,
    procedures: listProcedures(),
    ids: [...given.wide.productIds, given.wide.partnerId, ...[...products, ...partners, ...users].map(({ id }) => id)],
    emails: [...users.map(({ email }) => email), 'nobody@wtf.example', 'x'.repeat(300) + '@wtf.example'],
    words: WORDS,
    pictures: [...pictures.map(({ sha256 }) => sha256.slice(0, 24)), 'f'.repeat(24)],
  }
}
