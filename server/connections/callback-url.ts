/** Where a store sends its messages. It holds no secret: they are signed. */
export const callbackUrl = (siteUrl: string, connectionId: string): string =>
  `${siteUrl}/webhooks/shopify/${connectionId}`
