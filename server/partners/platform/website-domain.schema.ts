// Does not use zod, because browsers load this file.

/** The example in error messages. */
const HOST = 'yourstore.com'
const MAX_DOMAIN = 253
const MAX_LABEL = 63
/** Maximum characters to read. The longest domain is much shorter. */
const MAX_READ = 2_000

const MESSAGES = {
  URL_EMPTY: 'Please enter a website URL.',
  INVALID_URL_FORMAT: `Invalid URL format. Please enter a domain like "${HOST}".`,
  INVALID_DOMAIN: `Please enter a valid domain (e.g., ${HOST}).`,
  DOMAIN_TOO_LONG: 'Domain name is too long. Please enter a shorter domain.',
  LABEL_TOO_LONG: 'Part of the domain name is too long. Please check the format.',
} as const

type DomainProblem = keyof typeof MESSAGES

/** A domain, or the reason why there is none. */
export type WebsiteDomain = { domain: string } | { code: DomainProblem; message: string }

/** Control characters, invisible ones, spaces, and characters that URLs only contain escaped. */
const UNSAFE = /[\p{C}\p{Z}\s<>"'`{}|^]+/gu
const SCHEMES = /^(?:https?:|\/)+/
const WWW = /^(?:www\.)+(?=[^.]+\.)/
/** The URL parser reads a host with such an end as an IPv4 address. */
const ENDS_AS_IPV4 = /(?:^|\.)(?:\d+|0x[\da-f]*)$/
const LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/
const TLD = /^(?:[a-z]{2,}|xn--[a-z\d-]+)$/

/**
 * Extracts the domain of a website as someone typed it, without 'www.': lower case, international names in ASCII.
 * Ignores the scheme, the path and a default port. Refuses credentials, other schemes and other ports.
 */
export function parseWebsiteDomain(typed: string): WebsiteDomain {
  const text = clean(typed)
  if (text === '') return refuse('URL_EMPTY')
  const address = text.replace(SCHEMES, '')
  const host = address.slice(0, lengthOfHost(address))
  if (host.includes('@')) return refuse('INVALID_URL_FORMAT')
  const [name = '', port = '', ...more] = host.split(':')
  // Hosts with more colons or brackets are IPv6 addresses.
  if (more.length || host.startsWith('[')) return refuse('INVALID_DOMAIN')
  const hasOtherScheme = address.startsWith(':/', name.length) || !/^\d*$/.test(port)
  if (host.includes('%') || hasOtherScheme) return refuse('INVALID_URL_FORMAT')
  const written = name.replace(/\.$/, '').replace(WWW, '')
  if (ENDS_AS_IPV4.test(written)) return refuse('INVALID_DOMAIN')
  const tooLong = tooLongOf(written)
  if (tooLong) return refuse(tooLong)
  const domain = inAscii(written)
  if (domain === null) return refuse('INVALID_URL_FORMAT')
  const problem = tooLongOf(domain) ?? (isDomain(domain) ? null : 'INVALID_DOMAIN')
  if (problem) return refuse(problem)
  return port === '' || port === '443' || port === '80' ? { domain } : refuse('INVALID_URL_FORMAT')
}

const refuse = (code: DomainProblem): WebsiteDomain => ({ code, message: MESSAGES[code] })

/** Normalises characters like a browser's address bar: full-width letters, ideographic dots and backslashes. */
function clean(typed: string): string {
  return typed
    .trim()
    .slice(0, MAX_READ)
    .normalize('NFKC')
    .toLowerCase()
    .replace(UNSAFE, '')
    .replaceAll('。', '.')
    .replaceAll('\\', '/')
}

function lengthOfHost(address: string): number {
  const end = address.search(/[/?#]/)
  return end < 0 ? address.length : end
}

function tooLongOf(domain: string): DomainProblem | null {
  if (domain.length > MAX_DOMAIN) return 'DOMAIN_TOO_LONG'
  return domain.split('.').some((label) => label.length > MAX_LABEL) ? 'LABEL_TOO_LONG' : null
}

/** Returns null if no address can have this name. */
function inAscii(name: string): string | null {
  const address = `https://${name}`
  return name !== '' && URL.canParse(address) ? new URL(address).hostname : null
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && TLD.test(labels.at(-1) ?? '')
}
