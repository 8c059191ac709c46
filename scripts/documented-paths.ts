import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'demo', 'server', 'tests', 'scripts', 'deploy', 'docs', 'prisma', 'public']
/** `server/auth/x.ts`, `docs/decisions/`, `server/mail/*-mails.ts`; not a URL, and not a part of a longer path. */
const PATH = new RegExp(String.raw`(?<![\w/.:#@-])(?:${FOLDERS.join('|')})/[\w./$*()-]*[\w/$*]`, 'g')
/** `relax.ts` alone: any file with this name. Not `x.test.ts`, which is a placeholder. */
const FILE_NAME = /^(?!x\.)[\w$-][\w.$-]*\.(?:tsx?|mjs|js|css|ya?ml|prisma)$/
const COMMAND = /\bnpm run ([\w:]+)/g
const LINK = /\]\(([^)\s]+)\)/g
/** This document needs full paths, because several folders may contain a file of the same name. */
const NEEDS_FULL_PATHS = 'docs/where.md'
/** Names that look like our files, but are not. */
const OTHERS = new Set(['mediainfo.js', 'prometheus.yml'])

/** Documents that people read: the README, CONTRIBUTING and all of docs/. */
export const listDocuments = (): string[] => [
  'README.md',
  'CONTRIBUTING.md',
  ...fs.globSync('docs/**/*.md', { cwd: root }),
]

/**
 * Finds the paths, file names, links (with their headings) and npm scripts in a document that do not exist.
 * @param document path from the root of the repository
 * @returns one line for each missing name
 */
export function findMissing(document: string, text = fs.readFileSync(path.join(root, document), 'utf8')): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const paths = spans.flatMap((span) => (span.includes('<') ? [] : [...span.matchAll(PATH)].map(([name]) => name)))
  const names = spans.filter((span) => FILE_NAME.test(span) && !OTHERS.has(span))
  const bare = document === NEEDS_FULL_PATHS ? names.filter((name) => !hasPath(name)) : []
  const commands = [...text.matchAll(COMMAND)].map(([, name = '']) => name)
  const links = [...text.matchAll(LINK)].map(([, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))
  return [
    ...paths.filter((name) => !hasPath(name)).map((name) => `no file ${name}`),
    ...names.filter((name) => !fileNames().has(name)).map((name) => `no file is called ${name}`),
    ...bare.filter((name) => fileNames().has(name)).map((name) => `give the full path of ${name}`),
    ...commands.filter((name) => !scripts().has(name)).map((name) => `no script ${name} in package.json`),
    ...links.filter((to) => !hasTarget(document, to, text)).map((to) => `no target ${to}`),
  ].map((line) => `${document}: ${line}`)
}

const hasPath = (name: string): boolean =>
  name.includes('*') ? fs.globSync(name, { cwd: root }).length > 0 : fs.existsSync(path.join(root, name))

function hasTarget(document: string, to: string, text: string): boolean {
  const [file = '', heading] = to.split('#')
  const target = file === '' ? document : path.join(path.dirname(document), file)
  if (file !== '' && !fs.existsSync(path.join(root, target))) return false
  if (heading === undefined) return true
  const content = file === '' ? text : fs.readFileSync(path.join(root, target), 'utf8')
  return [...content.matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => anchorOf(title) === heading)
}

/** Returns a heading's anchor, as on GitHub and GitLab. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

let names: Set<string> | undefined
const fileNames = (): Set<string> =>
  (names ??= new Set(
    fs.globSync([...FOLDERS.map((folder) => `${folder}/**/*`), '*'], { cwd: root }).map((file) => path.basename(file)),
  ))

const scripts = (): Set<string> =>
  new Set(
    Object.keys((JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts),
  )
