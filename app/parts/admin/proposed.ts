/** Shown after the first of two administrators has proposed an action. */
export const PROPOSED = 'Proposed. Another administrator has to approve it under Approvals.'
