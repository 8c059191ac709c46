export const LIST_HEADING_ID = 'list-heading'
/** Link state that moves the focus to the start of the list. */
export const TO_LIST = { focus: LIST_HEADING_ID }
