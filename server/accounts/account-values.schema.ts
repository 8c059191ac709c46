// Without zod, because browsers load this.

export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD'] as const
export type Currency = (typeof CURRENCIES)[number]
export const LANGUAGES = { en: 'English', es: 'Spanish', fr: 'French', de: 'German' } as const
export type Language = keyof typeof LANGUAGES

/** Optional emails, which are off by default. Emails about the account's safety are always sent. */
export const NOTIFICATIONS = ['priceDrops', 'backInStock', 'reviewRequests', 'news'] as const
export type NotificationKey = (typeof NOTIFICATIONS)[number]
