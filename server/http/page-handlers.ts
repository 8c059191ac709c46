import { matchRoutes } from '@remix-run/react'
import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/server-runtime'
import { pageAt, pagePath, addressPatternOf } from '#server/site/addresses.ts'
import { BUILD_HEADER } from '#server/site/build-header.values.ts'

/**
 * Creates Remix's handlers. Each pattern in the table of addresses has a handler with only its routes, because Remix
 * searches all its routes six times per page. With all our routes, the search would be a fifth of the cost of a product
 * page.
 */
export function pageHandlers(build: ServerBuild, mode: string): (request: Request) => RequestHandler {
  const handleAll = withVersion(build, mode)
  const byPattern = new Map<string, RequestHandler>()
  return ({ url }) => {
    const { pathname } = new URL(url)
    const row = pageAt(pathname)
    const pattern = row && row.by === undefined ? addressPatternOf(pathname) : null
    if (pattern === null) return handleAll
    let handle = byPattern.get(pattern)
    if (!handle) byPattern.set(pattern, (handle = withVersion(withRoutesOf(build, pagePath(pathname)), mode)))
    return handle
  }
}

/** Names the build in responses with data, because pages of another build cannot use them (app/lib/stale-build.ts). */
function withVersion(build: ServerBuild, mode: string): RequestHandler {
  const handle = createRequestHandler(build, mode)
  return async (request, context) => {
    const response = await handle(request, context)
    if (new URL(request.url).pathname.endsWith('.data')) response.headers.set(BUILD_HEADER, build.assets.version)
    return response
  }
}

/**
 * Returns the build of a closed site. It only has the root, which shows the gate's screen at every URL, so no page's
 * loader can be reached.
 */
export function closedBuild(build: ServerBuild): ServerBuild {
  return withRoutes(build, new Set(['root', 'routes/$']))
}

/** Includes the routes of the path and of the paths above it, because Remix tells browsers about these too. */
function withRoutesOf(build: ServerBuild, path: string): ServerBuild {
  const tree = childrenOf(build, undefined)
  const above = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/') || '/')
  return withRoutes(
    build,
    new Set(above.flatMap((each) => (matchRoutes(tree, each) ?? []).map(({ route }) => route.id))),
  )
}

type Route = Parameters<typeof matchRoutes>[0][number] & { id: string }

const childrenOf = (build: ServerBuild, parentId: string | undefined): Route[] =>
  Object.values(build.routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive } = route as NonNullable<typeof route>
      return { id, path, index, caseSensitive, children: index ? undefined : childrenOf(build, id) } as Route
    })

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const those = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return { ...build, routes: those(build.routes), assets: { ...build.assets, routes: those(build.assets.routes) } }
}
