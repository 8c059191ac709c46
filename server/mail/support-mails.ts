import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

const MAX_QUOTE = 1_500

/** The message of a writer who is known to own the address. Other messages are not quoted, so that nobody can use us to email a stranger. */
interface ProvenWriter {
  name: string
  subject: string
  text: string
}

interface AboutTicket {
  siteUrl: string
  reference: string
  /** Null if the address was only typed. */
  writer: ProvenWriter | null
}

/** Confirms that a ticket or message has arrived and states its reference. */
export function supportReceived({ siteUrl, reference, writer }: AboutTicket): MailContent {
  return composeMail({
    kind: 'support_received',
    siteUrl,
    subject: `We received your message: ${reference}`,
    preview: `Your reference is ${reference}.`,
    heading: 'We received your message',
    before: [
      greeting(writer?.name),
      `Thank you for contacting WTF. Your reference is ${reference}. A member of our team will read your message and reply to this address.`,
      ...quoteOf(writer),
    ],
    after: [
      howToReply(siteUrl, reference),
      'If you did not write to us, ignore this email. Someone entered your address, and nothing else happened.',
    ],
  })
}

/** @param about.answer as the admin typed it */
export function supportAnswered({ siteUrl, reference, writer, answer }: AboutTicket & { answer: string }): MailContent {
  return composeMail({
    kind: 'support_answered',
    siteUrl,
    subject: `Our reply to ${reference}`,
    preview: 'Our team replied to your message.',
    heading: 'Our reply',
    before: [greeting(writer?.name), ...paragraphsOf(answer)],
    after: [`This is our reply to your message ${reference}.`, howToReply(siteUrl, reference), ...quoteOf(writer)],
  })
}

function howToReply(siteUrl: string, reference: string): string {
  const form = new URL('/contact', siteUrl).href
  return contactEmail()
    ? 'To add something, reply to this email.'
    : `To add something, contact us at ${form} and mention ${reference}. Replies to this email are not read.`
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*/)
    .map((line) => line.trim())
    .filter(Boolean)

function quoteOf(writer: ProvenWriter | null): string[] {
  if (!writer) return []
  const text =
    writer.text.length > MAX_QUOTE ? `${writer.text.slice(0, MAX_QUOTE).toWellFormed().trimEnd()}...` : writer.text
  return [`You wrote: ${writer.subject}`, ...paragraphsOf(text).map((line) => `> ${line}`)]
}
