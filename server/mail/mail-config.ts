// server/main.ts calls configureMail({ contactEmail: env.CONTACT_EMAIL }) once, before the first request.

let contact: string | undefined

/**
 * @param given.contactEmail the contact address; if absent, only the forms are offered
 */
export function configureMail(given: { contactEmail: string | undefined }): void {
  contact = given.contactEmail
}

/** The Reply-To address of emails, which pages also name; undefined if the shop has none. */
export const contactEmail = (): string | undefined => contact
