export const HELP_TOPICS = ['Products', 'Your store', 'Team and account'] as const

export interface HelpArticle {
  /** The last part of the article's URL: /brand/dashboard/help/add-product */
  id: string
  topic: (typeof HELP_TOPICS)[number]
  title: string
  answer: readonly string[]
  words?: string
  guide?: ReadonlyArray<{ title: string; steps: readonly string[] }>
  /** A text to copy. @param siteUrl the URL of this shop */
  snippet?: { label: string; lead: string; text: (siteUrl: string) => string }
  /** Ids of other articles. */
  related: readonly string[]
}
