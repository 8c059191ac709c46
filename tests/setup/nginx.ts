import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDataDir, freePort } from './shop-process.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
/** The installed nginx; null if there is none. */
export const NGINX =
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file)) ?? null

/**
 * Loads a configuration of `deploy/` with the test's addresses.
 * @throws Error if a text to replace is missing
 */
export async function loadDeployed(file: string, replaced: Array<[RegExp, string]>): Promise<string> {
  let text = await fs.readFile(path.join(DEPLOY, file), 'utf8')
  for (const [from, to] of replaced) {
    if (text.search(from) < 0) throw new Error(`${from} is not in ${file}.`)
    text = text.replace(from, to)
  }
  return text
}

/** Returns nginx's configuration in front of these shops, without TLS and its redirect. */
export async function nginxConfig(folder: string, port: number, apps: number[], hasCache = false): Promise<string> {
  const servers = apps.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join(' ')
  const upstream = await loadDeployed('nginx-upstream.conf', [[/server 127.*;/, servers]])
  const server = await loadDeployed('nginx.conf', [
    [/server \{\s+listen 80;[\s\S]*?\n\}/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ssl_certificate .*\n\s*ssl_certificate_key .*/, ''],
    [/server_name shop\.example;/, 'server_name 127.0.0.1;'],
    [/\/var\/log\/nginx\/wtf\.log wtf/, `${folder}/nginx-access.log wtf`],
    ...(hasCache ? CACHE : []),
  ])
  const cache = hasCache
    ? `${await loadDeployed('nginx-cache.conf', [[/\/var\/cache\/nginx\/wtf/, `${folder}/cache`]])}
add_header X-Cache $upstream_cache_status;`
    : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${folder}/nginx-${each};`)
    .join('\n')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return `daemon off;\n${user}pid ${folder}/nginx.pid;\nevents { worker_connections 2048; }\nhttp {\n${temporary}\n${upstream}\n${cache}\n${server}\n}\n`
}

/**
 * Removes X-Forwarded-For and -Proto, because the test shop would turn off the demo for requests from other machines.
 */
const CACHE: Array<[RegExp, string]> = [
  [/#cache /g, ''],
  [/proxy_set_header X-Forwarded-\w+ .*;/g, ''],
]

export interface CachingNginx {
  url: string
  /** Removes stored pages with a purge key, using the command in docs/operations.md. */
  purge: (key: string) => void
  stop: () => Promise<void>
}

/** Starts nginx as a cache in front of a shop. The header `x-cache` says whether a response came from the cache. */
export async function startCachingNginx(shopPort: number): Promise<CachingNginx> {
  const [folder, port] = [await createDataDir('wtf-nginx-'), await freePort()]
  const config = path.join(folder, 'nginx.conf')
  await fs.writeFile(config, await nginxConfig(folder, port, [shopPort], true))
  const log = path.join(folder, 'error.log')
  const nginx = spawn(NGINX ?? '', ['-e', log, '-c', config], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const isOpen = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  while (!(await isOpen())) {
    if (nginx.exitCode !== null) throw new Error(await fs.readFile(log, 'utf8'))
    await pause(20)
  }
  return {
    url,
    purge: (key) => {
      const { stderr } = spawnSync('sh', ['-c', 'grep -rlaF "$1" "$2" | xargs -r rm', 'sh', key, `${folder}/cache`])
      if (stderr.length) throw new Error(String(stderr))
    },
    stop: async () => {
      const gone = nginx.exitCode === null && once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await gone
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
