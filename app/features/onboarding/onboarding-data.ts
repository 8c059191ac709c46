import { loadAnswers, STORED } from '#app/parts/onboarding/stored-answers.ts'
import { PRICE, PRODUCT_KINDS, REVENUE, type ProductKind } from '#server/invitations/calculator.schema.ts'

/** The answers so far. They stay in the browser until they are submitted, and contain no secrets. */
export interface OnboardingData {
  /** The invited email address that these answers belong to; '' without an invitation. */
  invitedEmail: string
  agreedToPartner: boolean
  understoodProcess: boolean
  targetMonthlyRevenue: number
  priceRange: { min: number; max: number }
  preferredCategories: ProductKind[]
  businessName: string
  contactPerson: string
  businessAddress: string
  /** ISO codes; '' until chosen. */
  country: string
  currency: string
  phone: string
  websiteUrl: string
  /** The email address to verify. */
  email: string
  /** The address that the verification email was sent to; '' if none is pending. */
  sentTo: string
  agreedToTerms: boolean
  /** The version of the plan and the terms that were shown when the box was ticked. */
  agreedVersion: string
  agreedToMarketing: boolean
}

export type Step = 1 | 2 | 3 | 4

export const STEPS = [
  { step: 1, name: 'Welcome' },
  { step: 2, name: 'How It Works' },
  { step: 3, name: 'Commission Structure' },
  { step: 4, name: 'Account Setup' },
] as const

/** The messages for steps that cannot be completed yet. */
export const GATES: Record<1 | 2 | 3, string> = {
  1: 'Please agree to join the WTF Partner Network to continue',
  2: 'Please confirm you understand how WTF works to continue',
  3: 'Please select your product categories and revenue target to continue',
}
export const INCOMPLETE = 'Please complete all required fields'

/** Returns the initial answers: those from the invitation, and empty ones. */
export function startData(
  invited: { email: string; businessName: string; contactPerson: string } | null,
): OnboardingData {
  return {
    invitedEmail: invited?.email ?? '',
    agreedToPartner: false,
    understoodProcess: false,
    targetMonthlyRevenue: REVENUE.usual,
    priceRange: { min: PRICE.min, max: PRICE.max },
    preferredCategories: [],
    businessName: invited?.businessName ?? '',
    contactPerson: invited?.contactPerson ?? '',
    businessAddress: '',
    country: '',
    currency: '',
    phone: '',
    websiteUrl: '',
    email: invited?.email ?? '',
    sentTo: '',
    agreedToTerms: false,
    agreedVersion: '',
    agreedToMarketing: false,
  }
}

const isDone: Record<1 | 2 | 3, (data: OnboardingData) => boolean> = {
  1: (data) => data.agreedToPartner,
  2: (data) => data.understoodProcess,
  3: (data) => data.targetMonthlyRevenue > 0 && data.preferredCategories.length > 0,
}

/** Returns whether the step is complete. */
export const mayLeave = (step: 1 | 2 | 3, data: OnboardingData): boolean => isDone[step](data)

/** Returns the last step that the answers allow. */
export function furthestStep(data: OnboardingData): Step {
  return !isDone[1](data) ? 1 : !isDone[2](data) ? 2 : !isDone[3](data) ? 3 : 4
}

const REQUIRED = ['businessName', 'contactPerson', 'businessAddress', 'country', 'currency', 'phone'] as const

/** Returns whether a field of the last step is required and empty. */
export const isMissing = (field: string, data: OnboardingData): boolean =>
  REQUIRED.some((name) => name === field && data[name].trim() === '')

/** Returns whether the last step is complete, apart from the account. */
export const isFilled = (data: OnboardingData): boolean =>
  !REQUIRED.some((field) => isMissing(field, data)) && data.agreedToTerms

/** Returns the answers stored in this browser for the same invitation; null if there are none. */
export function loadStoredAnswers(invitedEmail: string): { data: Partial<OnboardingData>; step: Step } | null {
  try {
    const kept = loadAnswers() as Record<string, unknown> | null
    if (kept?.['invitedEmail'] !== invitedEmail) return null
    const step = Number(localStorage.getItem(STORED.step))
    return { data: known(kept), step: step === 2 || step === 3 || step === 4 ? step : 1 }
  } catch {
    return null
  }
}

export function store(data: OnboardingData, step: Step): void {
  try {
    localStorage.setItem(STORED.data, JSON.stringify(data))
    localStorage.setItem(STORED.step, String(step))
  } catch {
    // Without storage, onboarding starts over after a reload.
  }
}

/** Keeps only known fields of the right type, because a browser's storage may contain anything. */
function known(kept: Record<string, unknown>): Partial<OnboardingData> {
  const empty = startData(null)
  const entries = Object.entries(empty).flatMap(([name, usual]) => {
    const value = kept[name]
    if (name === 'preferredCategories')
      return [[name, Array.isArray(value) ? PRODUCT_KINDS.map(({ id }) => id).filter((id) => value.includes(id)) : []]]
    if (name === 'priceRange') {
      const { min, max } = (value ?? {}) as { min?: unknown; max?: unknown }
      return typeof min === 'number' && typeof max === 'number' && min <= max ? [[name, { min, max }]] : []
    }
    return typeof value === typeof usual ? [[name, value]] : []
  })
  return Object.fromEntries(entries) as Partial<OnboardingData>
}
