import type { ShopifyConnection } from '#prisma/generated/client.ts'

/** Where a store sends its messages. It holds no secret: they are signed. */
export const callbackUrl = (siteUrl: string, { id, platform }: Pick<ShopifyConnection, 'id' | 'platform'>): string =>
  `${siteUrl}/webhooks/${platform}/${id}`
