// npm run test:attack: runs the attacks of docs/decisions/2026-11-22-attack-campaign.md by name, then generated calls
// over all procedures, pages and methods, on the built shop with its demo. Environment variables:
// - ATTACK_CALLS=1000000: number of calls; ATTACK_MINUTES: time limit; ATTACK_AT_ONCE=32: concurrent calls
// - ATTACK_SEED=9: seed; ATTACK_WIDE=30: number of products with 2,048 variants each
// - ATTACK_ONLY=17,23: sends only these calls and prints their responses
import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { connect, type Db } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { openSecretKeys } from '#server/platform/secret-keys.ts'
import { createDataDir, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import { WIDEST, widenPartner } from '#tests/setup/wide-partner.ts'
import { ensureBuilt } from '../../scripts/prepare.ts'
import { askOf } from './ask.ts'
import { BYPASS_ATTACKS } from './bypass-attacks.ts'
import { attack, type Offence } from './campaign.ts'
import { generate, type Call, type World } from './generate.ts'
import { KEY_FLOODS } from './key-floods.ts'
import { NAMED_ATTACKS } from './named-attacks.ts'
import { PARTNER_ATTACKS } from './partner-attacks.ts'
import { Sender, type Answer } from './send.ts'
import type { Block, Pulse } from './watch-server.ts'
import { createPeople, pagesOf, findWorld, type People } from './world.ts'

const CALLS = Number(process.env.ATTACK_CALLS ?? 1_000_000)
const MINUTES = Number(process.env.ATTACK_MINUTES ?? Infinity)
const SEED = Number(process.env.ATTACK_SEED ?? 9)
const AT_ONCE = Number(process.env.ATTACK_AT_ONCE ?? 32)
const ONLY = process.env.ATTACK_ONLY?.split(',').map(Number)
/** Maximum event loop delay of a single request, in ms. */
const MAX_BLOCKED_MS = 250
/** The number of products with 2,048 variants each. */
const WIDE_PRODUCTS = Number(process.env.ATTACK_WIDE ?? 30)
const SHOWN = 20
const REPLAYED = 15
/** The share of calls that are made with rate limits. */
const LIMITED_SHARE = 0.02

let passed = 0
let failed = 0
function check(name: string, isGood: boolean, detail = ''): void {
  if (isGood) passed++
  else failed++
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name}${detail && `: ${detail}`}`)
}

interface Shop {
  world: World
  people: People
  sender: Sender
  port: number
  /** Returns the server process's report from one line on. */
  report: (from?: number) => Promise<Array<Block | Pulse>>
  /** Lines printed by the server that are not from its log. */
  strangeLines: string[]
  isAlive: () => Promise<boolean>
  stop: () => Promise<void>
}

async function openShop(dataDir: string, limits: 'on' | 'off'): Promise<Shop> {
  const reportFile = path.join(dataDir, `attack-${limits}.jsonl`)
  await fs.writeFile(reportFile, '')
  const strangeLines: string[] = []
  let isOpen = false
  const shop = spawnShop(
    dataDir,
    (line) => {
      if (
        isOpen &&
        !line.startsWith('{"level":') &&
        !/^\s*($|Database:|Demo accounts\b|To join as a partner |Press Ctrl-C |Stopping)/.test(line)
      )
        strangeLines.push(line.slice(0, 200))
      if (/open at /.test(line)) isOpen = true
    },
    {
      METER: limits,
      CLICK_LIMITS: limits,
      SIGN_IN_LIMITS: limits,
      LOG_LEVEL: 'warn',
      ATTACK_REPORT: reportFile,
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'watch-server.ts')).href}`,
    },
  )
  const port = Number(new URL(await shop.address).port)
  const postgres = await startEmbeddedPostgres(dataDir)
  const db: Db = connect(postgres.url, { poolSize: 4 })
  configureSecrets(await openSecretKeys(db, parseEnv({ DATA_DIR: dataDir })))
  const people = await createPeople(db)
  const { routes } = (await import(pathToFileURL(path.resolve('build/server/index.js')).href)) as {
    routes: Parameters<typeof pagesOf>[0]
  }
  const { partnerId } = people
  const productIds = await widenPartner(db, partnerId, { ...WIDEST, products: WIDE_PRODUCTS })
  const wide = { partnerId, productIds }
  const world = await findWorld(db, { ...pagesOf(routes), ...people, wide, host: `127.0.0.1:${port}` })
  const sender = new Sender(port)
  return {
    world,
    people,
    sender,
    port,
    strangeLines,
    report: async (from = 0) =>
      (await fs.readFile(reportFile, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .slice(from)
        .map((line) => JSON.parse(line) as Block | Pulse),
    isAlive: async () => (await askOf(sender, world.host)('/healthz')).status === 200,
    stop: async () => {
      sender.close()
      await db.$disconnect()
      await postgres.release()
      await shop.stop()
    },
  }
}

/** Returns the longest event loop delay, in ms of the process's own work, since a line of the report. */
async function longestBlock({ report }: Shop, from: number): Promise<number> {
  // The server writes its report in the next turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 60))
  return Math.max(0, ...(await report(from)).map((line) => (line.kind === 'block' ? line.workedMs : 0)))
}

const lines = async ({ report }: Shop) => (await report()).length
const escaped = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', 0, 600))
const show = (offences: Offence[]) => {
  for (const { call, why } of offences.slice(0, SHOWN))
    console.log(
      `         ${why.replaceAll('\n', ' ')}\n           ${call.label}\n           ATTACK_SEED=${SEED} ATTACK_ONLY=${call.number} npm run test:attack; it begins ${escaped(call.bytes)}`,
    )
}

async function runNamed(shop: Shop): Promise<void> {
  const ask = askOf(shop.sender, shop.world.host)
  for (const { name, send } of [...NAMED_ATTACKS, ...KEY_FLOODS, ...PARTNER_ATTACKS, ...BYPASS_ATTACKS]) {
    const from = await lines(shop)
    const isGood = await send(ask, shop.world).catch(() => false)
    const blocked = await longestBlock(shop, from)
    check(name, isGood && blocked <= MAX_BLOCKED_MS, `${Math.round(blocked)} ms of blocked loop`)
  }
  check('every line of the log is ours', shop.strangeLines.length === 0, shop.strangeLines[0] ?? '')
}

async function runGenerated(shop: Shop): Promise<void> {
  const started = performance.now()
  const from = await lines(shop)
  const quarterEnds: number[] = []
  const outcome = await attack(shop.world, shop.sender, {
    seed: SEED,
    calls: CALLS,
    atOnce: AT_ONCE,
    minutes: MINUTES,
    heal: shop.people.heal,
    onProgress: (done) => {
      if (done % Math.ceil(CALLS / 4) === 0) quarterEnds.push(Date.now())
      if (done % Math.max(1_000, Math.round(CALLS / 20)) === 0)
        console.log(`  ${done} calls, ${Math.round(done / ((performance.now() - started) / 1000))} a second`)
    },
  })
  console.log(
    `${outcome.calls} calls in ${Math.round((performance.now() - started) / 1000)} s, seed ${SEED}, ${AT_ONCE} at once. Statuses: ${JSON.stringify(outcome.statuses)}`,
  )
  const report = await shop.report(from)
  check('no answer is an error of the server', outcome.serverErrors.length === 0, `${outcome.serverErrors.length}`)
  show(outcome.serverErrors)
  check(
    'at most one of 1,000 is turned away',
    outcome.turnedAway.length <= CALLS / 1_000,
    `${outcome.turnedAway.length}`,
  )
  show(outcome.turnedAway)
  check('no answer is larger than 3.5 MB', outcome.tooLarge.length === 0, `${outcome.tooLarge.length}`)
  show(outcome.tooLarge)
  check('every call is answered', outcome.unanswered.length === 0, `${outcome.unanswered.length} not`)
  show(outcome.unanswered)
  await checkBlocks(
    shop,
    report.filter((line) => line.kind === 'block'),
  )
  checkMemory(
    report.filter((line) => line.kind === 'pulse'),
    quarterEnds,
  )
  check('the server is alive at the end', await shop.isAlive())
  check('every line of the log is still ours', shop.strangeLines.length === 0, shop.strangeLines[0] ?? '')
}

/**
 * Repeats the requests that were in progress during long blocks, one by one. A block may come from many requests in one
 * turn, or from a single one.
 */
async function checkBlocks(shop: Shop, blocks: Block[]): Promise<void> {
  const long = blocks.filter(({ workedMs }) => workedMs > MAX_BLOCKED_MS).toSorted((a, b) => b.workedMs - a.workedMs)
  console.log(
    `  Turns of the loop above 60 ms of its own work: ${blocks.length}, above ${MAX_BLOCKED_MS} ms: ${long.length}; the longest: ${Math.round(long[0]?.workedMs ?? Math.max(0, ...blocks.map(({ workedMs }) => workedMs)))} ms`,
  )
  const alone: Array<{ call: Call; ms: number }> = []
  for (const number of new Set(
    long.slice(0, REPLAYED).flatMap(({ during }) => during.map(Number).filter(Number.isInteger)),
  )) {
    await shop.people.heal()
    const call = generate(shop.world, SEED, number)
    const from = await lines(shop)
    await shop.sender.send(call)
    alone.push({ call, ms: await longestBlock(shop, from) })
  }
  const guilty = alone.filter(({ ms }) => ms > MAX_BLOCKED_MS).toSorted((a, b) => b.ms - a.ms)
  check(
    `no request alone blocks the loop for more than ${MAX_BLOCKED_MS} ms`,
    guilty.length === 0,
    `${alone.length} asked alone, the longest ${Math.round(Math.max(0, ...alone.map(({ ms }) => ms)))} ms`,
  )
  show(guilty.map(({ call, ms }) => ({ call, why: `${Math.round(ms)} ms` })))
}

/**
 * Compares the memory by quarters of the calls. Quarters of the time would mislead, because a busy machine handles
 * fewer calls.
 */
function checkMemory(pulses: Pulse[], [first = 0, second = 0, third = 0]: number[]): void {
  const medianMb = (read: (pulse: Pulse) => number, from: number, to: number) => {
    const values = pulses.filter(({ at }) => at > from && at <= to).map(read)
    return Math.round((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0) / 2 ** 20)
  }
  const beforeAndAfter = (read: (pulse: Pulse) => number) =>
    [medianMb(read, first, second), medianMb(read, third, Infinity)] as const
  const [rssBefore, rss] = beforeAndAfter((pulse) => pulse.rss)
  const [livedBefore, lived] = beforeAndAfter((pulse) => pulse.livedBytes)
  console.log(
    `  Longest turn of the loop on the wall, this machine's other work included: ${Math.round(Math.max(0, ...pulses.map(({ turnMs }) => turnMs)))} ms`,
  )
  check(
    'memory is flat',
    lived <= livedBefore * 1.1 + 32 && rss <= rssBefore * 1.1 + 32,
    `medians of the second quarter and of the last: ${livedBefore} and ${lived} MB lived after a whole collection, RSS ${rssBefore} and ${rss} MB`,
  )
}

/** Runs calls with rate limits. The attacker gets 429 responses, and other visitors notice nothing. */
async function runLimited(shop: Shop): Promise<void> {
  const bystander = new Sender(shop.port, '127.0.0.2')
  const seen: Answer[] = []
  let isOver = false
  const stroll = async (sender: Sender, path: (step: number) => string, cookie?: string) => {
    for (let step = 0; !isOver; step++) {
      seen.push(await askOf(sender, shop.world.host, cookie)(path(step)))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  // The other visitor shares the attacker's address, but is signed in.
  const strolls = [
    stroll(bystander, (step) => `/discover?q=walk${step}`),
    stroll(new Sender(shop.port), () => '/wishlist', shop.world.cookies.customer),
  ]
  const attackers: World = { ...shop.world, cookies: { nobody: '', stranger: `wtf_session=${'a'.repeat(40)}` } }
  const outcome = await attack(attackers, shop.sender, {
    seed: SEED + 1,
    calls: Math.max(1_000, Math.round(CALLS * LIMITED_SHARE)),
    atOnce: AT_ONCE,
    heal: shop.people.heal,
  })
  isOver = true
  await Promise.all(strolls)
  bystander.close()
  console.log(`With limits on: ${outcome.calls} calls. Statuses: ${JSON.stringify(outcome.statuses)}`)
  check(
    'with limits on no answer is an error of the server',
    outcome.serverErrors.length === 0,
    `${outcome.serverErrors.length}`,
  )
  show(outcome.serverErrors)
  const slowest = Math.max(0, ...seen.map(({ ms }) => ms))
  check(
    'with limits on two people who stroll are served throughout',
    seen.length > 0 && seen.every(({ status }) => status === 200),
    `${seen.length} pages, the slowest after ${Math.round(slowest)} ms, statuses ${[...new Set(seen.map(({ status }) => status))].join(', ')}`,
  )
  check('with limits on the server is alive at the end', await shop.isAlive())
}

async function runOnly(shop: Shop, numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const call = generate(shop.world, SEED, number)
    const from = await lines(shop)
    const answer = await shop.sender.send(call)
    console.log(
      `${number}: ${call.label}\n  sent ${call.bytes.length} bytes: ${escaped(call.bytes)}\n  ${answer.status}, ${answer.bytes} bytes, ${Math.round(answer.ms)} ms, loop blocked for ${Math.round(await longestBlock(shop, from))} ms\n  ${answer.text.slice(0, 500)}`,
    )
    for (const line of await shop.report(from)) console.log(`  ${JSON.stringify(line)}`)
  }
}

ensureBuilt()
const dataDir = await createDataDir('wtf-attack-')
const shops: Shop[] = []
const open = async (limits: 'on' | 'off') => {
  const shop = await openShop(dataDir, limits)
  shops.push(shop)
  return shop
}
try {
  console.log('Starting the shop with its demo data ...')
  const shop = await open('off')
  if (ONLY) await runOnly(shop, ONLY)
  else {
    await runNamed(shop)
    await runGenerated(shop)
    await shops.pop()?.stop()
    await runLimited(await open('on'))
  }
} finally {
  for (const shop of shops) await shop.stop()
  await removeDataDir(dataDir)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
