/** What /login says of a way in that failed, by the key in its address. */
export const SIGN_IN_ERRORS: Record<string, string> = {
  'no-session': 'No session found after OAuth callback',
  'too-late': 'Signing in took too long. Please start again.',
  cancelled: 'Signing in was cancelled.',
  google: 'Failed to authenticate with Google. Please try again.',
  apple: 'Failed to authenticate with Apple. Please try again.',
  social: 'Failed to sign in with social provider.',
  partner: 'Invalid partner account',
  unknown: 'Failed to sign in. Please try again.',
}
