import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'
import type { UpdateDisplayInput, UpdateStoreNoticesInput } from './preferences.schema.ts'
import { DEFAULT_SALE_EMAILS, STORE_NOTICES } from './preferences-values.schema.ts'

type Asking = Pick<SignedInAsk, 'db' | 'viewer'>

const DISPLAY = {
  theme: 'dark' as 'dark' | 'light',
  showCharts: true,
  autoRefresh: true,
  refreshInterval: 30,
  isFolded: false,
  hiddenColumns: [] as string[],
}
const DISPLAY_FIELDS = {
  theme: true,
  showCharts: true,
  autoRefresh: true,
  refreshInterval: true,
  isFolded: true,
  hiddenColumns: true,
} as const
const NOTICE_FIELDS = {
  emailSales: true,
  emailReviews: true,
  emailInventory: true,
  emailWeeklyReport: true,
  pushSales: true,
  pushReviews: true,
  pushInventory: true,
} as const

/** Returns the viewer's display settings for the dashboard. `refreshInterval` in seconds. */
export async function getDisplay({ db, viewer: { userId } }: Asking): Promise<typeof DISPLAY> {
  return (await db.dashboardPreferences.findUnique({ where: { userId }, select: DISPLAY_FIELDS })) ?? DISPLAY
}

export async function updateDisplay({ db, viewer: { userId } }: Asking, input: UpdateDisplayInput): Promise<void> {
  await db.dashboardPreferences.upsert({ where: { userId }, create: { userId, ...input }, update: input })
}

/** Collapses or expands the viewer's sidebar. */
export async function foldSidebar({ db, viewer: { userId } }: Asking, input: { isFolded: boolean }): Promise<void> {
  await db.dashboardPreferences.upsert({ where: { userId }, create: { userId, ...input }, update: input })
}

const MAX_HIDDEN = 100

/** Hides or shows a column in one of the viewer's tables. Beyond 100 hidden columns, the oldest are shown again. */
export async function hideColumn(
  { db, viewer: { userId } }: Asking,
  { column, isHidden }: { column: string; isHidden: boolean },
): Promise<void> {
  const added = isHidden ? [column] : []
  await db.$executeRaw`
    INSERT INTO dashboard_preferences AS kept (user_id, hidden_columns) VALUES (${userId}::uuid, ${added}::text[])
    ON CONFLICT (user_id) DO UPDATE SET hidden_columns =
      (array_remove(kept.hidden_columns, ${column}) || ${added}::text[])[greatest(1, cardinality(kept.hidden_columns) - ${MAX_HIDDEN - 2}::int):]`
}

/** Returns the emails and messages about the store that the viewer wants. */
export async function getStoreNotices({ db, viewer: { userId } }: Asking): Promise<UpdateStoreNoticesInput> {
  return (
    (await db.dashboardPreferences.findUnique({ where: { userId }, select: NOTICE_FIELDS })) ?? {
      ...STORE_NOTICES,
      emailSales: DEFAULT_SALE_EMAILS,
    }
  )
}

export async function updateStoreNotices(
  { db, viewer: { userId } }: Asking,
  input: UpdateStoreNoticesInput,
): Promise<void> {
  await db.dashboardPreferences.upsert({ where: { userId }, create: { userId, ...input }, update: input })
  if (input.emailSales === 'off') await forgetSaleMails(db, userId)
}

/**
 * Forgets up to which sale the person was emailed, so that only later sales are reported if they turn these emails on
 * again.
 */
const forgetSaleMails = (db: Db, userId: string) => db.saleMailMark.deleteMany({ where: { userId } })

/** Emails with an unsubscribe link. */
export type StoreMail = 'emailSales' | 'emailReviews' | 'emailInventory' | 'emailWeeklyReport'
const STORE_MAILS: readonly StoreMail[] = ['emailSales', 'emailReviews', 'emailInventory', 'emailWeeklyReport']
const keyOf = (db: Db): Promise<Buffer> => appSecret(db, 'store-mails')

/**
 * Returns the URL of the page that turns off one kind of email for an account without a sign-in. The link never
 * expires.
 */
export async function stopStoreMailPath(db: Db, mail: StoreMail, userId: string): Promise<string> {
  return `/partners/unsubscribe?token=${signToken(await keyOf(db), mail, userId)}`
}

/**
 * Turns off the emails that the token names. Repeated calls change nothing.
 * @throws AppError bad_input at `token` if the link is invalid
 */
export async function stopStoreMail(db: Db, token: string): Promise<{ isOff: true }> {
  const key = await keyOf(db)
  for (const mail of STORE_MAILS) {
    const userId = parseToken(key, mail, token)?.id
    if (!userId) continue
    // Deleted accounts get no emails either.
    if (await db.user.count({ where: { id: userId } })) {
      const ended = mail === 'emailSales' ? { emailSales: 'off' as const } : { [mail]: false }
      await db.dashboardPreferences.upsert({ where: { userId }, create: { userId, ...ended }, update: ended })
      if (mail === 'emailSales') await forgetSaleMails(db, userId)
    }
    return { isOff: true }
  }
  throw new AppError('bad_input', 'This link is not valid. Open it from the email again.', { field: 'token' })
}
