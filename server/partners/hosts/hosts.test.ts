import fs from 'node:fs'
import type { RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { actionsOf, lastMail, signedIn } from '#tests/setup/auth.ts'
import { startNameServer, type NameServer } from '#tests/setup/name-server.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { addDomain } from '../domains.service.ts'
import { nameWebsite } from '../website.service.ts'
import { howToProve, PROOF_PATH, type ProofNetwork } from './find-proof.ts'
import { MAX_CLAIMS } from './hosts.schema.ts'
import { checkHost, claimHost, dropClaim, listHosts } from './hosts.service.ts'
import { recheckHosts } from './recheck-hosts.ts'

const here = useTestDatabase()
const fixture = (name: string) =>
  fs.readFileSync(path.resolve(import.meta.dirname, '../../platform/fixtures', name), 'utf8')
/** The only host name in the test certificate. */
const SITE = 'pictures.test'
const NOTHING: RequestListener = (_, response) => void response.writeHead(404).end()

let names: NameServer
let site: https.Server
let answer: RequestListener = NOTHING
let network: ProofNetwork

beforeAll(async () => {
  names = await startNameServer()
  site = https.createServer(
    { key: fixture('loopback-key.pem'), cert: fixture('loopback-cert.pem') },
    (request, response) => answer(request, response),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  network = {
    nameServers: [names.address],
    network: { resolve: async () => ['127.0.0.1'], isAllowed: () => true, ca: fixture('loopback-cert.pem'), port },
  }
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await names.close()
})
beforeEach(async () => {
  answer = NOTHING
  names.texts.clear()
  await here.db.partnerDomain.deleteMany()
  await here.db.hostClaim.deleteMany()
})

async function owner(given: Parameters<typeof createPartner>[1] = {}) {
  const user = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, { ownerId: user.id, domain: null, websiteUrl: null, ...given })
  return { db: here.db, partner, email: user.email, ...(await signedIn(here.db, user.id)) }
}
type Owner = Awaited<ReturnType<typeof owner>>
const hostsOf = async ({ partner }: Owner) =>
  (await here.db.partnerDomain.findMany({ where: { partnerId: partner.id } })).map(
    ({ host, proof }) => `${host} ${proof}`,
  )
async function publish({ partner }: Owner, host: string) {
  const { dnsName, dnsValue } = await howToProve(here.db, partner.id, host)
  names.texts.set(dnsName, [...(names.texts.get(dnsName) ?? []), dnsValue])
}
async function prove(ask: Owner, host: string) {
  await claimHost(ask, { host })
  await publish(ask, host)
  return checkHost(ask, { host }, network)
}

describe('a host', () => {
  test.each(['https://shop.theirs.example', 'https://theirs.example/x', 'https://a.b.theirs.example'])(
    'of another partner is refused, and so is a subdomain of it: %s',
    async (websiteUrl) => {
      const [holder, stranger] = [await owner(), await owner()]
      await prove(holder, 'theirs.example')
      await expect(nameWebsite(stranger, { websiteUrl })).rejects.toMatchObject({
        code: 'conflict',
        field: 'websiteUrl',
      })
      await expect(claimHost(stranger, { host: websiteUrl })).rejects.toMatchObject({ code: 'conflict', field: 'host' })
      expect(await here.db.partner.findUnique({ where: { id: stranger.partner.id } })).toMatchObject({
        websiteUrl: null,
      })
      expect(await hostsOf(stranger)).toEqual([])
    },
  )
  test('is refused if another partner has a subdomain of it', async () => {
    const [holder, stranger] = [await owner(), await owner()]
    await prove(holder, 'shop.theirs.example')
    await expect(nameWebsite(stranger, { websiteUrl: 'https://theirs.example' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(nameWebsite(stranger, { websiteUrl: 'https://nottheirs.example' })).resolves.toBeUndefined()
  })
  test.each([
    'THEIRS.example.',
    'https://www.theirs.example:443/',
    'ｔｈｅｉｒｓ。example',
    'http://theirs.example:80?x#y',
    'th\u00adeirs.example',
  ])('of another partner is refused in any spelling: %s', async (host) => {
    const [holder, stranger] = [await owner(), await owner()]
    await prove(holder, 'theirs.example')
    await expect(claimHost(stranger, { host })).rejects.toMatchObject({ code: 'conflict' })
  })
  test.each([
    '127.0.0.1',
    'https://[::1]/',
    '0x7f.1',
    '2130706433',
    'localhost',
    'https://a:b@theirs.example',
    'x.example:8443',
    'co.uk',
    'com.au',
    'github.io',
    'myshopify.com',
    'etsy.com',
    'netlify.app',
    'm.instagram.com',
    'xn--',
    '',
  ])('that nobody can verify is refused: %s', async (host) => {
    await expect(claimHost(await owner(), { host })).rejects.toMatchObject({ code: 'bad_input', field: 'host' })
  })
  test('below a public suffix can be verified', async () => {
    const [one, two] = [await owner(), await owner()]
    expect(await prove(one, 'one.myshopify.com')).toMatchObject({ isVerified: true })
    expect(await prove(two, 'two.myshopify.com')).toMatchObject({ isVerified: true })
    expect(await claimHost(one, { host: 'https://bücher.co.uk/' })).toEqual({ host: 'xn--bcher-kva.co.uk' })
    expect(await prove(one, 'xn--bcher-kva.co.uk')).toMatchObject({ isVerified: true })
  })
})

test('claims the website of a partner, and sends shoppers there only after verification', async () => {
  const ask = await owner()
  await nameWebsite(ask, { websiteUrl: 'https://www.named.example/shop' })
  expect(await hostsOf(ask)).toEqual([])
  expect((await listHosts(ask)).claims).toMatchObject([{ host: 'named.example', problem: '' }])
  expect(await checkHost(ask, { host: 'named.example' }, network)).toMatchObject({ isVerified: false })
  await publish(ask, 'named.example')
  expect(await checkHost(ask, { host: 'named.example' }, network)).toMatchObject({ isVerified: true })
  expect(await hostsOf(ask)).toEqual(['named.example dns'])
  expect((await listHosts(ask)).claims).toEqual([])
  expect(await actionsOf(here.db, ask.partner.id)).toEqual(['partner_domain_proven'])
})

test('lets a partner change the website, and claims the new one instead of the old one', async () => {
  const ask = await owner()
  await nameWebsite(ask, { websiteUrl: 'https://before.example' })
  await nameWebsite(ask, { websiteUrl: 'https://after.example/shop' })
  expect(await here.db.partner.findUnique({ where: { id: ask.partner.id } })).toMatchObject({
    websiteUrl: 'https://after.example/shop',
  })
  expect((await listHosts(ask)).claims).toMatchObject([{ host: 'after.example' }])
  expect(await actionsOf(here.db, ask.partner.id)).toEqual(['partner_website_changed'])
})

test('limits claims, and allows their removal', async () => {
  const ask = await owner()
  for (let made = 0; made < MAX_CLAIMS; made++) await claimHost(ask, { host: `claim-${made}.example` })
  await expect(claimHost(ask, { host: 'more.example' })).rejects.toMatchObject({ code: 'conflict' })
  await dropClaim(ask, { host: 'claim-0.example' })
  await expect(claimHost(ask, { host: 'more.example' })).resolves.toEqual({ host: 'more.example' })
  await expect(checkHost(ask, { host: 'never-claimed.example' }, network)).rejects.toMatchObject({ code: 'not_found' })
})

describe('a proof that a partner owns a host', () => {
  const at =
    (where: string, body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
    (request, response) =>
      request.url === where ? void response.writeHead(status, headers).end(body) : void response.writeHead(404).end()
  const claimed = async () => {
    const ask = await owner()
    await claimHost(ask, { host: SITE })
    return { ask, how: await howToProve(here.db, ask.partner.id, SITE) }
  }
  test('can be a file at the given path', async () => {
    const { ask, how } = await claimed()
    answer = at(PROOF_PATH, `${how.token}\n`)
    expect(await checkHost(ask, { host: SITE }, network)).toMatchObject({ isVerified: true })
    expect(await hostsOf(ask)).toEqual([`${SITE} file`])
  })
  test('can be a meta tag in the head of the home page', async () => {
    const { ask, how } = await claimed()
    answer = at('/', `<!doctype html><html><head><title>x</title>${how.metaTag}</head><body>`)
    expect(await checkHost(ask, { host: SITE }, network)).toMatchObject({ isVerified: true })
    expect(await hostsOf(ask)).toEqual([`${SITE} meta_tag`])
  })
  test('can be a meta tag with single quotes or without quotes, among other tags', async () => {
    const { ask, how } = await claimed()
    answer = at(
      '/',
      `<!-- x --><title>a > b</title><script>"<body>"</script><META CONTENT=${how.token} NAME='wtf-verification'/>`,
    )
    expect(await checkHost(ask, { host: SITE }, network)).toMatchObject({ isVerified: true })
  })
  test.each([
    ['a tag in the body', (tag: string) => at('/', `<head></head><body>${tag}`)],
    ['a tag in a comment', (tag: string) => at('/', `<head><!-- ${tag} --></head>`)],
    ['a tag in a body without a body tag', (tag: string) => at('/', `<title>x</title><p>A review</p>${tag}`)],
    [
      'the text of a tag in a description',
      (_: string, token: string) =>
        at('/', `<head><meta name="description" content="Ada: name=wtf-verification content=${token} lovely"></head>`),
    ],
    [
      'a tag in the structured data of a page',
      (_: string, token: string) =>
        at(
          '/',
          `<head><script type="application/ld+json">{"review":"<meta name=wtf-verification content=${token}>"}</script></head>`,
        ),
    ],
    ['a tag on another page', (tag: string) => at('/other', `<head>${tag}</head>`)],
    ['a file at another path', (_: string, token: string) => at('/wtf-verification.txt', token)],
    ['a page with the code among other text', (_: string, token: string) => at(PROOF_PATH, `You asked for ${token}`)],
    ['an error page with the code', (_: string, token: string) => at(PROOF_PATH, token, 404)],
    ['a redirect to another host', () => at(PROOF_PATH, '', 302, { location: 'https://elsewhere.test/' })],
  ])('cannot be %s', async (_, serve) => {
    const { ask, how } = await claimed()
    answer = serve(how.metaTag, how.token)
    expect(await checkHost(ask, { host: SITE }, network)).toMatchObject({ isVerified: false })
    expect(await hostsOf(ask)).toEqual([])
  })
  test("cannot be another partner's code", async () => {
    const { ask } = await claimed()
    const other = await owner()
    const { token } = await howToProve(here.db, other.partner.id, SITE)
    answer = at(PROOF_PATH, token)
    await publish(other, SITE)
    expect(await checkHost(ask, { host: SITE }, network)).toMatchObject({ isVerified: false })
    expect((await listHosts(ask)).claims).toMatchObject([{ problem: expect.stringContaining(PROOF_PATH) as string }])
  })
})

test('gives a host, or overlapping hosts, to only one of two partners who verify at the same time', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, two] = [await owner(), await owner()]
    const [host, other] =
      round % 2
        ? [`race-${round}.example`, `shop.race-${round}.example`]
        : [`race-${round}.example`, `race-${round}.example`]
    await Promise.all([claimHost(one, { host }), claimHost(two, { host: other })])
    await publish(one, host)
    await publish(two, other)
    const results = await Promise.all([checkHost(one, { host }, network), checkHost(two, { host: other }, network)])
    expect(results.map(({ isVerified }) => isVerified).toSorted()).toEqual([false, true])
    expect([...(await hostsOf(one)), ...(await hostsOf(two))]).toHaveLength(1)
  }
})

test('gives a host to either an administrator or a partner who verify it at the same time, not to both', async () => {
  const admin = { db: here.db, ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)) }
  for (let round = 0; round < 4; round++) {
    const [one, two] = [await owner(), await owner()]
    const host = `approved-${round}.example`
    await claimHost(one, { host })
    await publish(one, host)
    const [proven, added] = await Promise.allSettled([
      checkHost(one, { host }, network),
      addDomain(admin, { partnerId: two.partner.id, host: `shop.${host}`, reason: 'Their imprint names it.' }),
    ])
    const isProven = proven.status === 'fulfilled' && proven.value.isVerified
    expect([isProven, added.status === 'fulfilled'].filter(Boolean)).toHaveLength(1)
    expect([...(await hostsOf(one)), ...(await hostsOf(two))]).toHaveLength(1)
  }
})

