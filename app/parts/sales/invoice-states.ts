/** Returns the display name of an invoice's status. @param isOverdue whether its due date has passed */
export function invoiceState(status: 'open' | 'paid' | 'settled', isOverdue = false): { name: string; colour: string } {
  if (status === 'paid') return { name: 'Paid', colour: 'text-good' }
  if (status === 'settled') return { name: 'Settled with credit', colour: 'text-good' }
  return isOverdue ? { name: 'Overdue', colour: 'text-sale' } : { name: 'Open', colour: 'text-text' }
}
