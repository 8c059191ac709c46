const NAME = 'wtf_notice'
const MAX_LENGTH = 400
const SECONDS = 60

/** A cookie that carries a sentence over a redirect: the next page says it, once. */
export function noticeCookie(text: string): string {
  return `${NAME}=${encodeURIComponent(text.slice(0, MAX_LENGTH))}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax`
}

export const NO_NOTICE = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** What the last page left to say; null for nothing. */
export function readNotice({ headers }: Request): string | null {
  const pair = (headers.get('cookie') ?? '').split(';').map((part) => part.trim()).find((part) => part.startsWith(`${NAME}=`))
  if (!pair) return null
  try {
    return decodeURIComponent(pair.slice(NAME.length + 1)).slice(0, MAX_LENGTH) || null
  } catch {
    return null
  }
}
