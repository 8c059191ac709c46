import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir, freePort } from '#tests/setup/shop-process.ts'
import { haproxyConfig } from './cluster.ts'
import { findProgram, keepProcess, type KeptProcess } from './kept-process.ts'
import { startPair, type PostgresPair } from './postgres-pair.ts'
import { until } from './until.ts'

let folder: string
let pair: PostgresPair
let haproxy: KeptProcess
let port: number
beforeAll(async () => {
  folder = await createDataDir('wtf-promote-')
  const logFile = (name: string) => path.join(folder, `${name.replaceAll(' ', '-')}.log`)
  pair = await startPair(folder, logFile)
  await pair.ask(pair.ports[0], 'CREATE ROLE haproxy LOGIN')
  await pair.ask(pair.ports[0], 'CREATE TABLE writes (number int)')
  port = await freePort()
  const config = path.join(folder, 'haproxy.cfg')
  await fs.writeFile(config, await haproxyConfig(port, pair.ports))
  haproxy = keepProcess('HAProxy', [findProgram('haproxy'), '-db', '-f', config], { logFile: logFile('haproxy') })
}, 120_000)
afterAll(async () => {
  await haproxy?.stop()
  for (const each of [pair?.primary, pair?.standby]) await each?.stop('SIGINT')
  await fs.rm(folder, { recursive: true, force: true })
}, 60_000)

test(
  'HAProxy follows a promotion, and a synchronous standby has every acknowledged write',
  { timeout: 180_000 },
  async () => {
    const [primary, standby] = pair.ports
    const acknowledged: number[] = []
    const work = { isOver: false }
    const writing = (async () => {
      for (let number = 1; !work.isOver; number++) {
        const isWritten = await pair.ask(port, `INSERT INTO writes VALUES (${number})`).then(
          () => true,
          () => false,
        )
        if (isWritten) acknowledged.push(number)
        else await pause(50)
      }
    })()
    const more = async (count: number) => {
      const wanted = acknowledged.length + count
      await until('rows are written', () => Promise.resolve(acknowledged.length >= wanted))
    }
    await pair.ask(primary, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'`)
    await pair.ask(primary, 'SELECT pg_reload_conf()')
    await until('the standby is synchronous', async () => {
      const rows = await pair.ask<{ state: string }>(primary, 'SELECT sync_state AS state FROM pg_stat_replication')
      return rows[0]?.state === 'quorum'
    })
    await more(50)
    await pair.primary.stop('SIGKILL')
    const promotedAt = performance.now()
    // Does not wait: on a busy machine a promotion takes longer than a statement may.
    await pair.ask(standby, 'SELECT pg_promote(wait => false)')
    await more(1)
    console.log(`the first write came ${Math.round(performance.now() - promotedAt)} ms after the promotion`)
    await more(20)
    work.isOver = true
    await writing
    const rows = await pair.ask<{ number: number }>(port, 'SELECT number FROM writes')
    const kept = new Set(rows.map(({ number }) => number))
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
  },
)
