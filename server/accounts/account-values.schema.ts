// What forms and pages need of accounts, without zod: browsers load this.

export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD'] as const
export const LANGUAGES = { en: 'English', es: 'Spanish', fr: 'French', de: 'German' } as const
export type Language = keyof typeof LANGUAGES

/** Mails that somebody may want. Nobody gets one who has not asked for it; mails about the account's safety are always sent. */
export const NOTIFICATIONS = ['priceDrops', 'backInStock', 'news'] as const
export type NotificationKey = (typeof NOTIFICATIONS)[number]
