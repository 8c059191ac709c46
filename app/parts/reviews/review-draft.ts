/** Name of the draft of somebody's review of a product (app/lib/kept-form.ts). */
export const reviewDraft = (productId: string): string => `review-${productId}`
