const FORMS = [
  'offer-plan',
  'withdraw-offer',
  'add-domain',
  'remove-domain',
  'add-staff',
  'remove-staff',
  'hand-over',
  'set-limit',
]

/** Whether a form of a partner's page is none of those that judge it. */
export const isDeskForm = (form: string): boolean => FORMS.includes(form.split(' ')[0] ?? '')
