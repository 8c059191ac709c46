import path from 'node:path'
import ts from 'typescript'

/** A permission check, and the source without it. */
export interface Guard {
  file: string
  start: number
  end: number
  removed: string
  instead: string
  /**
   * The procedures that can detect the guard's removal, likeliest first: names, and prefixes that end with a dot.
   * Empty: all.
   */
  prefixes: readonly string[]
}

const OWNER_FIELDS = new Set(['userId', 'ownerId', 'partnerId', 'actorId', 'subjectId', 'id', 'email', 'toAddress'])
/** Values in these properties are written, so they are not guards. */
const WRITTEN = new Set(['data', 'create', 'update', 'select', 'connect'])
/** Returns a condition that every row meets. An empty one would not work, because Prisma drops it from an OR. */
const always = (field: string) => `NOT: { ${field}: { in: [] } }`
const EVERY_PROCEDURE = ['']
/** The next weaker level. It admits the same people and more. */
const WEAKER: Readonly<Record<string, string>> = {
  signedIn: 'public',
  partner: 'signedIn',
  partnerEditor: 'partner',
  partnerOwner: 'partnerEditor',
  admin: 'signedIn',
  partnerOrAdmin: 'signedIn',
}
const LEVEL = new RegExp(`(\\w+): (${Object.keys(WEAKER).join('|')})Procedure\\b`, 'g')
/**
 * The identity data that level checks use. Other checks (database offline, file requested in a batch) do not depend on
 * the person.
 */
const ABOUT_ASKER = /\b(viewer|role|status|isOpen)\b/
const OWNER_COLUMN = /(?:\w+\.)?(?:user_id|owner_id|partner_id|id) = $/

/**
 * Maps each router to its procedures' prefix: 'adminAudit' -> 'admin.audit'.
 * @param texts the texts of all files that combine routers
 */
export function routerPaths(texts: Iterable<string>): ReadonlyMap<string, string> {
  const above = new Map<string, { name: string; key: string }>()
  for (const text of texts) {
    const name = /export const (\w+)Router\b/.exec(text)?.[1] ?? ''
    for (const [, key = '', mounted = ''] of text.matchAll(/^ {2}(\w+): (\w+)Router,$/gm))
      above.set(mounted, { name, key })
  }
  const pathOf = (name: string): string => {
    const place = above.get(name)
    if (!place) return ''
    const prefix = pathOf(place.name)
    return prefix ? `${prefix}.${place.key}` : place.key
  }
  return new Map([...above.keys()].map((name) => [name, pathOf(name)]))
}

/**
 * Returns the prefixes of the procedures that can detect a missing guard in a file: those of all routers that import
 * the file, directly or indirectly, nearest first. For the levels, and if no router imports the file, that is every
 * procedure.
 * @param texts the texts of all files, by path
 */
export function noticing(file: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const paths = routerPaths([...texts].filter(([name]) => /(^|\/|\.)router\.ts$/.test(name)).map(([, text]) => text))
  if (file.endsWith('trpc/procedures.ts')) return EVERY_PROCEDURE
  const found: string[] = []
  const seen = new Set([file])
  for (const name of seen) {
    const router = name.endsWith('.router.ts') && /export const (\w+)Router\b/.exec(texts.get(name) ?? '')?.[1]
    if (router) found.push(`${paths.get(router) ?? router}.`)
    // A file that combines routers uses none of their procedures.
    else for (const importer of importersOf(texts).get(name) ?? []) seen.add(importer)
  }
  return found.length ? found : EVERY_PROCEDURE
}

const known = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string[]>>()

/** Returns the importers of each file. Ignores type imports. */
function importersOf(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>()
  if (known.has(texts)) return known.get(texts)!
  for (const [name, text] of texts)
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^']*?from '([#.][^']+)'/gm)) {
      const file = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(name), from)
      importers.set(file, [...(importers.get(file) ?? []), name])
    }
  known.set(texts, importers)
  return importers
}

/**
 * Finds every guard in a file of server/: procedures' levels, the levels' own checks, and conditions on a row's owner.
 * @param paths the prefixes of routers, for their files
 * @param prefixes the procedures that can detect the other guards
 */
