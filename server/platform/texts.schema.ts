import { z } from 'zod'

// Texts as people type them. PostgreSQL refuses some control characters, and others would break a mail header.

const MAX_EMAIL = 254
const MOST_SEARCHED = 200

const atMost = (limit: number) => `Please use at most ${limit.toLocaleString('en')} characters`

/** Characters that turn the direction of what follows them: a text could show in another order than it is written. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu

/** A line. @param missing the message for an empty one; null if it may be */
export const oneLine = (missing: string | null, limit: number) =>
  z
    .string(missing === null ? undefined : { error: missing })
    .transform((text) =>
      text
        .toWellFormed()
        .replace(TURNS, '')
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(missing === null ? 0 : 1, missing ?? '')
        .max(limit, atMost(limit)),
    )

/** Paragraphs. @param missing the message for empty ones; null if they may be */
export const paragraphs = (missing: string | null, limit: number) =>
  z
    .string(missing === null ? undefined : { error: missing })
    .transform((text) =>
      text
        .toWellFormed()
        .replace(TURNS, '')
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

/** An address, in lower case. @param missing the message for none */
export const emailAddress = (missing: string) =>
  z
    .string({ error: missing })
    .transform((typed) => typed.trim().toLowerCase())
    .superRefine((typed, context) => {
      if (typed === '') context.addIssue({ code: 'custom', message: missing })
      else if (typed.length > MAX_EMAIL || !z.regexes.email.test(typed))
        context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
    })

/** What a table is searched for, from an address: never refused. */
export const searchedText = z
  .string()
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MOST_SEARCHED),
  )
  .catch('')
  .default('')
