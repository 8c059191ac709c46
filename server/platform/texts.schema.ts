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

/** Reverses the order of what stands around it, or hides text: nothing that a reader of a page needs. */
const TRICKS =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu
/** Letters that look like nothing. */
const BLANKS = /[\u115f\u1160\u2800\u3164\uffa0]/g
/** A raw text may be at most this many times as long as its cleaned text. */
const RAW = 4

/** Removes hiding, reversing and stacking characters from a public text: each line stays as it looks. */
const withoutTricks = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(TRICKS, '')
    .replace(BLANKS, ' ')
    // Joiners belong between letters and in emojis, one at a time; marks on a letter are three at most in any script.
    .replace(/([\u200c\u200d])[\u200c\u200d]+/g, '$1')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')

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

/** A line that strangers read; it may be empty. Characters that hide or reverse text are taken out. */
export const publicLine = (limit: number) =>
  publicText((text) => withoutTricks(text).replace(/\s+/g, ' ').trim(), 0, limit, '')

/** Paragraphs that strangers read, as publicLine. @param missing the message for fewer than `least` characters */
export const publicParagraphs = (missing: string, least: number, limit: number) =>
  publicText(
    (text) =>
      withoutTricks(text)
        .replace(/\n[^\S\n]*(?:\n\s*)+/g, '\n\n')
        .trim(),
    least,
    limit,
    missing,
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
