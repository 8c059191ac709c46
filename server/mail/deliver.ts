import { createTransport } from 'nodemailer'

export interface Smtp {
  /** smtp://user:password@host:port, or smtps:// */
  url: string
  /** 'WTF <hello@wtf.example>' */
  from: string
  /** The address for replies; by default the sender. */
  replyTo?: string | undefined
}

interface OutgoingMail {
  id: string
  toAddress: string
  subject: string
  text: string
  html: string
  unsubscribeUrl: string | null
}

/** `refused`: permanent, because of this address or this email. `deferred`: a retry may succeed. `reason` never contains credentials. */
type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'deferred'; reason: string }

export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<Delivery>

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

const MAX_REASON = 300
/** How many times `timeoutMs` one send may take in total. */
const SILENCES = 3

/** Sends emails through one SMTP server, with a connection for each. Never throws. */
export function deliverTo({ url, from, replyTo }: Smtp, timeoutMs: number): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const secrets = credentialsIn(url)
  return async ({ id, toAddress, subject, text, html, unsubscribeUrl }, signal) => {
    try {
      await transport.sendMail({
        from,
        ...(replyTo && { replyTo }),
        // As an object, so that a comma cannot turn it into two addresses.
        to: { name: '', address: toAddress },
        subject,
        text,
        html,
        // Every attempt has the same id, so that email programs recognise duplicates.
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(SILENCES * timeoutMs)]),
      })
      return { outcome: 'sent' }
    } catch (error) {
      return {
        outcome: isForGood(error as SmtpError) ? 'refused' : 'deferred',
        reason: reasonOf(error as SmtpError, secrets),
      }
    }
  }
}

/**
 * Whether the refusal is permanent. A refused sender or sign-in (also 5xx) is our fault, so the email can be sent once
 * that is fixed.
 */
function isForGood({ code, command, responseCode = 0 }: SmtpError): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

function reasonOf({ message, code }: SmtpError, secrets: string[]): string {
  let reason = (message || code || 'unknown').replace(/[\p{C}\s]+/gu, ' ').trim()
  for (const secret of secrets) reason = reason.replaceAll(secret, '***')
  return reason.slice(0, MAX_REASON)
}

/** Returns the credentials as in the URL, decoded, and in the base64 that SMTP uses. */
function credentialsIn(url: string): string[] {
  const { username, password } = new URL(url)
  const plain = [username, password].flatMap((part) => [part, decode(part)]).filter(Boolean)
  return [...new Set([...plain, ...plain.map((part) => Buffer.from(part).toString('base64'))])].sort(
    (a, b) => b.length - a.length,
  )
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