test('reports a proof that is missing for three nights, and then gives the host to a partner with a proof', async () => {
  const admin = await createUser(here.db, { role: 'admin', emailVerifiedAt: new Date() })
  const [holder, heir] = [await owner(), await owner()]
  await prove(holder, 'sold.example')
  const night = () => recheckHosts(here.db, 'https://wtf.example', new Date(), undefined, network)
  expect(await night()).toBe(0)
  const refused = { code: 'conflict', field: 'host' }
  names.texts.clear()
  // The website does not respond either, but the proof was in the DNS.
  for (const count of [0, 0, 1]) {
    await expect(claimHost(heir, { host: 'sold.example' })).rejects.toMatchObject(refused)
    expect(await night()).toBe(count)
    expect(await hostsOf(holder)).toEqual(['sold.example dns'])
  }
  await claimHost(heir, { host: 'sold.example' })
  expect(await checkHost(heir, { host: 'sold.example' }, network)).toMatchObject({ isVerified: false })
  expect(await hostsOf(holder)).toEqual(['sold.example dns'])
  await publish(heir, 'sold.example')
  expect(await checkHost(heir, { host: 'sold.example' }, network)).toMatchObject({ isVerified: true })
  expect([await hostsOf(holder), await hostsOf(heir)]).toEqual([[], ['sold.example dns']])
  expect(await lastMail(here.db, holder.email, 'host_taken_over')).toBeTruthy()
  expect(await lastMail(here.db, admin.email, 'host_taken_over_admin')).toBeTruthy()
})

