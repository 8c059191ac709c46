/** After the first of two administrators has asked for something. */
export const PROPOSED = 'Proposed. Another administrator has to approve it under Approvals.'
