import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import type { Kill } from '#tests/setup/kill-at-statement.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { randomOf, ROUNDS, SEED } from './click-load.ts'

const KILLS = ROUNDS * 2
const PARTNERS = 3
const SALES = 2
const MOMENTS = ['before', 'sent', 'after'] as const
const SITE = 'https://wtf.example'
const CLOSED_AT = new Date('2026-11-01T02:15:00Z')

const here = useTestDatabase()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Creates partners with sales that were confirmed in October. */
async function makeWork(): Promise<string[]> {
  const partners: string[] = []
  for (let place = 0; place < PARTNERS; place++) {
    const { partner, click } = await createSeller(here.db)
    partners.push(partner.id)
    const signals = [signal({ clickId: (await click()).id })]
    for (let sale = 0; sale < SALES; sale++)
      await recordOrder(here.db, partner.id, storeOrder({ signals }), minutesAfter(ORDERED, 5))
  }
  await confirmDue(here.db, new Date('2026-10-12'))
  return partners
}

/** @returns the statements that were sent, or null if the process was killed */
async function close(kill: Kill | null): Promise<string[] | null> {
  const url = new URL(here.url)
  url.searchParams.set('application_name', 'closing')
  const job = JSON.stringify({ databaseUrl: url.href, now: CLOSED_AT.toISOString(), kill })
  const script = path.resolve(import.meta.dirname, '../setup/close-process.ts')
  const child = spawn(process.execPath, [script, job], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  running.delete(child)
  // PostgreSQL finishes the current statement of a killed client.
  await expect
    .poll(
      async () =>
        here.db
          .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'closing'`,
      { timeout: 30_000 },
    )
    .toEqual([])
  return child.signalCode === 'SIGKILL' ? null : (JSON.parse(output) as string[])
}

/** Returns each partner's invoices, emails and sales, and checks that numbers have no gaps. */
async function look(partners: string[]) {
  const invoices = await here.db.invoice.findMany({
    include: { entries: true, lines: true },
    orderBy: { number: 'asc' },
  })
  expect(invoices.map(({ number }) => Number(number.slice(-6)))).toEqual(invoices.map((_, index) => index + 1))
  const own = invoices.filter(({ partnerId }) => partners.includes(partnerId))
  for (const { entries, lines, totalMinor } of own)
    // Each sale has two entries: its commission and its confirmation.
    expect([entries.length, lines.length, totalMinor]).toEqual([2 * SALES, SALES, 1_000n * BigInt(SALES)])
  expect(await here.db.mail.count({ where: { kind: 'invoice_issued' } })).toBe(invoices.length)
  const invoiced = await here.db.conversion.count({ where: { partnerId: { in: partners }, status: 'invoiced' } })
  expect(invoiced).toBe(own.length * SALES)
  return new Set(own.map(({ partnerId }) => partnerId)).size === own.length ? own.length : -1
}

test(`SIGKILL of the month's close: each partner has a complete invoice or none, and the next run creates the rest (KILL_ROUNDS=${ROUNDS}, KILL_SEED=${SEED})`, async () => {
  const began = performance.now()
  const random = randomOf(SEED)
  const first = await makeWork()
  const statements = (await close(null)) ?? []
  expect(await look(first)).toBe(PARTNERS)
  expect(statements.filter((text) => text === 'COMMIT')).toHaveLength(PARTNERS)
  const came = new Array<number>(PARTNERS + 1).fill(0)
  for (let killed = 0; killed < KILLS;) {
    const partners = await makeWork()
    const statement = 1 + Math.floor(random() * statements.length)
    const kill: Kill = { statement, moment: MOMENTS[Math.floor(random() * MOMENTS.length)]! }
    // The number of statements varies. A run that ended before its kill does not count.
    if ((await close(kill)) !== null) continue
    killed++
    const made = await look(partners)
    came[made] = (came[made] ?? 0) + 1
    expect(await closeMonths(here.db, SITE, CLOSED_AT)).toBe(PARTNERS - made)
    expect(await look(partners)).toBe(PARTNERS)
    expect(await closeMonths(here.db, SITE, CLOSED_AT)).toBe(0)
  }
  expect((await checkLedgers(here.db, SITE)).problems).toEqual([])
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `${statements.length} statements, killed ${KILLS} times in ${seconds} s, with ${came.map((times, made) => `${made} invoices made ${times} times`).join(', ')}; none doubled, no number missing`,
  )
}, 900_000)
