/** Returns the letter that represents a person. */
export const initialOf = ({ fullName, email }: { fullName: string; email: string }): string =>
  [...(fullName || email)][0]?.toUpperCase() ?? ''
