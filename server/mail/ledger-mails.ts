import { composeMail, type MailContent } from './compose-mail.ts'

const MAX_NAMED = 20

/** Tells administrators that the nightly check has found errors. @param mail.problems one or more, as sentences */
export function ledgerAlarm({ siteUrl, problems }: { siteUrl: string; problems: readonly string[] }): MailContent {
  const rest = problems.length - MAX_NAMED
  return composeMail({
    kind: 'ledger_alarm',
    siteUrl,
    subject: 'The ledger check found errors',
    preview: problems[0] ?? '',
    heading: 'The ledger check found errors',
    before: [
      'The nightly check recalculated every ledger and found these errors:',
      ...problems.slice(0, MAX_NAMED),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    after: [
      'Do not send invoices until these errors are explained. The full results are in the database table ledger_checks.',
    ],
  })
}
