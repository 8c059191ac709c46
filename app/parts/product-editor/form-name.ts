/** Of a product's editor as a whole, in its action's answers. */
export const FORM_NAME = 'product'
