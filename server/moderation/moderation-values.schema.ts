/** The reasons for a report, in the order of the form. */
export const REPORT_KINDS = [
  'counterfeit',
  'wrong_content',
  'not_as_described',
  'offensive',
  'prohibited',
  'other',
] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Reasons of automatic checks. */
export const RULE_KINDS = ['price_collapsed', 'foreign_brand', 'no_picture'] as const

export const FLAG_NAMES: Readonly<Record<ReportKind | (typeof RULE_KINDS)[number], string>> = {
  counterfeit: 'It is a counterfeit',
  wrong_content: 'The pictures or text are wrong',
  not_as_described: 'It is not as described',
  offensive: 'It is offensive',
  prohibited: 'It shouldn’t be on sale',
  other: 'Something else',
  price_collapsed: 'Automatic check: price fell by 90%',
  foreign_brand: "Automatic check: another partner's brand",
  no_picture: 'Automatic check: no picture for 7 days',
}

/** In characters. */
export const MAX_REPORT_WORDS = 2_000
export const MAX_REASON = 1_000
export const MAX_APPEAL_WORDS = 4_000

export const PRODUCT_QUEUES = ['waiting', 'taken_down'] as const

export const APPEAL_KINDS = ['promotion', 'product', 'picture', 'partner', 'review', 'review_flag'] as const
export type AppealKind = (typeof APPEAL_KINDS)[number]