test('gives a lost host to a partner who proves it or a domain above it, but not a subdomain', async () => {
  const [holder, stranger, heir] = [await owner(), await owner(), await owner()]
  await prove(holder, 'brand.co.uk')
  // The stranger claimed the host while nobody held the parent domain.
  await here.db.hostClaim.create({ data: { partnerId: stranger.partner.id, host: 'old.brand.co.uk' } })
  await here.db.partnerDomain.updateMany({ where: { host: 'brand.co.uk' }, data: { lostAt: new Date(), misses: 3 } })
  await publish(stranger, 'old.brand.co.uk')
  expect(await checkHost(stranger, { host: 'old.brand.co.uk' }, network)).toMatchObject({ isVerified: false })
  await expect(claimHost(stranger, { host: 'shop.brand.co.uk' })).rejects.toMatchObject({ code: 'conflict' })
  expect([await hostsOf(holder), await hostsOf(stranger)]).toEqual([['brand.co.uk dns'], []])
  expect(await prove(heir, 'brand.co.uk')).toMatchObject({ isVerified: true })
  await here.db.partnerDomain.updateMany({ data: { host: 'shop.brand.co.uk', lostAt: new Date() } })
  expect(await prove(holder, 'brand.co.uk')).toMatchObject({ isVerified: true })
  expect([await hostsOf(holder), await hostsOf(heir)]).toEqual([['brand.co.uk dns'], []])
})

