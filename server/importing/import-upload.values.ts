/** Takes the bytes of a file with products: of all requests the one that may be large and long. */
export const IMPORT_UPLOAD = '/brand/dashboard/products/import/file'
