import type { Surface } from '#server/outbound/outbound.schema.ts'
import type { AssistantAsk } from './tool.ts'

const SURFACE: Surface = 'agent'

/** Returns the tracked link to a product in its store. Clicks on it are attributed to the assistant. */
export function goLink(
  { siteUrl, client }: Pick<AssistantAsk, 'siteUrl' | 'client'>,
  productId: string,
  { variantId, position }: { variantId?: string; position?: number } = {},
): string {
  const query = new URLSearchParams({
    ...(variantId !== undefined && { v: variantId }),
    src: SURFACE,
    ...(position !== undefined && { pos: String(position) }),
    ...(client !== null && { by: client }),
  })
  return `${siteUrl}/go/${productId}?${query.toString()}`
}
