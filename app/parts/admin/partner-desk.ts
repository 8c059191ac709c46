const FORMS = [
  'offer-plan',
  'withdraw-offer',
  'add-domain',
  'remove-domain',
  'add-staff',
  'remove-staff',
  'hand-over',
  'set-limit',
  'change-currency',
]

/** Returns whether a form on a partner's page is not a decision about the partner. */
export const isDeskForm = (form: string): boolean => FORMS.includes(form.split(' ')[0] ?? '')
