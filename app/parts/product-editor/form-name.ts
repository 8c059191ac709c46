/** The product editor's form name in its action's responses. */
export const FORM_NAME = 'product'
