import type { SignedInAsk } from '#server/platform/ask.ts'
import { MAX_AT_ONCE } from './invitation-values.schema.ts'
import { createInvitation, findObstacle } from './invite.service.ts'
import { invitedLine, type InviteManyInput } from './invitations.schema.ts'

/** The result of a pasted list. Lines are numbered from 1. */
export interface InvitedMany {
  created: Array<{ line: number; email: string; businessName: string }>
  alreadyPartners: Array<{ line: number; email: string }>
  alreadyInvited: Array<{ line: number; email: string }>
  invalid: Array<{ line: number; text: string; reason: string }>
}

/** The maximum number of characters to show of an unreadable line. */
const MAX_SHOWN = 120

/**
 * Invites the brands in a pasted list, one per line: 'email, business name, contact person'. Skips a header line. The
 * result lists the lines that could not be invited.
 */
export async function inviteMany(
  ask: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { list, personalMessage }: InviteManyInput,
): Promise<InvitedMany> {
  const result: InvitedMany = { created: [], alreadyPartners: [], alreadyInvited: [], invalid: [] }
  const seen = new Set<string>()
  const lines = list
    .split(/\r\n?|\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .filter(({ text }, place) => place > 0 || !isHeader(text))
  for (const [place, { line, text }] of lines.entries()) {
    const refuse = (reason: string) => void result.invalid.push({ line, text: text.slice(0, MAX_SHOWN), reason })
    if (place >= MAX_AT_ONCE) {
      refuse(`You can enter up to ${MAX_AT_ONCE} lines at a time.`)
      continue
    }
    const parsed = invitedLine.safeParse(parseInvitationLine(text))
    if (!parsed.success) {
      refuse(parsed.error.issues[0]?.message ?? 'We cannot read this line.')
      continue
    }
    const { email } = parsed.data
    if (seen.has(email)) {
      refuse('This email address is in the list twice.')
      continue
    }
    seen.add(email)
    const obstacle = await findObstacle(ask.db, email)
    const isCreated = obstacle === null && (await createInvitation(ask, { ...parsed.data, personalMessage })) !== null
    if (isCreated) result.created.push({ line, email, businessName: parsed.data.businessName })
    else if (obstacle === 'partner') result.alreadyPartners.push({ line, email })
    else if (obstacle === 'admin') refuse('This email address belongs to an administrator.')
    else result.alreadyInvited.push({ line, email })
  }
  return result
}

/** Splits at the separator after the email address: a tab, semicolon or comma. A name may contain the other two. */
function parseInvitationLine(text: string): { email: string; businessName: string; contactPerson: string } {
  const [email = '', businessName = '', ...rest] = cellsOf(text, /[\t;,]/.exec(text)?.[0] ?? ',')
  return { email, businessName, contactPerson: rest.filter(Boolean).join(', ') }
}

/** Splits a line into cells. A quoted cell may contain the separator, and doubled quotes. */
function cellsOf(text: string, mark: string): string[] {
  const cell = new RegExp(`${mark} *(?:"((?:[^"]|"")*)" *(?=${mark}|$)|([^${mark}]*))`, 'g')
  return [...`${mark}${text}`.matchAll(cell)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}

const isHeader = (text: string): boolean => /^[^\t;,]*\be-?mail/i.test(text) && !text.includes('@')
