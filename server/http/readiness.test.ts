import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { addReadiness } from './readiness.ts'

const database = useTestDatabase({ isMigrated: false })

async function shop(state: { isReady: boolean; behindMs: number }, db = database.db) {
  // The first query also connects, which can take longer than a readiness check waits.
  await db.$queryRaw`SELECT 1`
  const clock = { ms: 0 }
  const app = new Hono<{ Bindings: HttpBindings }>()
  addReadiness(app, { db, isStopping: () => false, indexState: () => state, now: () => clock.ms })
  const ask = async () => {
    const response = await app.request('/readyz')
    const { reasons, warnings } = (await response.json()) as { reasons: string[]; warnings: string[] }
    return { status: response.status, reasons, warnings: warnings.filter((text) => text.includes('index')) }
  }
  return { clock, ask, health: async () => (await app.request('/healthz')).status }
}

test('is not ready before the first search index is built, for at most two minutes', async () => {
  const state = { isReady: false, behindMs: 0 }
  const { ask, clock } = await shop(state)
  expect(await ask()).toEqual({ status: 503, reasons: ['the search index is being built'], warnings: [] })
  clock.ms = 119_999
  expect((await ask()).status).toBe(503)
  clock.ms = 120_000
  expect(await ask()).toEqual({ status: 200, reasons: [], warnings: ['the search index is not built'] })
  state.isReady = true
  expect(await ask()).toEqual({ status: 200, reasons: [], warnings: [] })
})

test('stays ready during a later index build, with a warning', async () => {
  const state = { isReady: true, behindMs: 0 }
  const { ask } = await shop(state)
  expect(await ask()).toEqual({ status: 200, reasons: [], warnings: [] })
  state.isReady = false
  expect(await ask()).toEqual({ status: 200, reasons: [], warnings: ['the search index is not built'] })
})

test('warns if the search index is behind', async () => {
  const state = { isReady: true, behindMs: 30_000 }
  const { ask } = await shop(state)
  expect((await ask()).warnings).toEqual([])
  state.behindMs = 45_700
  expect(await ask()).toEqual({ status: 200, reasons: [], warnings: ['the search index is 45 s behind'] })
})

test('is healthy but not ready with a read-only database', async () => {
  const readOnly = new URL(database.url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const db = connect(readOnly.href, { poolSize: 1 })
  const { ask, health } = await shop({ isReady: true, behindMs: 0 }, db)
  expect(await ask()).toEqual({ status: 503, reasons: ['the database accepts no writes'], warnings: [] })
  expect(await health()).toBe(200)
  await db.$disconnect()
})

test('is not ready while other work uses all database connections', async () => {
  const db = connect(database.url, { poolSize: 1 })
  const { ask } = await shop({ isReady: true, behindMs: 0 }, db)
  await db.$transaction(async () => {
    expect((await ask()).reasons).toEqual(['no database connection is free'])
  })
  await db.$disconnect()
})
