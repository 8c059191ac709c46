import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { giveTo, locateBinaries, unprivilegedRunner } from '#server/platform/postgres/cluster-home.ts'
import { execute } from '#server/platform/postgres/execute.ts'
import { freePort } from '#tests/setup/shop-process.ts'
import { keepProcess, type KeptProcess } from './kept-process.ts'
import { until } from './until.ts'

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 150
shared_buffers = '128MB'
wal_keep_size = '512MB'
timezone = 'UTC'
jit = off
`

export interface PostgresPair {
  primary: KeptProcess
  standby: KeptProcess
  ports: [primary: number, standby: number]
  /** Runs a statement as superuser on one of the two servers. */
  ask: <T extends object>(port: number, sql: string) => Promise<T[]>
}

/** Starts a PostgreSQL, and a standby that receives its changes by streaming replication. */
export async function startPair(folder: string, logFile: (name: string) => string): Promise<PostgresPair> {
  const runner = await unprivilegedRunner()
  const binaries = path.join(await locateBinaries(runner), 'bin')
  const [home, copy] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  for (const each of [home, copy]) {
    await fs.mkdir(each, { mode: 0o700 })
    await giveTo(each, runner)
  }
  // Uses no passwords, because HAProxy's check has none, and only this machine can connect.
  const args = ['-D', home, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await execute(path.join(binaries, 'initdb'), args, runner)
  const ports: [number, number] = [await freePort(), await freePort()]
  await fs.appendFile(path.join(home, 'postgresql.conf'), `${SETTINGS}port = ${ports[0]}\n`)
  // Nothing has run yet, so a copy of the files is a base backup.
  await execute('/bin/sh', ['-c', `cp -a "${home}/." "${copy}/" && touch "${copy}/standby.signal"`], runner)
  const source = `host=127.0.0.1 port=${ports[0]} user=postgres application_name=standby`
  await fs.appendFile(path.join(copy, 'postgresql.conf'), `port = ${ports[1]}\nprimary_conninfo = '${source}'\n`)
  const keep = (name: string, data: string) =>
    keepProcess(name, [path.join(binaries, 'postgres'), '-D', data], { ...runner, logFile: logFile(name) })
  const [primary, standby] = [keep('the primary', home), keep('the standby', copy)]
  const ask = async <T extends object>(port: number, sql: string): Promise<T[]> => {
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  await until('PostgreSQL answers', () => ask(ports[0], 'SELECT 1'))
  return { primary, standby, ports, ask }
}
