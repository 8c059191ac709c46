// server/main.ts calls configureMail({ contactEmail: env.CONTACT_EMAIL }) once, before the first request.

let contact: string | undefined

/** @param given.contactEmail where people can write to; if absent, only the forms are offered */
export function configureMail(given: { contactEmail: string | undefined }): void {
  contact = given.contactEmail
}

/** The address that answers to emails go to and that pages name; undefined where the shop has none. */
export const contactEmail = (): string | undefined => contact
