import { MAX_PATH } from '#server/auth/auth-values.schema.ts'

/** Where somebody comes back to: the address of a page, without its query where that is longer than a way back may be. */
export function returnPath({ pathname, search }: { pathname: string; search: string }): string {
  return [pathname + search, pathname].find((path) => path.length <= MAX_PATH) ?? '/'
}
