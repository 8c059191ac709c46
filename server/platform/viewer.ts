export interface ViewersPartner {
  id: string
  status: 'pending' | 'approved' | 'rejected' | 'suspended'
  /** Owners do everything, editors all but settings, team and contracts, viewers look. */
  role: 'owner' | 'editor' | 'viewer'
}

/** The user who is asking, from the session in the database. Never take any of it from an input. */
export interface Viewer {
  userId: string
  email: string
  role: 'customer' | 'partner' | 'admin'
  /** The partner that the account owns or works for; null for everybody else. */
  partner: ViewersPartner | null
  /** SHA-256 of the session's secret id, as it is stored. */
  sessionId: string
  expiresAt: Date
  /** When they last proved who they are in this session. */
  authenticatedAt: Date
  isRemembered: boolean
  /** Users without a profile exist, and have screens of their own. */
  hasProfile: boolean
  fullName: string
  isEmailVerified: boolean
  /** An administrator of a public site who has no second factor yet, and may do nothing else as an administrator. */
  mustSetUpSecondFactor: boolean
  searchMode: 'normal' | 'intelligent'
}
