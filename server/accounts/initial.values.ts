/** The letter that stands for somebody. */
export const initialOf = ({ fullName, email }: { fullName: string; email: string }): string =>
  [...(fullName || email)][0]?.toUpperCase() ?? ''
