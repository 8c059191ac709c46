/**
 * Returns false for paths that no page can have: invalid escapes, control characters, and `//` or a backslash, which
 * routers interpret as another host.
 */
export function isPagePath(pathname: string): boolean {
  if (pathname.startsWith('//')) return false
  try {
    return !/[\u0000-\u001f\u007f\\]/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
