// server/main.ts calls configureMail({ contactEmail: env.CONTACT_EMAIL }) once, before the first request.

let contact: string | undefined

/** @param given.contactEmail the address people can write to; by default only the forms are offered */
export function configureMail(given: { contactEmail: string | undefined }): void {
  contact = given.contactEmail
}

/** Returns the address for replies to emails, also shown on pages; undefined if the shop has none. */
export const contactEmail = (): string | undefined => contact
