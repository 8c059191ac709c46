/**
 * Whether If-None-Match contains the ETag, alone or in a list. Ignores whether it is weak (RFC 9110, 13.1.2).
 */
export function hasTag(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}
