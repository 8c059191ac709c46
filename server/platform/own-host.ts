/** Whether a URL leads to the shop itself. We send no notifications or webhooks there. */
export const isOwnHost = (endpoint: string, siteUrl: string): boolean =>
  new URL(endpoint).hostname === new URL(siteUrl).hostname
