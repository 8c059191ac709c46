/** Returns the draft key of a product review (app/lib/kept-form.ts). */
export const reviewDraft = (productId: string): string => `review-${productId}`
