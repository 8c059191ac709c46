import { composeMail, type MailContent } from './compose-mail.ts'

const MOST_NAMED = 20

/** To administrators: the nightly check has found something. @param mail.problems one or more, as sentences */
export function ledgerAlarm({ siteUrl, problems }: { siteUrl: string; problems: readonly string[] }): MailContent {
  const rest = problems.length - MOST_NAMED
  return composeMail({
    kind: 'ledger_alarm',
    siteUrl,
    subject: 'The ledger does not hold',
    preview: problems[0] ?? '',
    heading: 'The ledger does not hold',
    before: [
      'The nightly check has recounted every ledger, and this does not come out:',
      ...problems.slice(0, MOST_NAMED),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    after: ['Send no invoices until it is explained. The whole result is kept in the table ledger_checks.'],
  })
}
