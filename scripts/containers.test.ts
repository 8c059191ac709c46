import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseEnv } from '#server/platform/env.ts'
import { importsOf } from './imports-of.ts'

// Checks Containerfile, .dockerignore and deploy/compose.yaml. Builds and pulls nothing. docs/operations.md describes
// how they were tried.

const ROOT = path.resolve(import.meta.dirname, '..')
const load = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const PINNED = /^docker\.io\/\S+:\d+\.\d+(\.\d+)?(-[\w.]+)?$/

const containerfile = load('Containerfile').replaceAll(/\\\n\s*/g, '')
const [, build = '', last = ''] = containerfile.split(/^FROM .*$/m)
const wordsAfter = (command: RegExp) =>
  command
    .exec(build)![1]!
    .split(' ')
    .filter((word) => !word.startsWith('-'))
const uninstalled = wordsAfter(/npm uninstall (.*?) &&/)
const removed = [...uninstalled, ...wordsAfter(/rm -rf (.*)/)]
const sent = load('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  configs?: Array<{ source: string }>
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { disable?: boolean; test?: string[] }
}
const compose = parse(load('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  configs: Record<string, unknown>
}
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image.startsWith('localhost/wtf:'))

/** Returns all of our files that these load, directly or indirectly, and all packages. */
function loadedBy(entries: string[]): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set(entries), new Set<string>()]
  // A Set also visits files that are added during the loop.
  for (const file of files) {
    if (!/\.(ts|js|mjs)$/.test(file) || file.startsWith('prisma/generated')) continue
    const imports = importsOf(file)
    for (const each of imports.files) files.add(each)
    for (const each of imports.packages) packages.add(each)
  }
  return { files, packages }
}

describe('the image', () => {
  const { dependencies } = JSON.parse(load('package.json')) as { dependencies: Record<string, string> }
  const commands = ['start', 'run', 'worker', 'admin', 'site', 'backup', 'restore', 'move-storage', 'rotate-secrets']
  const loaded = loadedBy([
    ...commands.map((name) => `scripts/${name}.ts`),
    ...fs.globSync('server/**/*-process{,-child}.ts', { cwd: ROOT }),
  ])

  test('is built from files that exist', () => {
    expect(sent.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
    const copied = [...build.matchAll(/^COPY (?!\. )(.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
    expect(copied).toContain('package-lock.json')
    expect(copied.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
  })

  test('contains every file that the shop and its commands load', () => {
    expect(loaded.files).toContain('server/main.ts')
    const isSent = (file: string) =>
      file.startsWith('prisma/generated') || sent.some((each) => file === each || file.startsWith(`${each}/`))
    expect([...loaded.files].filter((file) => !isSent(file))).toEqual([])
  })

  test('omits only packages that the running shop does not load', () => {
    expect(uninstalled.filter((name) => !(name in dependencies))).toEqual([])
    const isRemoved = (name: string) => removed.some((each) => name === each || name.startsWith(`${each}/`))
    // Only the development server uses a package that is removed.
    expect([...loaded.packages].filter(isRemoved)).toEqual(['vite'])
  })

  test('runs as an unprivileged user, has a health check, and contains no build tools', () => {
    expect(/^ARG BASE=(.*)$/m.exec(containerfile)?.[1]).toMatch(PINNED)
    expect(last).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m)
    expect(last).toMatch(/^HEALTHCHECK .*readyz/m)
    expect(last).not.toMatch(/^RUN .*(apt-get|npm)/m)
    expect(removed).toEqual(expect.arrayContaining(['typescript', 'vite', '@remix-run/dev']))
    const command = JSON.parse(/^CMD (.*)$/m.exec(last)![1]!) as string[]
    expect(command.join(' ')).toBe((JSON.parse(load('package.json')) as { scripts: { start: string } }).scripts.start)
  })
})

describe('the compose file', () => {
  test('runs two web processes and a worker from our image, with read-only file systems', () => {
    expect(ours.map(([name]) => name)).toEqual(['app-1', 'app-2', 'worker'])
    for (const [name, service] of ours)
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], environment: { JOBS: 'off' } })
    expect(compose.services.worker?.command?.slice(-2)).toEqual(['scripts/run.ts', 'worker.ts'])
  })

  test('sets only existing settings, with valid values', () => {
    const email = 'hello@shop.example'
    const values = new Map([
      ['WTF_HOST', 'shop.example'],
      ['WTF_SECRETS_KEYS', Buffer.alloc(32).toString('base64')],
      ['WTF_SMTP_URL', 'smtp://mail.example'],
      ['WTF_MAIL_FROM', email],
      ['WTF_CONTACT_EMAIL', email],
    ])
    const fill = (text: string) =>
      text.replaceAll(/\$\{(\w+):[?-]\}/g, (_, name: string) => values.get(name) ?? 'a'.repeat(48))
    const settings = Object.entries(compose.services.worker?.environment ?? {}).map(([name, text]) => [
      name,
      fill(text),
    ])
    const env = parseEnv(Object.fromEntries(settings) as Record<string, string>)
    expect(env).toMatchObject({ SITE_URL: 'https://shop.example', TRUST_PROXY: true })
    expect(settings.filter(([name = '']) => !(name in env))).toEqual([])
  })

  test('pins third-party images, and has health checks for the services that others depend on', () => {
    for (const [name, { image }] of services) if (!image.startsWith('localhost/')) expect(image, name).toMatch(PINNED)
    for (const name of ['postgres', 's3', 'valkey']) expect(compose.services[name]?.healthcheck?.test?.[0]).toBe('CMD')
  })

  test('mounts only existing files and configurations', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes).filter((volume) => volume.startsWith('.'))
    expect(mounted).not.toEqual([])
    for (const volume of mounted)
      expect(fs.existsSync(path.join(ROOT, 'deploy', volume.split(':')[0]!)), volume).toBe(true)
    const used = services.flatMap(([, { configs = [] }]) => configs.map(({ source }) => source))
    expect(used.sort()).toEqual(Object.keys(compose.configs).sort())
  })

  test('reads only documented variables', () => {
    const handbook = load('docs/operations.md')
    const names = new Set([...load('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
    expect([...names].filter((name) => !new RegExp(`^ *${name}=`, 'm').test(handbook))).toEqual([])
  })
})
