import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { loadDeployed, nginxConfig } from '#tests/setup/nginx.ts'
import { s3Env } from '#tests/setup/s3-server.ts'
import { createDataDir, freePort } from '#tests/setup/shop-process.ts'
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts'
import { findProgram, keepProcess, type KeptProcess } from './kept-process.ts'
import { startPair, type PostgresPair } from './postgres-pair.ts'
import { until } from './until.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const APPS = 3

export interface Cluster {
  /** The shop behind nginx, without a trailing slash. */
  url: string
  /** Through HAProxy. */
  databaseUrl: string
  apps: string[]
  postgres: PostgresPair
  smtp: TestSmtp
  /** Everything that can be killed. */
  processes: KeptProcess[]
  logs: string
  stop: () => Promise<void>
}

/**
 * Starts a shop on several machines: three web processes and a worker, PostgreSQL with a standby behind HAProxy, an S3
 * storage, and nginx in front. Each process of the shop has a separate folder. Uses the configuration files in
 * `deploy/`.
 */
export async function startCluster(): Promise<Cluster> {
  const programs = { haproxy: findProgram('haproxy'), nginx: findProgram('nginx') }
  const folder = await createDataDir('wtf-cluster-')
  const logs = path.join(ROOT, 'test-results/cluster')
  await fs.rm(logs, { recursive: true, force: true })
  await fs.mkdir(logs, { recursive: true })
  const logFile = (name: string) => path.join(logs, `${name.replaceAll(' ', '-')}.log`)
  // PostgreSQL's user writes to its log through an open file. It reaches its data through this folder.
  const data = path.join(folder, 'postgres')
  await fs.mkdir(data, { mode: 0o755 })
  const postgres = await startPair(data, logFile)
  for (const sql of [
    'CREATE ROLE haproxy LOGIN',
    'CREATE ROLE wtf LOGIN',
    `CREATE DATABASE wtf OWNER wtf ENCODING 'UTF8' TEMPLATE template0`,
  ])
    await postgres.ask(postgres.ports[0], sql)
  const smtp = await startSmtp()
  const [databasePort, s3Port, port, ...appPorts] = await freePorts(3 + APPS)
  const apps = appPorts.map((each) => `http://127.0.0.1:${each}`)
  const databaseUrl = `postgresql://wtf@127.0.0.1:${databasePort}/wtf`

  const haproxy = path.join(folder, 'haproxy.cfg')
  await fs.writeFile(haproxy, await haproxyConfig(databasePort!, postgres.ports))
  const nginx = path.join(folder, 'nginx.conf')
  await fs.writeFile(nginx, await nginxConfig(folder, port!, appPorts))
  const bucket = path.join(folder, 's3')
  await fs.mkdir(bucket)

  const env: Record<string, string> = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    ...s3Env(s3Port!),
    SECRETS_KEYS: randomBytes(32).toString('base64'),
    SITE_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'true',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'WTF <hello@wtf.example>',
    BACKUPS: 'asked',
    JOBS: 'off',
    METER: 'off',
    CLICK_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  const node = async (name: string, args: string[], more: Record<string, string> = {}) => {
    const dataDir = path.join(folder, name.replaceAll(' ', '-'))
    await fs.mkdir(dataDir)
    return keepProcess(name, [process.execPath, ...args], {
      env: { ...env, DATA_DIR: dataDir, ...more },
      logFile: logFile(name),
    })
  }
  const processes = [
    postgres.primary,
    postgres.standby,
    keepProcess('HAProxy', [programs.haproxy, '-db', '-f', haproxy], { logFile: logFile('HAProxy') }),
    await node('the S3 storage', [path.join(import.meta.dirname, 's3-process.ts'), bucket, String(s3Port)]),
    keepProcess('nginx', [programs.nginx, '-e', path.join(folder, 'nginx-error.log'), '-c', nginx], {
      logFile: logFile('nginx'),
    }),
  ]
  for (const [at, each] of appPorts.entries())
    processes.push(
      await node(`web process ${at + 1}`, [path.join(ROOT, 'tests/durability/serve.ts')], { PORT: String(each) }),
    )
  processes.push(await node('the worker', [path.join(ROOT, 'scripts/run.ts'), 'worker.ts']))
  const stop = async () => {
    // The shop ends first, because it still writes collected data.
    for (const each of processes.toReversed())
      await each.stop(each.name.startsWith('the primary') ? 'SIGINT' : 'SIGTERM')
    await smtp.stop()
    await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const cluster = { url: env.SITE_URL!, databaseUrl, apps, postgres, smtp, processes, logs, stop }
  try {
    await until('all web processes are ready', () => areReady(apps), 180_000)
    return cluster
  } catch (error) {
    await stop()
    throw error
  }
}

export async function areReady(apps: string[]): Promise<boolean> {
  const asked = apps.map((each) => fetch(`${each}/readyz`, { signal: AbortSignal.timeout(5_000) }))
  return (await Promise.all(asked)).every(({ status }) => status === 200)
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

export const haproxyConfig = (port: number, [primary, standby]: [number, number]): Promise<string> =>
  loadDeployed('haproxy.cfg', [
    [/127\.0\.0\.1:5432/, `127.0.0.1:${port}`],
    [/db-1\.internal:5432/, `127.0.0.1:${primary}`],
    [/db-2\.internal:5432/, `127.0.0.1:${standby}`],
  ])
