import type { ShopifyConnection } from '#prisma/generated/client.ts'

/** Returns the URL for a store's messages. It contains no secret, because messages are signed. */
export const storeCallbackUrl = (
  siteUrl: string,
  { id, platform }: Pick<ShopifyConnection, 'id' | 'platform'>,
): string => `${siteUrl}/webhooks/${platform}/${id}`
