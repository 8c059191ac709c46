// Measures whether response times reveal who has an account: node tests/bench/auth-timing.ts [pairs, 2000]. Measures
// sign-in with a wrong password, requests for a new password or a link, and sign-up. Each is sent for an address with
// an account and one without, in random order. Rate limits are off.
import { randomInt } from 'node:crypto'
import fs from 'node:fs/promises'
import { configureAuth } from '#server/auth/auth-config.ts'
import { emailInput, signInInput, signUpCustomerInput, signUpPartnerInput } from '#server/auth/auth.schema.ts'
import { requestMagicLink } from '#server/auth/magic-link.service.ts'
import { requestPasswordReset } from '#server/auth/password.service.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import { signUpCustomer, signUpPartner } from '#server/auth/sign-up.service.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { createDataDir } from '#tests/setup/shop-process.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { median } from './statistics.ts'

const ACCOUNTS = 200
const WARM_UP = 50

const pairs = Number(process.argv[2] ?? 2_000)
if (!Number.isInteger(pairs) || pairs < 2) throw new Error('Usage: node tests/bench/auth-timing.ts [pairs]')

const newcomer = (email: string) =>
  signUpCustomerInput.parse({
    fullName: 'Ada Example',
    email,
    password: 'Wrong-Horse-7',
    confirmPassword: 'Wrong-Horse-7',
  })

type Ask = (db: Db, email: string) => Promise<unknown>
const ASKED: Array<[string, Ask]> = [
  [
    'sign-in, wrong password',
    (db, email) =>
      signIn({ db, visit: createVisit() }, signInInput.parse({ email, password: 'Wrong-Horse-7' })).catch(() => null),
  ],
  ['new password', (db, email) => requestPasswordReset({ db, visit: createVisit() }, { email })],
  ['sign-up', (db, email) => signUpCustomer({ db, visit: createVisit() }, newcomer(email))],
  [
    'sign-up as a partner',
    (db, email) =>
      signUpPartner(
        { db, visit: createVisit() },
        signUpPartnerInput.parse({
          ...newcomer(email),
          businessName: 'A house that is not here',
          country: 'GB',
          currency: 'GBP',
        }),
      ),
  ],
  ['sign-in link', (db, email) => requestMagicLink({ db, visit: createVisit() }, emailInput.parse({ email }))],
]

const lifetime = new Lifetime()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void lifetime.end().finally(() => process.exit(130)))
try {
  const dataDir = await createDataDir('wtf-auth-timing-')
  lifetime.add(() => fs.rm(dataDir, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres(dataDir)
  lifetime.add(() => postgres.release())
  await applyMigrations(postgres.url)
  const db = connect(postgres.url)
  lifetime.add(() => db.$disconnect())
  configureAuth({ limits: 'off' })
  await createAccounts(db)
  const rows = []
  for (const [name, ask] of ASKED) rows.push({ asked: name, ...(await measure(db, ask)) })
  printTable(`Milliseconds for addresses with and without an account (${pairs} pairs in random order)`, rows)
} finally {
  await lifetime.end()
}
process.exit()

async function createAccounts(db: Db): Promise<void> {
  const hash = await hashPassword('Correct-Horse-7')
  for (let number = 0; number < ACCOUNTS; number++) {
    await db.user.create({
      data: {
        email: `known${number}@example.test`,
        emailVerifiedAt: new Date(),
        profile: { create: { fullName: 'Ada Example' } },
        password: { create: { hash } },
      },
    })
  }
  await db.$executeRaw`ANALYZE`
}

async function measure(db: Db, ask: Ask) {
  for (let index = 0; index < WARM_UP; index++) await timePair(db, ask, index)
  const timed: Array<{ known: number; unknown: number }> = []
  for (let index = 0; index < pairs; index++) timed.push(await timePair(db, ask, index))
  const [known, unknown, differences] = [
    timed.map((pair) => pair.known),
    timed.map((pair) => pair.unknown),
    timed.map((pair) => pair.known - pair.unknown),
  ]
  const difference = mean(differences)
  const standardError = Math.sqrt(
    differences.reduce((sum, value) => sum + (value - difference) ** 2, 0) / (pairs - 1) / pairs,
  )
  return {
    'known mean': mean(known),
    'unknown mean': mean(unknown),
    'known median': median(known),
    'unknown median': median(unknown),
    difference,
    'standard error': standardError,
    verdict:
      Math.abs(difference) < 1 ? 'below 1 ms' : Math.abs(difference) < 2 * standardError ? 'below the noise' : 'TELLS',
  }
}

/** Times one address of each kind, in random order. Both have the same length and have not been used before. */
async function timePair(db: Db, ask: Ask, index: number): Promise<{ known: number; unknown: number }> {
  const number = index % ACCOUNTS
  const time = async (email: string) => {
    const startedAt = performance.now()
    await ask(db, email)
    return performance.now() - startedAt
  }
  if (randomInt(2) === 0) {
    const known = await time(`known${number}@example.test`)
    return { known, unknown: await time(`never${number}@example.test`) }
  }
  const unknown = await time(`never${number}@example.test`)
  return { known: await time(`known${number}@example.test`), unknown }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
