/** The scopes that our app needs in a store. */
export const NEEDED_SCOPES = ['read_products', 'read_inventory', 'read_orders'] as const
