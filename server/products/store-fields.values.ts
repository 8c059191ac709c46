/** Fields of a store-managed product that partners may override here. */
export const OVERRIDABLE = ['category', 'gender', 'tags'] as const
export type OverridableField = (typeof OVERRIDABLE)[number]
