export interface ViewersPartner {
  id: string
  status: 'pending' | 'approved' | 'rejected' | 'suspended'
  /** Owners can do everything, editors everything except settings, team and contracts, and viewers can only look. */
  role: 'owner' | 'editor' | 'viewer'
}

/** The user of the request, from the session in the database. Never take any of it from an input. */
export interface Viewer {
  userId: string
  email: string
  role: 'customer' | 'partner' | 'admin'
  /** The partner that the account owns or works for; null for everyone else. */
  partner: ViewersPartner | null
  /** SHA-256 of the session's secret id, as stored. */
  sessionId: string
  expiresAt: Date
  /** When they last proved their identity in this session. */
  authenticatedAt: Date
  isRemembered: boolean
  /** Users without a profile exist, and have their own screens. */
  hasProfile: boolean
  fullName: string
  isEmailVerified: boolean
  /**
   * An administrator of a public site without a second factor, who can do nothing else as an administrator until it is
   * set up.
   */
  mustSetUpSecondFactor: boolean
  searchMode: 'normal' | 'intelligent'
}
