import { z } from 'zod'
import { businessCountry, sellingCurrency } from '#server/platform/money-choices.schema.ts'
import { isPagePath } from '#server/platform/page-path.schema.ts'
import { deviceTimeZone } from '#server/platform/time-zone.schema.ts'
import { MAX_PATH } from './auth-values.schema.ts'

const MAX_PASSWORD = 200
const MAX_EMAIL = 254
const MAX_NAME = 200
const BUSINESS_TYPES = ['retail', 'ecommerce', 'manufacturer'] as const

/**
 * Pages that emailed links lead to (`?token=`). Opening one changes nothing, because mail scanners open links: the
 * page's button posts the token.
 */
export const TOKEN_PAGES = {
  sign_up: '/auth/sign-up',
  verify_email: '/auth/verify-email',
  change_email: '/auth/change-email',
  reset_password: '/auth/reset-password',
  magic_link: '/auth/magic',
} as const

/** The partners' onboarding, and the page that its emailed link leads to (`?token=`). */
export const JOINING_PAGE = '/partners/onboarding'
export const JOINING_CONFIRMED_PAGE = '/partners/onboarding/confirmed'

/** The page that asks for the second factor after the first. */
export const SECOND_FACTOR_PAGE = '/second-factor'

/** The dialog and the pages (/signup, /brand/signup) have different messages. */
export type AuthForm = 'dialog' | 'page'

const INVALID_EMAIL = 'Please enter a valid email address'
const WEAK_PASSWORD = 'Password must be at least 8 characters with 1 uppercase letter and 1 number'
const SHORT_PASSWORD = 'Password must be at least 8 characters'
const NO_MATCH = 'Passwords do not match'

const UNFIT_PATH = /^(?!\/)|^\/[/\\]|[\u0000-\u0020\u007f\\]/

/**
 * Returns the path if it is on our own site, otherwise '/'. Refuses 'https:', '//host', '/\host' and other forms that
 * browsers may read as another site.
 */
export function safePath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_PATH || UNFIT_PATH.test(value)) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(value, base)) return '/'
  const url = new URL(value, base)
  // Parsing may turn '/..//host' into '//host', so check the result too.
  return url.origin === base && isPagePath(url.pathname) ? url.pathname + url.search + url.hash : '/'
}

const redirectTo = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined ? undefined : safePath(value)))
/** Browsers leave unticked boxes out of the form. */
const remember = z.boolean().default(false)

