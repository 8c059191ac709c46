/** Whether a review was changed after the answer that stands below it was written, or last confirmed. */
export const isEditedAfterAnswer = ({
  response,
  responseDate,
  editedAt,
}: {
  response: string | null
  responseDate: Date | null
  editedAt: Date | null
}): boolean => response !== null && responseDate !== null && editedAt !== null && editedAt > responseDate
