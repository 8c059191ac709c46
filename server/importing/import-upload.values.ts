/** The path that accepts the bytes of a product file. It is the only request that may be large and slow. */
export const IMPORT_UPLOAD = '/brand/dashboard/products/import/file'
