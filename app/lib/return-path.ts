import { MAX_PATH } from '#server/auth/auth-values.schema.ts'

/** Returns the URL of the page to return to, without the query if that is too long. */
export function returnPath({ pathname, search }: { pathname: string; search: string }): string {
  return [pathname + search, pathname].find((path) => path.length <= MAX_PATH) ?? '/'
}