/** Creates a text field that reports at most one error, and does not stop other fields from reporting theirs. */
const text = (missing: string, problemOf: (text: string) => string | null) =>
  z.string({ error: missing }).superRefine((value, context) => {
    const message = problemOf(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const parseAddress = (value: string) => value.trim().toLowerCase()
const emailField = (missing: string, invalid = INVALID_EMAIL) =>
  text(missing, (typed) => {
    const email = parseAddress(typed)
    if (email === '') return missing
    return email.length <= MAX_EMAIL && z.regexes.email.test(email) ? null : invalid
  }).transform(parseAddress)

/**
 * Creates a one-line text field. PostgreSQL refuses some control characters, and others would break an email header.
 */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
const requiredText = (missing: string) =>
  z
    .string({ error: missing })
    .transform(oneLine)
    .pipe(z.string().min(1, missing).max(MAX_NAME, `Please use at most ${MAX_NAME} characters`))

/** A hidden form value. Invalid ones are dropped, because the user cannot correct them. */
const unseenText = z
  .string()
  .max(MAX_NAME * 4)
  .transform(oneLine)
  .pipe(z.string().max(MAX_NAME))
  .catch('')

/** Accepts '', or at least 10 digits with an optional + and the usual separators: '0431 / 555-01 99'. */
export const isPhone = (phone: string): boolean =>
  phone === '' || (phone.length <= 32 && /^\+?[\d\s()./-]+$/.test(phone) && phone.replace(/\D/g, '').length >= 10)
const INVALID_PHONE = 'Please enter a valid phone number'
const optionalPhone = z.string().trim().refine(isPhone, INVALID_PHONE).default('')
/** The phone number of a business, which we must be able to call. */
export const requiredPhone = text('Phone number is required', (typed) =>
  typed.trim() === '' ? 'Phone number is required' : isPhone(typed.trim()) ? null : INVALID_PHONE,
).transform((typed) => typed.trim())

const isWebsite = (text: string) =>
  text === '' ||
  (text.length <= 500 &&
    /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) &&
    URL.canParse(text) &&
    new URL(text).username === '')
const optionalWebsite = (message: string) => z.string().trim().refine(isWebsite, message).default('')

const newPassword = (form: AuthForm) => {
  const missing = form === 'dialog' ? 'Password is required' : WEAK_PASSWORD
  return text(missing, (password) => {
    if (password === '') return missing
    if (password.length < 8) return form === 'dialog' ? SHORT_PASSWORD : WEAK_PASSWORD
    if (password.length > MAX_PASSWORD) return `Please use at most ${MAX_PASSWORD} characters`
    return /\p{Lu}/u.test(password) && /\d/.test(password) ? null : WEAK_PASSWORD
  })
}
const confirmation = (form: AuthForm) => {
  const missing = form === 'dialog' ? 'Please confirm your password' : NO_MATCH
  return z.string({ error: missing }).min(1, missing)
}
/** Whether the passwords match. Checked together with the other fields, so that all messages appear at once. */
const isConfirmed = ({ password, confirmPassword }: { password?: unknown; confirmPassword?: unknown }) =>
  password === confirmPassword
const mismatch = { error: NO_MATCH, path: ['confirmPassword'], when: ({ value }: { value: unknown }) => hasBoth(value) }
const hasBoth = (value: unknown) => {
  const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>
  return typeof password === 'string' && typeof confirmPassword === 'string' && confirmPassword !== ''
}

export const signInInput = z.object({
  email: emailField('Email is required'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1_000, 'Invalid email or password'),
  accountType: z.enum(['customer', 'partner']).optional(),
  remember,
  redirectTo,
})

/**
 * Creates the form of /signup and the dialog. The server accepts input that is valid for either of them
 * (`signUpCustomerInput`).
 */
export const customerSignUpForm = (form: AuthForm) =>
  z
    .object({
      fullName: requiredText('Full name is required'),
      email: emailField(form === 'dialog' ? 'Email is required' : INVALID_EMAIL),
      phone: optionalPhone,
      password: newPassword(form),
      confirmPassword: confirmation(form),
      redirectTo,
    })
    .refine(isConfirmed, mismatch)

/**
 * Creates the form of /brand/signup and the dialog. Only the dialog asks for a phone number, and only the page has more
 * fields about the business.
 */
export const partnerSignUpForm = (form: AuthForm) =>
  z
    .object({
      businessName: requiredText('Business name is required'),
      email:
        form === 'dialog'
          ? emailField('Business email is required')
          : emailField('Please enter a valid business email', 'Please enter a valid business email'),
      phone: form === 'dialog' ? requiredPhone : optionalPhone,
      websiteUrl: optionalWebsite(form === 'dialog' ? 'Please enter a valid website URL' : 'Please enter a valid URL'),
      contactPerson: unseenText,
      businessAddress: unseenText,
      businessType: z.enum(BUSINESS_TYPES).catch('retail'),
      country: businessCountry,
      currency: sellingCurrency,
      timeZone: deviceTimeZone,
      password: newPassword(form),
      confirmPassword: confirmation(form),
      redirectTo,
    })
    .refine(isConfirmed, mismatch)

export const signUpCustomerInput = customerSignUpForm('page')
export const signUpPartnerInput = partnerSignUpForm('page')

/** For forgotten passwords, magic links and verification. */
export const emailInput = z.object({ email: emailField('Email is required'), remember, redirectTo })
/** `currentPassword` is required if the account has a password. */
export const changeEmailInput = z.object({
  email: emailField('Email is required'),
  currentPassword: z.string().max(1_000).optional(),
})

/** 32 random bytes as base64url. Any other input counts as an unknown token. */
const token = z.string().max(200).catch('')
export const redeemInput = z.object({ token })
export const emailLinkInput = z.object({ token, purpose: z.enum(['verify_email', 'change_email']) })
const code = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6-digit code'))
export const signUpCodeInput = z.object({ code })
export const codeInput = z.object({
  email: emailField('Email is required'),
  code,
  remember,
  redirectTo,
})

const SECOND_FACTOR_CODE = /^(\d{6}|[0-9a-hjkmnp-tv-z]{10})$/
/**
 * Returns a typed code in canonical form. Crockford's base32 reads o as 0, and i and l as 1. Spaces and capitals do not
 * matter.
 */
const plainCode = (typed: string) => typed.replace(/[\s-]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1')
/** Six digits from an authenticator app, or the ten characters of a recovery code. */
export const secondFactorInput = z.object({
  code: z
    .string({ error: 'Please enter a code' })
    .max(40, 'Please enter a code')
    .transform(plainCode)
    .pipe(
      z
        .string()
        .min(1, 'Please enter a code')
        .regex(SECOND_FACTOR_CODE, 'Please enter 6 digits from the app, or a recovery code with 10 characters'),
    ),
})
/** The first code from an app that is being set up. */
export const confirmSecondFactorInput = codeInput.pick({ code: true })
/** `code` is required if the account already has a second factor. */
export const startSecondFactorInput = secondFactorInput.partial()

export const resetPasswordInput = z
  .object({ token, password: newPassword('page'), confirmPassword: confirmation('page') })
  .refine(isConfirmed, mismatch)
/** `currentPassword` is required if the account has a password. */
export const changePasswordInput = z
  .object({
    currentPassword: z.string().max(1_000).optional(),
    password: newPassword('page'),
    confirmPassword: confirmation('page'),
  })
  .refine(isConfirmed, mismatch)

export const proveAgainInput = z.object({
  currentPassword: z.string({ error: 'Please enter your current password' }).max(1_000),
})

export const sessionIdInput = z.object({ id: z.string().max(100) })

export const providerInput = z.object({ provider: z.enum(['google', 'apple']) })
export const afterResetInput = providerInput.extend({ token })
export const startOAuthInput = providerInput.extend({
  accountType: z.enum(['customer', 'partner']).optional(),
  redirectTo,
})
const oauthParam = z.string().max(8_000).optional()
/**
 * `params`: the callback's query or body parameters that a provider may send (RFC 6749 4.1.2, RFC 9207, and Apple's
 * `user`).
 */
export const finishOAuthInput = z.object({
  provider: providerInput.shape.provider.optional(),
  params: z.object({
    state: oauthParam,
    code: oauthParam,
    iss: oauthParam,
    error: oauthParam,
    error_description: oauthParam,
    error_uri: oauthParam,
    user: oauthParam,
  }),
})

export type SignInInput = z.output<typeof signInInput>
export type SignUpCustomerInput = z.output<typeof signUpCustomerInput>
export type SignUpPartnerInput = z.output<typeof signUpPartnerInput>
export type EmailInput = z.output<typeof emailInput>
export type ChangeEmailInput = z.output<typeof changeEmailInput>
export type RedeemInput = z.output<typeof redeemInput>
export type EmailLinkInput = z.output<typeof emailLinkInput>
export type SignUpCodeInput = z.output<typeof signUpCodeInput>
export type ProveAgainInput = z.output<typeof proveAgainInput>
export type AfterResetInput = z.output<typeof afterResetInput>
export type CodeInput = z.output<typeof codeInput>
export type SecondFactorInput = z.output<typeof secondFactorInput>
export type StartSecondFactorInput = z.output<typeof startSecondFactorInput>
export type ResetPasswordInput = z.output<typeof resetPasswordInput>
export type ChangePasswordInput = z.output<typeof changePasswordInput>
