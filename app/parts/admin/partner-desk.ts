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

/** Whether a form of a partner's page is not one of those that decide about the partner. */
export const isDeskForm = (form: string): boolean => FORMS.includes(form.split(' ')[0] ?? '')