export function guardsIn(
  file: string,
  text: string,
  paths: ReadonlyMap<string, string> = new Map(),
  prefixes: readonly string[] = EVERY_PROCEDURE,
): Guard[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const guard = (start: number, end: number, instead: string, by = prefixes): Guard => ({
    file,
    start,
    end,
    removed: text.slice(start, end),
    instead,
    prefixes: by,
  })
  if (file.endsWith('.router.ts')) return levelsIn(text, guard, paths)
  const guards: Guard[] = []
  const isOfLevels = file.endsWith('trpc/procedures.ts')
  const visit = (node: ts.Node): void => {
    if (isOfLevels && ts.isIfStatement(node) && ts.isThrowStatement(node.thenStatement))
      if (ABOUT_ASKER.test(node.expression.getText())) guards.push(guard(node.getStart(), node.end, ''))
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const value = ts.isPropertyAssignment(node) ? node.initializer : node.name
      if (OWNER_FIELDS.has(node.name.getText()) && isOfAsker(value) && isCondition(node))
        guards.push(guard(node.getStart(), node.end, always(node.name.getText())))
    }
    if (ts.isTemplateSpan(node) && isOfAsker(node.expression)) {
      const before = text.slice(0, node.getFullStart() - 2)
      const column = OWNER_COLUMN.exec(before.slice(-60))?.[0]
      // A lock serialises requests but excludes nobody.
      if (column && !/^\}(::uuid)? FOR /.test(node.literal.getText()))
        guards.push(
          guard(
            before.length - column.length,
            node.literal.getStart() + (/^\}(?:::uuid)?/.exec(node.literal.getText())?.[0].length ?? 1),
            'TRUE',
          ),
        )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return guards
}

/** Returns a guard for each procedure with restricted access. Without the guard, it has the next weaker level. */
function levelsIn(
  text: string,
  guard: (start: number, end: number, instead: string, by: readonly string[]) => Guard,
  paths: ReadonlyMap<string, string>,
): Guard[] {
  const router = /export const (\w+)Router/.exec(text)?.[1] ?? ''
  const within = paths.get(router) ?? router
  return [...text.matchAll(LEVEL)].map(({ 0: match, 1: name = '', 2: level = '', index }) =>
    guard(index + name.length + 2, index + match.length, `${WEAKER[level]}Procedure`, [`${within}.${name}`]),
  )
}

/**
 * Returns whether a value comes from the viewer: `viewer.userId`, a `userId` next to a parameter `viewer`, or an
 * `email` taken from the viewer. Other values are user input.
 */
function isOfViewer(value: ts.Node): boolean {
  if (/\bviewer\.(userId|sessionId|email)\b/.test(value.getText())) return true
  if (!ts.isIdentifier(value) || !['userId', 'email'].includes(value.text)) return false
  for (let node: ts.Node | undefined = value; node; node = node.parent) {
    if (!ts.isFunctionLike(node) || !node.parameters.some((parameter) => parameter.name.getText() === 'viewer'))
      continue
    if (value.text === 'userId' || /\{[^{}]*\bemail\b[^{}]*\} = viewer\b/.test(node.getText())) return true
  }
  return false
}

const isOfAsker = (value: ts.Node): boolean => isOfViewer(value) || isOfPartner(value)

/**
 * Returns whether a value is the id of the viewer's partner: `ctx.partner.id`, or in services `ask.partner.id`,
 * `viewer.partner.id`, `partner.id` of a parameter, or a `partnerId` taken from one of these. A partner that was looked
 * up, or an input's `partnerId`, may belong to anyone.
 */
function isOfPartner(value: ts.Node): boolean {
  const text = value.getText()
  if (/^(ctx|ask|viewer)\.partner\??\.id$/.test(text)) return true
  if (text !== 'partner.id' && text !== 'partnerId') return false
  for (let node: ts.Node | undefined = value; node; node = node.parent) {
    if (!ts.isFunctionLike(node)) continue
    if (text === 'partner.id' && node.parameters.some(bringsPartner)) return true
    const [, from = ''] =
      /\bpartnerId = ((?:\w+\.)?partner\??)\.id\b|\{[^{}]*\bid: partnerId\b[^{}]*\} = ((?:\w+\.)?partner)\b/
        .exec(node.getText())
        ?.filter(Boolean) ?? []
    if (text === 'partnerId' && (/^(ctx|ask|viewer)\./.test(from) || (from && node.parameters.some(bringsPartner))))
      return true
  }
  return false
}

/**
 * Returns whether a parameter contains the viewer's partner: `{ db, partner }: Ask`, or a `partner` of the viewer's
 * type.
 */
function bringsPartner({ name, type }: ts.ParameterDeclaration): boolean {
  if (ts.isObjectBindingPattern(name)) return name.elements.some((element) => element.name.getText() === 'partner')
  return name.getText() === 'partner' && /\b(Ask|Viewer|Context)\b/.test(type?.getText() ?? '')
}

/** Returns whether a property is within a `where`, or in the arguments that redeem a token. */
function isCondition(property: ts.Node): boolean {
  for (let node = property.parent; node; node = node.parent) {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'where') return true
    if (ts.isPropertyAssignment(node) && WRITTEN.has(node.name.getText())) return false
    if (ts.isCallExpression(node)) return node.expression.getText() === 'redeemToken'
  }
  return false
}