test('sends one notice about a lost proof, withdraws it when the proof is back, and ignores DNS timeouts', async () => {
  const admin = await createUser(here.db, { role: 'admin', emailVerifiedAt: new Date() })
  const ask = await owner()
  await prove(ask, SITE)
  const records = new Map(names.texts)
  names.texts.clear()
  const night = (by = network) => recheckHosts(here.db, 'https://wtf.example', new Date(), undefined, by)
  const silent = await startNameServer()
  await silent.close()
  for (let nights = 0; nights < 3; nights++) expect(await night({ ...network, nameServers: [silent.address] })).toBe(0)
  expect([await night(), await night(), await night(), await night()]).toEqual([0, 0, 1, 0])
  expect(await hostsOf(ask)).toEqual([`${SITE} dns`])
  expect(await lastMail(here.db, ask.email, 'host_proof_lost')).toBeTruthy()
  expect(await lastMail(here.db, admin.email, 'host_proof_lost_admin')).toBeTruthy()
  expect((await listHosts(ask)).verified).toMatchObject([{ host: SITE, lostAt: expect.any(Date) as Date }])
  for (const [name, texts] of records) names.texts.set(name, texts)
  await night()
  expect((await listHosts(ask)).verified).toMatchObject([{ host: SITE, lostAt: null }])
}, 60_000)

test('only one file contains code that creates partner domains', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const files = ['server', 'scripts', 'app'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name))
      .map((name) => path.join(folder, name)),
  )
  const adding = files.filter((file) =>
    /partnerDomain\s*\.(?:create|upsert)|INSERT INTO partner_domains|domains: \{ create/.test(
      fs.readFileSync(path.join(root, file), 'utf8'),
    ),
  )
  expect(adding).toEqual(['server/partners/hosts/hold-host.ts'])
})
