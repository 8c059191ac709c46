import type { DeviceClass } from '#server/platform/device-class.ts'
import type { Surface } from './outbound.schema.ts'
import type { UncountedReason } from './request-facts.ts'

/** A shopper's visit to a product's store, through one of our links. */
export interface Click {
  productId: string
  variantId: string | null
  userId: string | null
  /** Whether the session could not be read in time. The user may be the partner, so the click is not counted. */
  isUserUnknown: boolean
  /** The partner that the user manages. Clicks on its own products earn nothing. */
  ownPartnerId?: string | null
  visitorId: string
  /** Whether the visitor's cookie is too new to be trusted. The limits then apply to the address instead. */
  isYoung: boolean
  surface: Surface
  position: number | null
  /** Surface 'agent' only: the assistant's name, as it gave it. */
  agent: string | null
  searchId: string | null
  referrerPath: string | null
  browserFamily: string
  country: string
  /** Whether the country comes from a trusted proxy. */
  isLocated: boolean
  device: DeviceClass | ''
  ipHash: string | null
  uncounted: UncountedReason | null
}

export type IdentifiedClick = Click & { id: string; clickedAt: Date }
