import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'
import { randomOf, summary } from '#tests/durability/click-load.ts'
import { MISSING_SWIFT } from '#tests/setup/swift-server.ts'
import { areReady, startCluster, type Cluster } from './cluster.ts'
import { startMixedLoad, type Counts, type MixedLoad } from './mixed-load.ts'
import { startWork, type ShopWork } from './shop-work.ts'
import { until } from './until.ts'

// Kills each part of a shop on several machines in turn. Set CLUSTER_ROUNDS=10 for the full campaign.

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 1)
const SEED = Number(process.env.CLUSTER_SEED ?? Date.now() % 1_000_000)
/** The pause between two kills: a minimum, and a maximum random addition. */
const QUIET_MS = { least: 2_000, more: 2_000 }
/** A web process starts in 10 s, but a machine that is busy with other work took more than 120 s. */
const HEALTHY_MS = 300_000

let cluster: Cluster
let db: Db
let work: ShopWork
let load: MixedLoad
const random = randomOf(SEED)
beforeAll(async () => {
  cluster = await startCluster()
  db = connect(cluster.databaseUrl, { poolSize: 4 })
  work = await startWork(db, cluster)
  load = startMixedLoad(cluster.url, work.catalogue, work.pictures, random)
}, 300_000)
afterAll(async () => {
  await load?.stop()
  await db?.$disconnect()
  await cluster?.stop()
}, 120_000)

interface Figures {
  healthyAfter: number[]
  requests: number
  errors: Record<string, number>
}

const add = (figures: Figures, { requests, errors }: Counts) => {
  figures.requests += requests
  for (const [kind, count] of Object.entries(errors)) figures.errors[kind] = (figures.errors[kind] ?? 0) + count
}

/** Waits until every part works again, including each kind of work, as a monitoring system would check. */
async function becomeHealthy(): Promise<void> {
  const { apps, postgres, smtp, url } = cluster
  await until('all web processes are ready', () => areReady(apps), HEALTHY_MS)
  await until('the standby receives changes', async () => {
    const rows = await postgres.ask<{ state: string }>(postgres.ports[0], 'SELECT state FROM pg_stat_replication')
    return rows.map(({ state }) => state).join() === 'streaming'
  })
  const before = load.clicks.length
  await until('clicks are recorded', () => Promise.resolve(load.clicks.length > before + 20))
  await until('images are served', async () => (await fetch(`${url}/img/${work.pictures[0]}/320.webp`)).ok)
  // Only a healthy storage proves that a file is missing: 404. Until then, sizes that were not drawn yet return 503.
  const unknown = () => fetch(`${url}/img/${randomBytes(12).toString('hex')}/320.webp`)
  await until('missing images are not found', async () => (await unknown()).status === 404, HEALTHY_MS)
  await work.queueMails()
  const received = () => new Set(smtp.mails.map(({ envelope }) => envelope.to[0]))
  await until('emails are sent', () => Promise.resolve(work.queued.every((to) => received().has(to))), HEALTHY_MS)
}

/** Returns the acknowledged clicks without a row. */
async function lostClicks(): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM unnest(${load.clicks}::text[]) AS sent (id) WHERE id NOT IN (SELECT id FROM outbound_clicks)`
  return rows.length
}

/** Describes all work so far: what was done, lost and done twice. */
async function describeWork() {
  const lost = await lostClicks()
  const received = cluster.smtp.mails.map(({ envelope }) => envelope.to[0])
  const products = await db.product.count({ where: { partnerId: work.partnerId } })
  const unfinished = await db.productImport.findMany({
    where: { partnerId: work.partnerId, status: { not: 'applied' } },
    select: { status: true, message: true },
  })
  const text = `${load.clicks.length} acknowledged clicks, ${lost} lost; ${work.queued.length} emails, ${received.length - new Set(received).size} sent twice; ${products} of ${work.imported()} products imported; unfinished imports: ${JSON.stringify(unfinished)}`
  return { lost, received, products, text }
}

if (MISSING_SWIFT) console.warn(`Skipped: ${MISSING_SWIFT}`)
test.skipIf(MISSING_SWIFT !== null)(
  `SIGKILL of each process in turn, ${ROUNDS} times: all recover, and nothing is lost or done twice (CLUSTER_SEED=${SEED})`,
  { timeout: 120_000 + ROUNDS * 9 * 300_000 },
  async () => {
    await becomeHealthy()
    const quiet: Figures = { healthyAfter: [], requests: 0, errors: {} }
    const killed = new Map<string, Figures>()
    load.takeCounts()
    // One import at a time, so that each of its steps is interrupted sometimes.
    const importing: { file: Promise<void> | null } = { file: null }
    const beginImport = () => {
      importing.file ??= work.importFile().finally(() => (importing.file = null))
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const part of cluster.processes) {
        await pause(QUIET_MS.least + random() * QUIET_MS.more)
        add(quiet, load.takeCounts())
        const figures = killed.get(part.name) ?? { healthyAfter: [], requests: 0, errors: {} }
        killed.set(part.name, figures)
        beginImport()
        await pause(random() * 1_000)
        part.kill()
        const killedAt = performance.now()
        // The process must be gone before the health checks count.
        await pause(1_000)
        await becomeHealthy()
        figures.healthyAfter.push(performance.now() - killedAt)
        const counts = load.takeCounts()
        add(figures, counts)
        const seconds = ((performance.now() - killedAt) / 1_000).toFixed(1)
        console.log(`round ${round + 1}, ${part.name}: healthy after ${seconds} s, ${JSON.stringify(counts)}`)
      }
      console.log(`after round ${round + 1}: ${(await describeWork()).text}; between kills ${JSON.stringify(quiet)}`)
    }
    await importing.file
    await load.stop()
    for (const [name, { healthyAfter, requests, errors }] of killed)
      console.log(
        `${name}: healthy after ${summary(healthyAfter)}; ${requests} requests, errors ${JSON.stringify(errors)}`,
      )
    console.log(`between kills: ${quiet.requests} requests, errors ${JSON.stringify(quiet.errors)}`)
    const { lost, received, products, text } = await describeWork()
    console.log(text)
    expect(lost).toBe(0)
    expect([...killed.values(), quiet].flatMap(({ errors }) => Object.keys(errors))).not.toContain('image 404')
    expect(quiet.errors).toEqual({})
    expect(received).toHaveLength(new Set(received).size)
    expect(received).toEqual(expect.arrayContaining(work.queued))
    expect(products).toBe(work.imported())
  },
)
