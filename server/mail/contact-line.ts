import { contactEmail } from './mail-config.ts'

/** Returns the line of an email that says how to ask us a question. */
export function contactLine(siteUrl: string): string {
  return contactEmail()
    ? 'If you have a question, reply to this email.'
    : `If you have a question, contact us at ${new URL('/contact', siteUrl).href}. Replies to this email are not read.`
}
