import { z } from 'zod'

// Texts as people type them. PostgreSQL refuses some control characters, and others would break an email header.
// Characters that hide or reverse text have already been removed (`clean-text.ts`).

const MAX_EMAIL = 254
const MAX_SEARCHED = 200

const atMost = (limit: number) => `Please use at most ${limit.toLocaleString('en')} characters`

/** Creates a schema for one line of text. @param missing the message if it is empty; null if it may be */
export const oneLine = (missing: string | null, limit: number) =>
  z
    .string(missing === null ? undefined : { error: missing })
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(missing === null ? 0 : 1, missing ?? '')
        .max(limit, atMost(limit)),
    )

/** Creates a schema for paragraphs. @param missing the message if they are empty; null if they may be */
export const paragraphs = (missing: string | null, limit: number) =>
  z
    .string(missing === null ? undefined : { error: missing })
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(missing === null ? 0 : 1, missing ?? '')
        .max(limit, atMost(limit)),
    )

/** Maximum length of a raw text, as a multiple of the limit for its cleaned text. */
const RAW = 4

/** Limits the marks on a letter to three, the maximum in any script. More would cover the lines around it. */
const withoutPiles = (text: string): string => text.replace(/(\p{M}{4})\p{M}+/gu, '$1')

const publicText = (read: (text: string) => string, least: number, limit: number, missing: string) =>
  z.string({ error: missing || 'Please enter some text' }).transform((text, context) => {
    const written = text.length > RAW * limit ? null : read(text)
    const problem =
      written === null || written.length > limit
        ? atMost(limit)
        : written.replace(/\s+/g, ' ').length < least
          ? missing
          : null
    if (written !== null && problem === null) return written
    context.addIssue({ code: 'custom', message: problem ?? missing })
    return z.NEVER
  })

/** Creates a schema for a line that the public reads, which may be empty. Limits marks on letters. */
export const publicLine = (limit: number) =>
  publicText((text) => withoutPiles(text).replace(/\s+/g, ' ').trim(), 0, limit, '')

/**
 * Creates a schema for paragraphs that the public reads, like publicLine. @param missing the message for fewer than
 * `least` characters
 */
export const publicParagraphs = (missing: string, least: number, limit: number) =>
  publicText(
    (text) =>
      withoutPiles(text.replace(/\r\n?/g, '\n'))
        .replace(/\n[^\S\n]*(?:\n\s*)+/g, '\n\n')
        .trim(),
    least,
    limit,
    missing,
  )

/** Creates a schema for an email address in lower case. @param missing the message if it is empty */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .transform((typed) => typed.trim().toLowerCase())
    .superRefine((typed, context) => {
      if (typed === '') context.addIssue({ code: 'custom', message: missing })
      else if (typed.length > MAX_EMAIL || !z.regexes.email.test(typed))
        context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
    })

/** A table's search text from a URL. Never refused. */
export const searchedText = z
  .string()
  .transform((text) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_SEARCHED),
  )
  .catch('')
  .default('')
