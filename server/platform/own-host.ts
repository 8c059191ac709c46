/** Whether a URL leads to the shop itself, to which we send no notifications or webhooks. */
export const isOwnHost = (endpoint: string, siteUrl: string): boolean =>
  new URL(endpoint).hostname === new URL(siteUrl).hostname
