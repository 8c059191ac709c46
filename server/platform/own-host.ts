/** Whether an address leads to the shop itself, which takes no notifications and no webhooks. */
export const isOwnHost = (endpoint: string, siteUrl: string): boolean =>
  new URL(endpoint).hostname === new URL(siteUrl).hostname
