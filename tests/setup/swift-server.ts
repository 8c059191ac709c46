import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { askS3 } from '#server/media/s3-client.ts'
import { parseS3Settings } from '#server/platform/env.ts'
import { keepProcess, type KeptProcess } from '#tests/cluster/kept-process.ts'
import { until } from '#tests/cluster/until.ts'
import { freePort } from './shop-process.ts'

const PROGRAMS = ['memcached', ...['account', 'container', 'object', 'proxy'].map((kind) => `swift-${kind}-server`)]
/** The file with the ports of the cache and the storage servers, which stay the same. */
const PORTS = 'ports'
/** Debian's packages belong to this Python, which may not be the first one in PATH. */
const PYTHON = '/usr/bin/python3'

/** Whether tests use Swift instead of s3rver. */
export const USES_SWIFT = process.env.CLUSTER_S3 === 'swift'
/** Says how to install Swift; null if it is not needed, or installed. */
export const MISSING_SWIFT =
  USES_SWIFT && !PROGRAMS.every((name) => existsSync(`/usr/bin/${name}`))
    ? 'OpenStack Swift is not installed. Install it: apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object memcached'
    : null

export const SWIFT_KEYS = { S3_ACCESS_KEY_ID: 'wtf:shop', S3_SECRET_ACCESS_KEY: 'secret-of-the-shop' }

/**
 * Starts OpenStack Swift with its S3 layer as this user: three devices are folders in `directory`. Files stay there when
 * it stops. Creates the bucket in S3_URL. Only the updater runs in the background, not the replicators.
 */
export async function startSwift(directory: string, env: Record<string, string>): Promise<() => Promise<void>> {
  if (MISSING_SWIFT) throw new Error(MISSING_SWIFT)
  const settings = parseS3Settings(env)
  if (!settings) throw new Error('S3_URL is missing')
  if (!existsSync(path.join(directory, 'proxy.conf'))) await configure(directory, Number(new URL(settings.url).port))
  const logFile = path.join(directory, 'swift.log')
  const [cache, ...storagePorts] = (await fs.readFile(path.join(directory, PORTS), 'utf8')).split(' ')
  const processes: KeptProcess[] = []
  const keep = (...command: [string, ...string[]]) => processes.push(keepProcess(command[0], command, { logFile }))
  const keepSwift = (name: string) =>
    keep(`swift-${name}`, path.join(directory, `${name.split('-')[0]}.conf`), '--verbose')
  const stop = async () => {
    for (const each of processes.toReversed()) await each.stop('SIGKILL')
  }
  try {
    keep('memcached', '-u', os.userInfo().username, '-l', '127.0.0.1', '-p', cache!, '-m', '32')
    for (const name of ['account-server', 'container-server', 'object-server', 'object-updater']) keepSwift(name)
    // The proxy avoids a server that refuses connections for a minute.
    for (const each of storagePorts)
      await until('Swift stores files', async () => (await fetch(`http://127.0.0.1:${each}/`)).status > 0)
    keepSwift('proxy-server')
    await until('Swift has the bucket', () => askS3(settings, { method: 'PUT', key: '', handles: [409] }))
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function configure(directory: string, port: number): Promise<void> {
  const ports = new Set<number>()
  while (ports.size < 4) ports.add(await freePort())
  const [cache, ...storagePorts] = [...ports]
  const rings = path.join(import.meta.dirname, 'swift-rings.py')
  await promisify(execFile)(PYTHON, [rings, directory, ...storagePorts.map(String)])
  const common = (bindPort: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${bindPort}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${directory}
devices = ${directory}/devices
mount_check = false
log_level = WARNING
`
  for (const [at, kind] of ['account', 'container', 'object'].entries())
    await fs.writeFile(
      path.join(directory, `${kind}.conf`),
      `${common(storagePorts[at]!)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
[object-updater]
interval = 30
recon_cache_path = ${directory}
`,
    )
  await fs.writeFile(path.join(directory, PORTS), [...ports].join(' '))
  const filters = ['catch_errors', 'gatekeeper', 'bulk', 'slo', 'dlo', 's3api']
  // Last, because a file that exists means that all others do.
  await fs.writeFile(
    path.join(directory, 'proxy.conf'),
    `${common(port)}
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:tempauth]
use = egg:swift#tempauth
user_wtf_shop = ${SWIFT_KEYS.S3_SECRET_ACCESS_KEY} .admin
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`,
  )
}
